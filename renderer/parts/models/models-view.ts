/** The view of the models; kept while the window is open. */
import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';
import type { ModelFilter, ModelSort, SortKey } from './select-models';

interface ModelsView {
  readonly filter: ModelFilter;
  readonly sort: ModelSort;
  readonly chosenId: string | null;
  /** Why a model couldn't be pinned or hidden. */
  readonly error: AppErrorData | null;
}

export const useModelsView = create<ModelsView>()(() => ({
  filter: {},
  sort: { by: 'id', isDescending: false },
  chosenId: null,
  error: null,
}));

/** A value of `undefined` removes the filter. */
export function setModelFilter(change: Partial<ModelFilter>): void {
  useModelsView.setState(({ filter }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    return { filter: Object.fromEntries(entries) };
  });
}

export const clearModelFilter = (): void => useModelsView.setState({ filter: {} });

/**
 * Columns that start with the largest value: context windows and release days; every other starts with its smallest.
 */
const bestIsLargest: readonly SortKey[] = ['context', 'created', 'words'];

/** Sorts by a column; by the same one again, in reverse order. */
export function sortModelsBy(by: SortKey): void {
  useModelsView.setState(({ sort }) => ({
    sort: { by, isDescending: sort.by === by ? !sort.isDescending : bestIsLargest.includes(by) },
  }));
}

export const chooseRow = (chosenId: string | null): void => useModelsView.setState({ chosenId });
