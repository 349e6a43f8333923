import { memo, useLayoutEffect } from 'react';
import { roleNames } from '../../../../shared/chat/parts';
import { useCoreState } from '../../../state/core/core-state';
import { Guard } from '../../../ui/guard';
import { OwnMessage } from './own-message';
import { Reply } from './reply';

interface MessageViewProps {
  id: string;
  /** Its position in the branch, from 1; unknown while older messages are not loaded. */
  place: number | undefined;
  /** The messages of the branch; -1 while that is unknown. */
  count: number;
}

/** One message; what it shows is drawn again only when its own record changes. */
export const MessageView = memo(function MessageView({ id, place, count }: MessageViewProps) {
  useStatedPlace(id, place, count);
  return <Message id={id} />;
});

/** Each new message changes the count of all others: it is stated on their elements, which are not drawn again. */
function useStatedPlace(id: string, place: number | undefined, count: number): void {
  const isThere = useCoreState(({ messages }) => messages[id] !== undefined);
  useLayoutEffect(() => {
    if (!isThere) return;
    for (const element of document.querySelectorAll(`[data-message="${CSS.escape(id)}"]`)) {
      if (place === undefined) element.removeAttribute('aria-posinset');
      else element.setAttribute('aria-posinset', String(place));
      element.setAttribute('aria-setsize', String(count));
    }
  }, [isThere, id, place, count]);
}

const Message = memo(function Message({ id }: { id: string }) {
  const message = useCoreState((state) => state.messages[id]);
  if (message === undefined) return null;
  return (
    <>
      {/* Screen readers go from heading to heading; the message itself reads as its text alone. */}
      <h2 className="sr-only">
        {message.role === 'assistant' ? `Reply of ${message.model ?? 'a model'}` : roleNames[message.role]}
      </h2>
      <Guard>
        {message.role === 'assistant' ? <Reply message={message} /> : <OwnMessage message={message} />}
      </Guard>
    </>
  );
});
