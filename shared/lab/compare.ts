/** Comparisons: one prompt sent to several models side by side, as the core reports them. */

import type { ModalityId } from '../modalities/modalities';
import type { Cost } from '../money/cost';
import type { Setup } from '../run/setup';

export const compareColumns = { fewest: 2, most: 4 } as const;

/** One run of a column: its job. A retry replaces the run it repeats. */
export interface CompareRun {
  /** Shared by the runs of one round: what was sent at once. */
  readonly roundId: string;
  readonly jobId: string;
}

/** With the settings of the comparison's modality. */
export type CompareColumn = Setup & {
  readonly id: string;
  /** As it was sent last. */
  readonly model: string;
  /** The profile of its last call; `null` where that is not known. */
  readonly profileId: string | null;
  /** The column's own prompt of the last round; `null` where all columns got the same. */
  readonly prompt: string | null;
  /** The column's chat, an ordinary conversation; `null` in media comparisons. */
  readonly conversationId: string | null;
  /** Oldest first; empty for chats. */
  readonly runs: readonly CompareRun[];
};

export interface Comparison {
  readonly id: string;
  readonly modality: ModalityId;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When something was last sent. */
  readonly updatedAt: number;
  /** One set of settings applies to all columns. */
  readonly isTied: boolean;
  /** All columns get the same prompt. */
  readonly isSamePrompt: boolean;
  /** The column that was picked; a picked chat becomes an ordinary conversation. */
  readonly winnerId: string | null;
  /** From left to right, without those that were removed. */
  readonly columns: readonly CompareColumn[];
  /** Sum of all known charges, over all rounds. */
  readonly cost: Cost;
  readonly hasUnknownCost: boolean;
  /** At least one column is still running. */
  readonly isRunning: boolean;
}

/** A page of the comparisons of one kind, newest first. */
export interface ComparisonPage {
  readonly comparisons: readonly Comparison[];
  readonly nextCursor: string | null;
}
