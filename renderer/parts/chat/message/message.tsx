import { memo } from 'react';
import { useCoreState } from '../../../state/core/core-state';
import { OwnMessage } from './own-message';
import { Reply } from './reply';

interface MessageViewProps {
  id: string;
  isLast: boolean;
}

/** One message; renders again only when its own record changes. */
export const MessageView = memo(function MessageView({ id, isLast }: MessageViewProps) {
  const message = useCoreState((state) => state.messages[id]);
  if (message === undefined) return null;
  if (message.role === 'assistant') return <Reply message={message} isLast={isLast} />;
  return <OwnMessage message={message} />;
});
