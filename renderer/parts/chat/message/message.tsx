import { memo } from 'react';
import { useCoreState } from '../../../state/core/core-state';
import { OwnMessage } from './own-message';
import { Reply } from './reply';

/** One message; renders again only when its own record changes. */
export const MessageView = memo(function MessageView({ id }: { id: string }) {
  const message = useCoreState((state) => state.messages[id]);
  if (message === undefined) return null;
  if (message.role === 'assistant') return <Reply message={message} />;
  return <OwnMessage message={message} />;
});
