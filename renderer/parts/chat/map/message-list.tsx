import { useMemo, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { cutText } from '../../../../shared/text/cut-text';
import { counted } from '../../../lib/counted';
import { ChosenList } from '../../../ui/chosen-list';
import { classes } from '../../../ui/classes';
import { useWholeBranch } from '../use-whole-branch';
import { messageInView, textOfEntry } from './map-entries';

interface MessageListProps {
  conversationId: string;
  /** Called with the message to go to. */
  onOpen: (messageId: string) => void;
}

const rowPx = 34;
const shownCharacters = 200;

/** The person’s messages of the visible branch; one that is chosen is shown and has the focus. */
export function MessageList({ conversationId, onOpen }: MessageListProps) {
  const { messages, isPartial } = useWholeBranch(conversationId);
  const own = useMemo(() => messages.filter(({ role }) => role === 'user'), [messages]);
  const [chosenId, choose] = useState(() => messageInView(own));
  return (
    <>
      <ChosenList
        label="Your messages"
        rows={own}
        {...{ chosenId, rowPx, idPrefix }}
        isFocused
        keepsInSight
        onChoose={({ id }) => choose(id)}
        onOpen={() => chosenId !== null && onOpen(chosenId)}
        style={{ height: `min(${Math.max(1, own.length) * rowPx}px, 50vh)` }}
      >
        {(message, index) => (
          <Row
            message={message}
            index={index}
            count={own.length}
            isChosen={message.id === chosenId}
            onOpen={() => onOpen(message.id)}
          />
        )}
      </ChosenList>
      <output className="block px-2 py-1 text-muted text-sm">
        {isPartial ? 'Loading…' : counted(own.length, 'message')}
      </output>
    </>
  );
}

const idPrefix = 'map-';

interface RowProps {
  message: Message;
  index: number;
  count: number;
  isChosen: boolean;
  onOpen: () => void;
}

function Row({ message, index, count, isChosen, onOpen }: RowProps) {
  const text = textOfEntry(message);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the selected option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={`${idPrefix}${message.id}`}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      title={cutText(text, 500)}
      onClick={onOpen}
      className={classes(
        // The border keeps its place for the list's outline, which a chosen row would cover.
        'flex items-center gap-2 rounded-control border-2 border-transparent bg-clip-padding px-1.5 hover:bg-hover',
        isChosen && 'bg-hover',
      )}
      style={{ height: rowPx }}
    >
      <span aria-hidden className="flex-none text-muted text-xs tabular-nums">
        {index + 1}
      </span>
      <span className="min-w-0 flex-1 truncate">{cutText(text, shownCharacters)}</span>
    </div>
  );
}
