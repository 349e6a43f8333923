import { useCallback, useEffect, useState } from 'react';
import type { AppErrorData } from '../../shared/errors';

interface Shown {
  /** How soon the beginning is loaded, in milliseconds; `null` while the list on show is the one that is wanted. */
  readonly delayMs: number | null;
  /** Of the list on show: a page from before the last event is loaded again. */
  readonly asOf: unknown;
  /** Discards the list once the component is gone. */
  readonly leave?: () => void;
}

/**
 * Keeps a list in the state of the core that a component shows up to date, see `core/reported-list.ts`.
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
