/** What is looked at in the library; kept while the window is open. */
import { create } from 'zustand';
import type { LibraryFilter } from '../../store/apply-works';
import { nothingChosen, type Selection } from './selection';

export interface LibraryView {
  readonly filter: LibraryFilter;
  readonly selection: Selection;
}

export const useLibraryView = create<LibraryView>()(() => ({ filter: {}, selection: nothingChosen }));

/** What became `undefined` no longer narrows the selection. */
export function setFilter(change: Partial<LibraryFilter>): void {
  useLibraryView.setState(({ filter }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    return { filter: Object.fromEntries(entries), selection: nothingChosen };
  });
}

export const setSelection = (selection: Selection): void => useLibraryView.setState({ selection });
