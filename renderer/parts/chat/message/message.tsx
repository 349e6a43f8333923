import { memo } from 'react';
import { useCoreState } from '../../../state/core/core-state';
import { OwnMessage } from './own-message';
import { Reply } from './reply';

interface MessageViewProps {
  id: string;
  /** Its position in the branch, from 1; unknown while older messages are not loaded. */
  place: number | undefined;
  /** The messages of the branch; -1 while that is unknown. */
  count: number;
}

/** One message; renders again only when its own record changes. */
export const MessageView = memo(function MessageView({ id, place, count }: MessageViewProps) {
  const message = useCoreState((state) => state.messages[id]);
  if (message === undefined) return null;
  return (
    <>
      {/* Screen readers go from heading to heading; the message itself reads as its text alone. */}
      <h2 className="sr-only">
        {message.role === 'assistant' ? `Reply of ${message.model ?? 'a model'}` : 'You'}
      </h2>
      {message.role === 'assistant' ? (
        <Reply message={message} place={place} count={count} />
      ) : (
        <OwnMessage message={message} place={place} count={count} />
      )}
    </>
  );
});
