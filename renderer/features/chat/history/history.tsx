import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { newChat } from '../../../commands/general-commands';
import { KeyHint } from '../../../commands/key-hint';
import { useKeys } from '../../../commands/use-keys';
import { Button } from '../../../ui/button';
import { ConversationList } from './conversation-list';
import { SearchField } from './search-field';
import { SearchHits } from './search-hits';
import { useSearch } from './use-search';

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
        <Button className="w-full justify-start" aria-keyshortcuts={keys.aria} onClick={newChat}>
          <Plus className="icon" aria-hidden />
          <span className="flex-1 text-left">New chat</span>
          <KeyHint command="new" />
        </Button>
        <SearchField value={query} onChange={setQuery} />
      </div>
      <Suspense>{query.trim() === '' && batches}</Suspense>
      {query.trim() === '' ? <ConversationList /> : <SearchHits search={search} />}
    </>
  );
}
