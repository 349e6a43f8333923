import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../../shared/chat';
import type { AppErrorData } from '../../../../shared/errors';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';

const settleMs = 120;
const hitsAtMost = 60;

export interface Search {
  /** `null` until the first answer. */
  readonly hits: readonly SearchHit[] | null;
  readonly error: AppErrorData | null;
}

const nothing: Search = { hits: null, error: null };

/** What the core finds for the words typed; the answer to the newest ones wins. */
export function useSearch(query: string): Search {
  const [search, setSearch] = useState(nothing);
  const words = query.trim();
  useEffect(() => {
    if (words === '') return setSearch(nothing);
    let isNewest = true;
    const timer = setTimeout(async () => {
      const answer = await call('conversations.search', { query: words, limit: hitsAtMost });
      if (!isNewest) return;
      setSearch((before) =>
        answer.ok ? { hits: answer.value, error: null } : { hits: before.hits, error: answer.error },
      );
      if (answer.ok) announce(countText(answer.value.length));
    }, settleMs);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [words]);
  return search;
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found';
  if (count >= hitsAtMost) return `${count} places found or more`;
  return count === 1 ? '1 place found' : `${count} places found`;
}
