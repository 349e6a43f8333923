/** What comparisons need of the disk. */
import type { CompareColumn, CompareModality, Comparison, ComparisonPage } from '../../../shared/compare';

/** A comparison as something is sent in it. */
export interface ComparisonTurn extends Pick<Comparison, 'id' | 'isTied' | 'isSamePrompt'> {
  readonly modality: CompareModality;
  /** Kept only where the comparison is new. */
  readonly title: string;
  readonly at: number;
}

export interface ComparisonStore {
  page(modality: CompareModality, cursor: string | null, limit: number): ComparisonPage;
  get(id: string): Comparison | undefined;
  /** Makes it, or notes that something more was sent in it. */
  put(turn: ComparisonTurn): void;
  /** Adds a column at its place, or notes what it is asked with now. */
  putColumn(comparisonId: string, position: number, column: Omit<CompareColumn, 'runs' | 'profileId'>): void;
  /** `callId` is a message of the column's chat, or a job. */
  addRun(run: { readonly roundId: string; readonly columnId: string; readonly callId: string }): void;
  hasRound(roundId: string): boolean;
  /** A job that repeats another takes its place, where that one stands in a comparison. */
  replaceRun(jobId: string, byJobId: string): void;
  rename(id: string, title: string): void;
  setWinner(id: string, columnId: string | null): void;
  /** Hides a comparison, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  setColumnRemoved(columnId: string, at: number | null): void;
  /** The chats that stand in it: not one that was picked, nor those of columns that were taken out. */
  conversationIds(id: string): readonly string[];
  /** A column, also where it was taken out. */
  columnOf(id: string, columnId: string): { readonly conversationId: string | null } | undefined;
  /** Deletes for good what was hidden; conversations are deleted by their own store. */
  purgeRemoved(): void;
}
