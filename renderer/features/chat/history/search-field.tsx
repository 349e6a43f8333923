import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Arrow down goes to what was found, Escape empties the field. */
export function SearchField({ value, onChange }: SearchFieldProps) {
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
      {value !== '' && <IconButton icon={X} label="Clear search" className="size-6" onClick={clear} />}
    </div>
  );
}
