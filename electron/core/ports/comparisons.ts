/** The tables that comparisons need. */

import type { CompareColumn, Comparison, ComparisonPage } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { Setup } from '../../../shared/run/setup';

/** A comparison at the time a message is sent in it. */
export interface ComparisonTurn extends Pick<Comparison, 'id' | 'isTied' | 'isSamePrompt'> {
  readonly modality: ModalityId;
  /** Used only for a new comparison. */
  readonly title: string;
  readonly at: number;
}

/** A column without what its calls say. */
export type StoredColumn = Setup & Pick<CompareColumn, 'id' | 'model' | 'prompt' | 'conversationId'>;

export interface ComparisonStore {
  page(modality: ModalityId, cursor: string | null, limit: number): ComparisonPage;
  get(id: string): Comparison | undefined;
  /** Creates it, or updates the time of its last message. */
  put(turn: ComparisonTurn): void;
  /** Adds a column at its place, or notes what it is asked with now. */
  putColumn(comparisonId: string, position: number, column: StoredColumn): void;
  /** `callId` is a message of the column's chat, or a job. */
  addRun(run: { readonly roundId: string; readonly columnId: string; readonly callId: string }): void;
  hasRound(roundId: string): boolean;
  /** Replaces a job by the one that repeats it, if it belongs to a comparison. */
  replaceRun(jobId: string, byJobId: string): void;
  rename(id: string, title: string): void;
  setWinner(id: string, columnId: string | null): void;
  /** Hides a comparison, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  setColumnRemoved(columnId: string, at: number | null): void;
  /** Its chats, without a picked one and without those of removed columns. */
  conversationIds(id: string): readonly string[];
  /** A column, including a removed one. */
  columnOf(id: string, columnId: string): { readonly conversationId: string | null } | undefined;
  /** Deletes hidden comparisons for good; conversations are deleted by their own store. */
  purgeRemoved(): void;
}
