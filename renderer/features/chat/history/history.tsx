import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { modKey, newChat } from '../../frame/shortcuts';
import { ConversationList } from './conversation-list';
import { SearchField } from './search-field';
import { SearchHits } from './search-hits';
import { useSearch } from './use-search';

/** All conversations, or those that a search finds. */
export function History() {
  const [query, setQuery] = useState('');
  const search = useSearch(query);
  return (
    <>
      <div className="flex flex-none flex-col gap-2 p-3 pb-2">
        <Button className="w-full justify-start" onClick={newChat}>
          <Plus className="icon" aria-hidden />
          <span className="flex-1 text-left">New chat</span>
          <kbd aria-hidden className="font-sans text-muted text-xs">
            {modKey} N
          </kbd>
        </Button>
        <SearchField value={query} onChange={setQuery} />
      </div>
      {query.trim() === '' ? <ConversationList /> : <SearchHits search={search} />}
    </>
  );
}
