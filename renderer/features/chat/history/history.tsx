import { ClipboardPaste, Plus, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { newChat } from '../../../commands/general-commands';
import { KeyHint } from '../../../commands/key-hint';
import { useKeys } from '../../../commands/use-keys';
import { openJsonDialog } from '../../../state/ui/dialogs';
import { Button, IconButton } from '../../../ui/button';
import { Suspense } from '../../../ui/later';
import { ConversationList } from './conversation-list';
import { SearchHits, useSearch } from './search-hits';

/**
 * All conversations, or those that a search finds.
 *
 * @param batches the newest batches, above the conversations
 */
export function History({ batches }: { batches: ReactNode }) {
  const [query, setQuery] = useState('');
  const search = useSearch(query);
  const keys = useKeys('new');
  return (
    <>
      <div className="flex flex-none flex-col gap-2 p-3 pb-2">
        <div className="flex items-center gap-1">
          <Button className="min-w-0 flex-1 justify-start" aria-keyshortcuts={keys.aria} onClick={newChat}>
            <Plus className="icon" aria-hidden />
            <span className="flex-1 text-left">New chat</span>
            <KeyHint command="new" />
          </Button>
          <IconButton
            icon={ClipboardPaste}
            label="Paste a request"
            className="size-8"
            onClick={() => openJsonDialog({ kind: 'paste', text: '' })}
          />
        </div>
        <SearchField value={query} onChange={setQuery} />
      </div>
      <Suspense>{query.trim() === '' && batches}</Suspense>
      {query.trim() === '' ? <ConversationList /> : <SearchHits search={search} query={query} />}
    </>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Arrow down goes to what was found, Escape empties the field. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-hit]')?.focus();
    }
    if (event.key !== 'Escape' || value === '') return;
    event.preventDefault();
    clear();
  };
  return (
    <div className="field flex h-8 items-center gap-2 py-0 pr-0.5 pl-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <Search className="icon text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label="Search chats"
        placeholder="Search chats"
        data-focus="search-chats"
        maxLength={300}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && <IconButton icon={X} label="Clear search" onClick={clear} />}
    </div>
  );
}
