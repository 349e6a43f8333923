import type { SearchHit } from '../../../../shared/chat/chat';
import type { AppErrorData } from '../../../../shared/errors';
import { searchDelayMs } from '../../../lib/search-delay';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { useAnswer } from '../../../state/use-answer';

const hitsAtMost = 60;

export interface Search {
  /** `null` until the first answer. */
  readonly hits: readonly SearchHit[] | null;
  readonly error: AppErrorData | null;
}

/** What the core finds for the words typed; the answer to the newest ones wins. */
export function useSearch(query: string): Search {
  const words = query.trim();
  const ask = () => call('conversations.search', { query: words, limit: hitsAtMost });
  const { value, error } = useAnswer(words === '' ? null : ask, [words], {
    delayMs: searchDelayMs,
    onAnswer: (hits) => announce(countText(hits.length)),
  });
  return { hits: value, error };
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found';
  if (count >= hitsAtMost) return `${count} or more results`;
  return count === 1 ? '1 result' : `${count} results`;
}
