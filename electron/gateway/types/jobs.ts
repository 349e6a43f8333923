/** Jobs that a gateway works on by itself. */
import type { CallMeta, CallOptions } from './call';
import type { AnsweredSource, ResultFacts } from './media';

/** A status the interface does not name counts as running; `rawStatus` keeps the word that was sent. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed';

export interface RemoteJobError {
  readonly code: string;
  readonly message: string;
  /** The field of the request to blame, where the gateway names one. */
  readonly param?: string;
  /** What else the error holds; absent where it holds nothing more. */
  readonly details?: unknown;
}

export interface RemoteJob {
  readonly id: string;
  /** By which it is asked for again: its id, or the address at the gateway that the answer names for that. */
  readonly handle: string;
  /** Whether the record names its job, and it is the one that was asked for: an answer about the poll itself may not. */
  readonly isNamed: boolean;
  readonly status: JobStatus;
  readonly rawStatus: string;
  /** True for a word that no known gateway uses: it counts as running, but nothing says that it will ever end. */
  readonly isUnknownStatus: boolean;
  /** 0 to 1, if reported. */
  readonly progress: number | null;
  readonly model: string | null;
  readonly outputs: readonly AnsweredSource[];
  /**
   * The outputs are whatever the answer holds that may be a result: none stands where results are known to be. Of a job
   * that failed, they may be what was sent.
   */
  readonly isFound?: boolean;
  readonly error: RemoteJobError | null;
  /** In credits: all that the job cost so far by its own record, however often it is read; `null` where not reported. */
  readonly charged: number | null;
  /** How long the server asked to wait before the next poll. */
  readonly waitMs: number | null;
  /** Milliseconds since the epoch; `null` where not reported. */
  readonly createdAt: number | null;
  readonly finishedAt: number | null;
  /** Of its result, or of each where it has several. */
  readonly facts: ResultFacts;
  /** The record of the job. */
  readonly raw: unknown;
  /** The whole answer, of which `raw` may be a part. */
  readonly answer: unknown;
  /** Where its results stand, if the answer names only that. */
  readonly resultAddress: string | null;
  readonly meta: CallMeta;
}

export interface JobList {
  readonly jobs: readonly RemoteJob[];
  readonly hasMore: boolean | null;
  readonly meta: CallMeta;
}

export interface JobListParams {
  readonly status?: string;
  readonly limit?: number;
}

export interface WaitOptions extends CallOptions {
  /** Give up waiting (not the job) after this long; default 30 minutes. */
  readonly deadlineMs?: number;
  readonly onJob?: (job: RemoteJob) => void;
}
