/** The view of the library; kept while the window is open. */
import { create } from 'zustand';
import type { LibraryFilter } from '../core/apply-jobs-and-media';
import { openTab } from './navigation';
import { nothingChosen, only, type Selection } from './selection';

export interface LibraryView {
  readonly filter: LibraryFilter;
  readonly selection: Selection;
  /** The result to open as soon as it is visible. */
  readonly scrollTargetId: string | null;
}

export const useLibraryView = create<LibraryView>()(() => ({
  filter: {},
  selection: nothingChosen,
  scrollTargetId: null,
}));

/** A value of `undefined` removes the filter. */
export function setFilter(change: Partial<LibraryFilter>): void {
  useLibraryView.setState(({ filter }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    return { filter: Object.fromEntries(entries), selection: nothingChosen };
  });
}

export const clearFilter = (): void => useLibraryView.setState({ filter: {}, selection: nothingChosen });

export const setSelection = (selection: Selection): void => useLibraryView.setState({ selection });

/**
 * Goes to the library and opens one result.
 *
 * @param query the search that found it: then it is among the first results, however old it is
 */
export function seekMedia(id: string, query: string): void {
  const filter = query === '' ? {} : { query };
  useLibraryView.setState({ filter, selection: only(id), scrollTargetId: id });
  openTab('library');
}

/** Goes to the library with the images that look like one. */
export function findSimilar(id: string): void {
  useLibraryView.setState({ filter: { like: id }, selection: only(id) });
  openTab('library');
}
