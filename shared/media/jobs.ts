/** Everything generated is a job: stored before the request is sent, followed to its end, never sent twice. */

import type { JobOwner } from '../chat/owner';
import type { AppErrorData } from '../errors';
import type { MediaModality, ParameterValues } from '../modalities/modalities';
import type { Cost } from '../money/cost';
import type { JobInput } from '../run/inputs';
import { EDITED_HERE } from './edits';
import type { MediaItem } from './media';

/**
 * - `waiting`: stored; not its turn yet. Nothing was sent.
 * - `submitting`: the request is being sent.
 * - `queued`, `running`: accepted by the gateway; an unknown status counts as running.
 * - `saving`: done at the gateway; the result is being downloaded and saved.
 * - `completed`: saved.
 * - `failed`: refused, ended without success, or its result couldn't be downloaded (then `canFetchAgain`).
 * - `cancelled`: you stopped waiting.
 * - `interrupted`: the app ended while the request was being sent; whether the gateway accepted it is unknown.
 */
export type JobStatus =
  | 'waiting'
  | 'submitting'
  | 'queued'
  | 'running'
  | 'saving'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'interrupted';

export const finishedStatuses: readonly JobStatus[] = ['completed', 'failed', 'cancelled', 'interrupted'];
export const unfinishedStatuses = ['waiting', 'submitting', 'queued', 'running', 'saving'] as const;

/** The recent polls of a remote job. */
export interface JobChecks {
  readonly lastAt: number | null;
  readonly nextAt: number | null;
  /** Failed polls in a row; shown from the first on, never hidden. */
  readonly failedInARow: number;
  readonly lastError: AppErrorData | null;
  /** The next request or poll waits for the gateway's rate limit, by what its headers said. */
  readonly isPaced?: boolean;
}

/** One call of a job that needs several: a long text is spoken in parts. */
export interface JobPart {
  readonly index: number;
  /** Its part of the text, as the positions of the first and last character. */
  readonly start: number;
  readonly end: number;
  readonly status: 'waiting' | 'submitting' | 'completed' | 'failed' | 'interrupted';
  readonly cost: Cost | null;
  readonly error: AppErrorData | null;
}

/** The answer of a gateway as it came, but for the key. */
export interface RawAnswer {
  /** JSON, or whatever it is. */
  readonly text: string;
  /** Beyond what is kept. */
  readonly leftOutCharacters: number;
}

export interface Job {
  readonly id: string;
  readonly modality: MediaModality;
  readonly profileId: string;
  readonly model: string;
  readonly prompt: string;
  readonly parameters: ParameterValues;
  /** Extra parameters, sent without changes. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** What it is made from beside its text; absent where that is all. */
  readonly inputs?: readonly JobInput[];
  readonly status: JobStatus;
  /** The gateway's own status, where it has reported one. */
  readonly remoteStatus: string | null;
  readonly remoteId: string | null;
  /** 0 to 1; `null` where not reported. */
  readonly progress: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly checks: JobChecks | null;
  readonly parts: readonly JobPart[];
  /** Sum of its known charges; `null` while none is known. */
  readonly cost: Cost | null;
  /** True where the gateway may have charged, or may still charge, something that no response reported. */
  readonly mayStillCharge: boolean;
  /** A paid result waits at the gateway: downloading it again costs nothing. */
  readonly canFetchAgain: boolean;
  readonly requestId: string | null;
  /** Its result was not found, or not whole, and the answer it would be in is kept: `jobs.rawAnswer`. */
  readonly hasRawAnswer?: true;
  readonly error: AppErrorData | null;
  readonly media: readonly MediaItem[];
  /** Imported from the gateway's list: made elsewhere with the same key. */
  readonly isForeign: boolean;
  /** Dismissed from the jobs panel. */
  readonly isDismissed: boolean;
  /** What it belongs to, such as a column of a comparison; `null` where it belongs to nothing. */
  readonly owner: JobOwner | null;
}

/** For a job made elsewhere whose record doesn't say with which model, or for what. */
export const UNKNOWN_MODEL = 'unknown';
export const unknownPrompt = (remoteId: string | null): string => `Job ${remoteId}`;

/** Why the request of a job can't be sent another time; `null` where it can. */
export function whyNotAgain(
  job: Pick<Job, 'isForeign' | 'model' | 'prompt' | 'remoteId' | 'owner'>,
): string | null {
  if (job.owner?.kind === 'message')
    return 'This result came with a chat reply. Regenerate the reply to request another one.';
  if (job.model === EDITED_HERE)
    return 'This file was edited on this computer: there is no request to send again.';
  const isUnknown = job.model === UNKNOWN_MODEL || job.prompt === unknownPrompt(job.remoteId);
  return job.isForeign && isUnknown
    ? 'This job was made elsewhere, and the gateway doesn’t say with which model or prompt. Create a new one.'
    : null;
}

/** A page of the jobs of one modality (or of all), newest first. */
export interface JobPage {
  readonly jobs: readonly Job[];
  readonly nextCursor: string | null;
}
