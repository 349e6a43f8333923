import { useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { cutText } from '../../../../shared/text/cut-text';
import { counted } from '../../../lib/counted';
import { PlacedRows, useChosenRows } from '../../../ui/chosen-rows';
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
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { virtualizer, drawnId, onKeyDown } = useChosenRows({
    rows: own,
    chosenId,
    scroller,
    rowPx,
    onChoose: ({ id }) => choose(id),
    onOpen: () => chosenId !== null && onOpen(chosenId),
    onNearEnd: nothing,
  });
  useShown(own, chosenId, scroller, (index) => virtualizer.scrollToIndex(index, { align: 'center' }));
  return (
    <>
      <div
        ref={setScroller}
        role="listbox"
        aria-label="Your messages"
        aria-activedescendant={drawnId === null ? undefined : rowId(drawnId)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="overflow-y-auto outline-offset-[-2px]"
        style={{ height: `min(${Math.max(1, own.length) * rowPx}px, 50vh)` }}
      >
        <PlacedRows virtualizer={virtualizer}>
          {(index) => {
            const message = own[index];
            if (message === undefined) return null;
            return (
              <Row
                message={message}
                index={index}
                count={own.length}
                isChosen={message.id === chosenId}
                onOpen={() => onOpen(message.id)}
              />
            );
          }}
        </PlacedRows>
      </div>
      <output className="block px-2 py-1 text-muted text-sm">
        {isPartial ? 'Loading…' : counted(own.length, 'message')}
      </output>
    </>
  );
}

const nothing = () => undefined;
const rowId = (id: string) => `map-${id}`;

/** Keeps the chosen row in sight until all older ones are there, and gives the list the focus. */
function useShown(
  own: readonly Message[],
  chosenId: string | null,
  scroller: HTMLElement | null,
  show: (index: number) => void,
): void {
  const last = useRef(show);
  last.current = show;
  useEffect(() => scroller?.focus({ preventScroll: true }), [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with each chosen row, which keys bring into sight.
  useEffect(() => {
    const index = own.findIndex(({ id }) => id === chosenId);
    if (index >= 0 && scroller !== null) last.current(index);
  }, [own.length, scroller]);
}

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
      id={rowId(message.id)}
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
