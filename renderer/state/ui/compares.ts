/** Selectors over both stores: a comparison, and what is chosen for its next round. */

import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  type CompareColumn,
  type CompareRun,
  type Comparison,
  compareColumns,
} from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { readSetup } from '../../../shared/run/earlier-shapes';
import type { Setup } from '../../../shared/run/setup';
import { useCoreState } from '../core/core-state';
import type { CompareDraft } from './compare-draft';
import { emptyCompareDraft } from './next-compare-draft';
import { NEW_COMPARISON } from './route';
import { useUiState } from './ui-state';

/** A column as its next round will be sent. */
export interface ColumnView {
  readonly id: string;
  readonly model: string | null;
  /** The profile it is sent with; `null` for the active one. */
  readonly profileId: string | null;
  readonly setup: Setup;
  readonly conversationId: string | null;
  readonly runs: readonly CompareRun[];
  /** False until something was sent in it. */
  readonly isKnown: boolean;
}

export interface CompareView {
  /** The key of its draft. */
  readonly key: string;
  readonly modality: ModalityId;
  /** The core's record; absent before the first round. */
  readonly comparison: Comparison | undefined;
  /** Of the comparison, also before its first round. */
  readonly id: string;
  readonly isTied: boolean;
  readonly isSamePrompt: boolean;
  readonly columns: readonly ColumnView[];
}

const newKey = (modality: ModalityId) => `${NEW_COMPARISON}:${modality}`;
/** The draft of a comparison in the address. */
export const compareKey = (modality: ModalityId, compareId: string) =>
  compareId === NEW_COMPARISON ? newKey(modality) : compareId;
export const isNewKey = (key: string) => key.startsWith(`${NEW_COMPARISON}:`);

type Reported = ReturnType<typeof useCoreState.getState>;
const comparisonIn = ({ comparisons }: Reported, { id }: Pick<CompareDraft, 'id'>) => comparisons[id];

const noDrafts = new Map<string, CompareDraft>();
/** The same empty draft each time, so that nothing renders again for it. */
function blankDraft(key: string): CompareDraft {
  const known = noDrafts.get(key) ?? emptyCompareDraft(isNewKey(key) ? crypto.randomUUID() : key);
  noDrafts.set(key, known);
  return known;
}

export const compareDraft = (key: string): CompareDraft =>
  useUiState.getState().compares[key] ?? blankDraft(key);

export function setCompareDraft(key: string, change: Partial<CompareDraft>): void {
  const draft = { ...compareDraft(key), ...change };
  useUiState.setState(({ compares }) => ({ compares: { ...compares, [key]: draft } }));
}

export function dropCompareDraft(key: string): void {
  noDrafts.delete(key);
  useUiState.setState(({ compares: { [key]: _dropped, ...compares } }) => ({ compares }));
}

type Chosen = Pick<CompareDraft, 'id' | 'isTied' | 'isSamePrompt' | 'columns' | 'added'>;

const chosenIn = ({ id, isTied, isSamePrompt, columns, added }: CompareDraft): Chosen => ({
  id,
  isTied,
  isSamePrompt,
  columns,
  added,
});

function viewOf(
  key: string,
  modality: ModalityId,
  draft: Chosen,
  comparison: Comparison | undefined,
): CompareView {
  const known = comparison?.columns ?? [];
  const added = draft.added.filter((id) => !known.some((column) => column.id === id));
  const columns = [
    ...known.map((column) => columnView(modality, column, draft)),
    ...added.map((id) => columnView(modality, { id }, draft)),
  ];
  return {
    key,
    modality,
    comparison,
    id: draft.id,
    isTied: draft.isTied ?? comparison?.isTied ?? true,
    isSamePrompt: draft.isSamePrompt ?? comparison?.isSamePrompt ?? true,
    columns: columns.slice(0, compareColumns.most),
  };
}

/** Only its id, before its first round. */
type Known = CompareColumn | Pick<CompareColumn, 'id'>;

function columnView(modality: ModalityId, column: Known, { columns }: Chosen): ColumnView {
  const { id } = column;
  const { model, profileId = null, conversationId = null, runs }: Partial<CompareColumn> = column;
  const own = columns[id];
  return {
    id,
    conversationId,
    model: own?.model ?? model ?? null,
    profileId: existing(own?.profileId ?? profileId),
    setup: readSetup(modality, own?.settings ?? column),
    runs: runs ?? [],
    isKnown: runs !== undefined,
  };
}

/** A deleted profile can't be sent with any more. */
function existing(profileId: string | null): string | null {
  const profiles = useCoreState.getState().app?.profiles ?? [];
  return profiles.some(({ id }) => id === profileId) ? profileId : null;
}

export function compareView(key: string, modality: ModalityId): CompareView {
  const draft = compareDraft(key);
  return viewOf(key, modality, draft, comparisonIn(useCoreState.getState(), draft));
}

/** Does not render again while typing: text is not part of it. */
export function useCompareView(key: string, modality: ModalityId): CompareView {
  const chosen = useUiState(useShallow(({ compares }) => chosenIn(compares[key] ?? blankDraft(key))));
  const comparison = useCoreState((state) => comparisonIn(state, chosen));
  return useMemo(() => viewOf(key, modality, chosen, comparison), [key, modality, chosen, comparison]);
}

export const useCompareDraft = (key: string): CompareDraft =>
  useUiState(({ compares }) => compares[key]) ?? blankDraft(key);

/** The letter of a column. */
export const columnLetter = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** The letter of the column that a chat or a job belongs to; `null` where it belongs to no known one. */
export function letterOf({ comparisons }: Reported, comparisonId: string, workId: string): string | null {
  const columns = comparisons[comparisonId]?.columns ?? [];
  const index = columns.findIndex(
    ({ conversationId, runs }) => conversationId === workId || runs.some(({ jobId }) => jobId === workId),
  );
  return index < 0 ? null : columnLetter(index);
}
