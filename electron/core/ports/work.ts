/** Tables of what is sent unit by unit, a few at a time: rows of a batch, cells of an experiment. */
import type { AppErrorData } from '../../../shared/errors';
import type { BatchRowStatus } from '../../../shared/lab/batch';

export interface UnitPlace {
  /** Of the batch or the experiment. */
  readonly ownerId: string;
  readonly position: number;
}

/** One request of many, with the reply or the job that it became. */
export interface Unit extends UnitPlace {
  readonly status: BatchRowStatus;
  /** Made once for its call: the reply's idempotency key, or the job's id. Empty where it is made as the unit starts. */
  readonly key: string;
  readonly conversationId: string | null;
  readonly replyId: string | null;
  readonly jobId: string | null;
  readonly error: AppErrorData | null;
}

export type UnitPatch = Partial<
  Pick<Unit, 'status' | 'conversationId' | 'replyId' | 'jobId' | 'error' | 'key'> & {
    readonly startedAt: number | null;
    readonly finishedAt: number | null;
  }
>;

export type WorkState = 'draft' | 'running' | 'paused' | 'stopped' | 'completed';

export interface WorkPatch {
  readonly status: Exclude<WorkState, 'draft'>;
  readonly error: AppErrorData | null;
  readonly finishedAt?: number | null;
}

export interface UnitStore {
  /** `undefined` where the owner is gone. */
  stateOf(ownerId: string): WorkState | undefined;
  setState(ownerId: string, patch: WorkPatch): void;
  /** Updates the stored counts and the sum of charges. */
  count(ownerId: string): void;
  /**
   * Ids of the owners whose sums the end of the process may have left behind, newest first: counting follows what it
   * counts a moment later.
   */
  mayBeUncounted(): readonly string[];
  /** Ids of the owners that run, oldest first. */
  running(): readonly string[];
  unit(place: UnitPlace): Unit | undefined;
  /** @param heldBack profiles that send nothing now */
  nextWaiting(ownerId: string, heldBack: readonly string[]): Unit | undefined;
  update(place: UnitPlace, patch: UnitPatch): void;
  /** Changes every unit of one status to another. */
  move(ownerId: string, from: BatchRowStatus, to: BatchRowStatus): void;
  withStatus(ownerId: string, status: BatchRowStatus): readonly Unit[];
  placeOfReply(replyId: string): UnitPlace | undefined;
  placeOfJob(jobId: string): UnitPlace | undefined;
  /** The unit whose chat this is, where tools may be answered in it: then it has several replies, and a unit names the last. */
  placeOfChat?(ownerId: string, conversationId: string): UnitPlace | undefined;
  /** Running units of all owners. */
  runningUnits(): readonly UnitPlace[];
}
