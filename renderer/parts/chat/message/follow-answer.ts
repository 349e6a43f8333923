/** Results of tools were sent: what the person does next has the focus, unless they have gone elsewhere meanwhile. */
import type { Message } from '../../../../shared/chat/chat';
import { toolCallsOf } from '../../../../shared/chat/tool-calls';
import { findShown, noteFocus, whenThere } from '../../../lib/focus';
import type { CoreState } from '../../../state/core/apply-event';
import { useCoreState } from '../../../state/core/core-state';

/** To be called before they are sent; the returned function goes on with the reply to them. */
export function followAnswer(): (replyId: string) => void {
  const isElsewhere = noteFocus();
  return (replyId) =>
    whenEnded(replyId, (reply) => {
      if (reply.status !== 'complete') return;
      whenThere(
        () => nextField(reply),
        (field) => {
          if (isElsewhere()) return;
          field.scrollIntoView({ block: 'nearest' });
          field.focus({ preventScroll: true });
        },
      );
    });
}

/** The result of its first call; without calls, the next message. */
const nextField = ({ id, parts }: Message): HTMLElement | null =>
  toolCallsOf(parts).length === 0
    ? findShown('composer')
    : document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"] form textarea`);

/** Forgotten with its message. */
function whenEnded(id: string, then: (reply: Message) => void): void {
  const check = ({ messages }: CoreState): boolean => {
    const reply = messages[id];
    if (reply === undefined || reply.status === 'streaming') return false;
    then(reply);
    return true;
  };
  if (check(useCoreState.getState())) return;
  const stop = useCoreState.subscribe((state) => {
    if (check(state)) stop();
  });
}
