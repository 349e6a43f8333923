import { useEffect, useState } from 'react';
import type { AppErrorData, Envelope } from '../../shared/errors';
import { createPagedList } from './paged-list';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface Read<Item> extends Page<Item> {
  readonly question: string;
}

/**
 * A component's own list, loaded from its beginning for each question; the previous one stays until then.
 *
 * @param question such as the search text
 */
export function usePagedList<Item>(
  question: string,
  ask: (question: string, cursor: string | null) => Promise<Envelope<Page<Item>>>,
) {
  const [read, setRead] = useState<Read<Item> | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const [list] = useState(() => {
    let known: Read<Item> | null = null;
    return createPagedList<string>({
      cursor: () => known?.nextCursor,
      async read(asked, { cursor, isFirst, isWanted }) {
        const answer = await ask(asked, cursor);
        if (!answer.ok || !isWanted()) return answer;
        const before = isFirst ? [] : (known?.items ?? []);
        known = { ...answer.value, question: asked, items: [...before, ...answer.value.items] };
        setRead(known);
        return answer;
      },
    });
  });
  useEffect(() => {
    void list.first(question).then(setError);
    return list.leave;
  }, [list, question]);
  return {
    /** `null` before the first answer. */
    items: read?.items ?? null,
    hasMore: read !== null && read.nextCursor !== null,
    error,
    more: () => void list.more(question).then(setError),
  };
}
