import { useCallback, useEffect, useState } from 'react';
import type { AppErrorData, Envelope } from '../../shared/errors';
import { createPagedList } from './paged-list';

interface Shown {
  /** How soon the beginning is loaded, in milliseconds; `null` while the list on show is the one that is wanted. */
  readonly delayMs: number | null;
  /** Of the list on show: a page from before the last event is loaded again. */
  readonly asOf: unknown;
  /** Discards the list once the component is gone. */
  readonly leave?: () => void;
}

/**
 * Keeps a list in the state of the core that a component shows up to date, see `core/read.ts`.
 *
 * @param load loads the beginning or the next page
 * @param question what the list depends on; the list is loaded again when one of these changes
 */
export function useReportedList(
  load: (isFirst: boolean) => Promise<AppErrorData | null>,
  question: readonly unknown[],
  { delayMs, asOf, leave }: Shown,
) {
  const [error, setError] = useState<AppErrorData | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function at each render; the question says when.
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => void load(true).then(setError), delayMs);
    return () => clearTimeout(timer);
  }, [...question, delayMs, asOf]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the component is gone.
  useEffect(() => leave, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const more = useCallback(() => void load(false).then(setError), [...question]);
  return { error, more };
}

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
