/** Everything generated is a job: written down before the gateway is asked, followed to its end, never asked twice. */
import type { ConversationOwner } from './chat';
import type { Microcredits } from './credits';
import type { AppErrorData } from './errors';
import type { MediaItem } from './media';
import type { ModalityId, ParameterValues } from './modalities';

/**
 * - `waiting`: written down; its turn to ask has not come. Nothing was sent.
 * - `submitting`: the gateway is being asked.
 * - `queued`, `running`: accepted by the gateway; a word the app does not know counts as running.
 * - `saving`: done there; the result is being fetched and saved.
 * - `completed`: saved.
 * - `failed`: refused, ended unsuccessfully, or its result could not be fetched (then `canFetchAgain`).
 * - `cancelled`: the person stopped waiting.
 * - `interrupted`: the app ended while the gateway was being asked; whether it accepted is not known.
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

/** How the looks at a remote job went lately. */
export interface JobChecks {
  readonly lastAt: number | null;
  readonly nextAt: number | null;
  /** Failed looks in a row; shown from the first on, never hidden. */
  readonly failedInARow: number;
  readonly lastError: AppErrorData | null;
}

/** One call of a job that needs several: a long text is spoken in parts. */
export interface JobPart {
  readonly index: number;
  /** Share of the text, as its first and last character's place. */
  readonly start: number;
  readonly end: number;
  readonly status: 'waiting' | 'submitting' | 'completed' | 'failed' | 'interrupted';
  readonly creditsUsed: Microcredits | null;
  readonly error: AppErrorData | null;
}

export interface Job {
  readonly id: string;
  readonly modality: ModalityId;
  readonly profileId: string;
  readonly model: string;
  readonly prompt: string;
  readonly parameters: ParameterValues;
  /** Extra parameters, sent as they are. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly status: JobStatus;
  /** The gateway's own word for the state, where it has told one. */
  readonly remoteStatus: string | null;
  readonly remoteId: string | null;
  /** 0 to 1; `null` where not told. */
  readonly progress: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly checks: JobChecks | null;
  readonly parts: readonly JobPart[];
  /** Sum of the charges known for it; `null` while none is known. */
  readonly creditsUsed: Microcredits | null;
  /** True where the gateway may have charged, or may still charge, something no answer told of. */
  readonly mayStillCharge: boolean;
  /** A paid result waits at the gateway: fetching it again costs nothing. */
  readonly canFetchAgain: boolean;
  readonly requestId: string | null;
  readonly error: AppErrorData | null;
  readonly media: readonly MediaItem[];
  /** Brought in from the gateway's list: made elsewhere with the same key. */
  readonly isForeign: boolean;
  /** Taken out of the jobs panel by the person. */
  readonly isDismissed: boolean;
  /** What it was made for, such as a column of a comparison; `null` where it was made by itself. */
  readonly owner: ConversationOwner | null;
}

/** A stretch of the jobs of one modality (or of all), newest first. */
export interface JobPage {
  readonly jobs: readonly Job[];
  readonly nextCursor: string | null;
}
