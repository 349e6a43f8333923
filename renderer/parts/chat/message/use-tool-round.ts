import { useEffect, useState } from 'react';
import type { ToolRound } from '../../../../shared/chat/tool-calls';
import { call, listen } from '../../../link/call';

const idle: ToolRound = { isAnswering: false, ended: null };

/** How far the chat has come by itself with the calls of a reply; an event is newer than the answer it overtakes. */
export function useToolRound(messageId: string): ToolRound {
  const [round, setRound] = useState(idle);
  useEffect(() => {
    let isReported = false;
    const end = listen((event) => {
      if (event.type !== 'toolRound.changed' || event.messageId !== messageId) return;
      isReported = true;
      setRound(event.round);
    });
    void call('chat.toolRound', { messageId }).then((answer) => {
      if (answer.ok && !isReported) setRound(answer.value);
    });
    return () => {
      isReported = true;
      end();
    };
  }, [messageId]);
  return round;
}
