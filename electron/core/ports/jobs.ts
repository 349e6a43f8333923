/** Stored jobs; `ports.ts` has the other ports. */

import type { Job, JobPage, JobPart, RawAnswer } from '../../../shared/media/jobs';
import type { MediaModality } from '../../../shared/modalities/modalities';
import type { InputRef, JobInput } from '../../../shared/run/inputs';
import type { ResultFacts } from '../../gateway/types/media';
import type { ResultPlace } from './result-place';

/** Where a job's files are saved and how they are named: the settings at the time the job was created. */
export interface Destination {
  readonly folder: string;
  readonly fileNameTemplate: string;
}

export interface NewJob
  extends Pick<
    Job,
    | 'id'
    | 'modality'
    | 'profileId'
    | 'model'
    | 'prompt'
    | 'parameters'
    | 'extra'
    | 'createdAt'
    | 'status'
    | 'owner'
  > {
  /** Of stored files; one whose file is gone is kept without it. */
  readonly inputs?: readonly InputRef[];
  readonly destination: Destination;
  readonly isForeign: boolean;
  readonly remoteId: string | null;
  readonly parts: readonly (Pick<JobPart, 'start' | 'end'> & {
    readonly idempotencyKey: string;
    /** `completed` for one that another job paid for; `waiting` where absent. */
    readonly status?: 'waiting' | 'completed';
  })[];
}

/** What a job needs to run, and windows don’t show. */
export interface JobInternals {
  readonly destination: Destination;
  readonly hasResult: boolean;
  readonly places: readonly ResultPlace[];
  readonly partKeys: readonly string[];
  /** What the gateway says of each result, in their order; may be shorter than the list of results. */
  readonly resultFacts: readonly ResultFacts[];
}

export type JobPatch = Partial<
  Pick<
    Job,
    | 'status'
    | 'remoteStatus'
    | 'remoteId'
    | 'progress'
    | 'finishedAt'
    | 'mayStillCharge'
    | 'requestId'
    | 'error'
    | 'isDismissed'
    | 'modality'
  > &
    Pick<JobInternals, 'hasResult' | 'places' | 'destination' | 'resultFacts'>
>;

export interface JobFilter {
  readonly modality: MediaModality | null;
  readonly dismissed: boolean;
}

/** Stored jobs; `checks` is always `null` here, since polls are not stored. */
export interface JobStore {
  insert(job: NewJob): void;
  get(id: string): Job | undefined;
  internals(id: string): JobInternals;
  update(id: string, patch: JobPatch): void;
  updatePart(id: string, index: number, patch: Pick<JobPart, 'status' | 'error'>): void;
  /** Keeps which file is sent of each input, where that was not kept before. */
  keepSentInputs(id: string, inputs: readonly JobInput[]): void;
  /** Whether it is known of every input which file is sent. */
  hasSentInputs(id: string): boolean;
  page(filter: JobFilter, cursor: string | null, limit: number): JobPage;
  unfinished(): Job[];
  /** Those that save what came with a chat reply, oldest first. */
  ofMessage(messageId: string): readonly Job[];
  /** Keeps the answer that a job's result was not found in; a later one takes its place. */
  keepAnswer(id: string, answer: RawAnswer): void;
  rawAnswer(id: string): RawAnswer | undefined;
  byRemoteId(profileId: string, remoteId: string): Job | undefined;
}
