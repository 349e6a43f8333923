/** Comparisons: one prompt asked of several models side by side, as the core reports them. */
import type { RunSettings } from './chat';
import type { Microcredits } from './credits';
import { type ModalityId, modalityIds, type ParameterValues } from './modalities';

/** What can be compared: chats, and everything that is generated. */
export type CompareModality = 'chat' | ModalityId;
export const compareModalities = ['chat', ...modalityIds] as const satisfies readonly CompareModality[];

export const compareColumns = { fewest: 2, most: 4 } as const;

/** What a column is asked with: `run` counts for chats, the other two for what is generated. */
export interface ColumnSettings {
  readonly run: RunSettings;
  readonly parameters: ParameterValues;
  /** Fields of the request's body beyond those the app knows. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export const noColumnSettings: ColumnSettings = { run: {}, parameters: {}, extra: {} };

/** One run of a column: the job that made something. A retry takes the place of the run it repeats. */
export interface CompareRun {
  /** Shared by the runs of one round: what was sent at once. */
  readonly roundId: string;
  readonly jobId: string;
}

export interface CompareColumn {
  readonly id: string;
  /** As it was asked last. */
  readonly model: string;
  readonly settings: ColumnSettings;
  /** Its own words of the last round; `null` where all columns were asked the same. */
  readonly prompt: string | null;
  /** The chat of the column, which is a conversation like any other; `null` in all other comparisons. */
  readonly conversationId: string | null;
  /** Oldest first; empty for chats. */
  readonly runs: readonly CompareRun[];
}

export interface Comparison {
  readonly id: string;
  readonly modality: CompareModality;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When something was last sent. */
  readonly updatedAt: number;
  /** One set of settings holds for all columns. */
  readonly isTied: boolean;
  /** All columns are asked the same. */
  readonly isSamePrompt: boolean;
  /** The column that was picked; a picked chat goes on alone, as an ordinary one. */
  readonly winnerId: string | null;
  /** From left to right, less those that were taken out. */
  readonly columns: readonly CompareColumn[];
  /** Sum of all known charges, whichever round they were for. */
  readonly creditsUsed: Microcredits;
  readonly hasUnknownCost: boolean;
  /** At least one column is still at work. */
  readonly isRunning: boolean;
}

/** A stretch of the comparisons of one kind, newest first. */
export interface ComparisonPage {
  readonly comparisons: readonly Comparison[];
  readonly nextCursor: string | null;
}
