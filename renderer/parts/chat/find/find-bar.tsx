import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { focusName } from '../../../lib/focus';
import { closeFind, useFind } from '../../../state/ui/find-state';
import { IconButton } from '../../../ui/button';
import { type Find, useFindInChat } from './use-find';

/** The search of the open chat, while it is open. */
export function FindBar({ conversationId }: { conversationId: string }) {
  const isOpen = useFind((find) => find.conversationId === conversationId);
  return isOpen ? <OpenFindBar conversationId={conversationId} /> : null;
}

/** Finds in the open chat: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
function OpenFindBar({ conversationId }: { conversationId: string }) {
  const [query, setQuery] = useState('');
  const find = useFindInChat(conversationId, query);
  const input = useRef<HTMLInputElement>(null);
  const turn = useFind((state) => state.turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the keys triggers it; their number is not read.
  useEffect(() => input.current?.select(), [turn]);
  // It goes with its chat: on the way back the message field has the focus again.
  useEffect(() => () => useFind.setState({ conversationId: null, cameFrom: null }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input.current) find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search
      aria-label="Find in chat"
      onKeyDown={onKeyDown}
      className="flex flex-none items-center gap-1 border-line border-b bg-panel px-3 py-1.5"
    >
      <input
        ref={input}
        aria-label="Find in this chat"
        placeholder="Find in this chat"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="field h-8 min-w-0 max-w-80 flex-1"
      />
      <output className="min-w-24 flex-none px-2 text-muted text-sm">{countText(query, find)}</output>
      <IconButton icon={ChevronUp} label="Previous match" keys="Shift+Enter" onClick={() => find.step(-1)} />
      <IconButton icon={ChevronDown} label="Next match" keys="Enter" onClick={() => find.step(1)} />
      <IconButton icon={X} label="Close the search" keys="Esc" onClick={close} />
    </search>
  );
}

function close(): void {
  if (!closeFind()) focusName('composer');
}

function countText(query: string, { count, place, isPartial }: Find): string {
  if (query.trim() === '') return '';
  if (isPartial) return 'Searching…';
  if (count === 0) return 'No matches';
  return place < 0 ? `${count} matches` : `${place + 1} of ${count}`;
}
