import { useEffect, useMemo, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { loadLibrary } from '../../media/job-actions';
import type { LibraryFilter } from '../../state/core/apply-jobs-and-media';
import { useCoreState } from '../../state/core/core-state';
import { useReportedList } from '../../state/use-reported-list';

const typingMs = 150;
const noIds: readonly string[] = [];

export interface LibraryList {
  /** On show, newest first. */
  readonly ids: readonly string[];
  readonly total: number | null;
  readonly error: AppErrorData | null;
  readonly more: () => void;
}

/** The selection of the library that a filter makes, loaded as it is needed and again when results come. */
export function useLibrary(filter: LibraryFilter): LibraryList {
  const library = useCoreState((state) => state.library);
  const media = useCoreState((state) => state.media);
  const isReady = useCoreState(({ app }) => app !== null);
  const isOld = library === null || library.filter !== filter || library.isStale;
  const { error, more } = useReportedList((isFirst) => loadLibrary(filter, isFirst), [filter], {
    delayMs: isReady && isOld ? typingMs : null,
    asOf: library?.asOf,
  });
  const listed = library?.ids ?? noIds;
  const ids = useMemo(() => listed.filter((id) => media[id] !== undefined), [listed, media]);
  return { ids, total: library?.total ?? null, error, more };
}

/** Loads everything of a selection, to choose it all; answers its ids. */
export async function loadAll(filter: LibraryFilter): Promise<readonly string[]> {
  for (;;) {
    const before = useCoreState.getState().library;
    if (before === null || before.cursor === null) break;
    if ((await loadLibrary(filter, false)) !== null) break;
    if (useCoreState.getState().library === before) break;
  }
  const { library, media } = useCoreState.getState();
  return (library?.ids ?? []).filter((id) => media[id] !== undefined);
}

const checkAfterMs = 300;

/** Checks once per visit whether the visible files still exist. */
export function useFileChecks(ids: readonly string[]): void {
  const [checked] = useState(() => new Set<string>());
  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = ids.filter((id) => !checked.has(id));
      for (const id of fresh) checked.add(id);
      if (fresh.length > 0) void call('media.check', { ids: [...fresh] });
    }, checkAfterMs);
    return () => clearTimeout(timer);
  }, [ids, checked]);
}
