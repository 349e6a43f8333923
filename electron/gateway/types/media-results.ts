/** What comes of a request for images or speech. */
import type { CallMeta } from './call';
import type { RemoteJob } from './jobs';
import type { AnsweredSource, ResultFacts } from './media';

/** A gateway may answer with a job to follow, instead of the result. */
export interface JobAnswer {
  readonly job?: RemoteJob;
  /** The finished job whose results these are, where the answer names it: by its id it is known to be here and paid. */
  readonly finishedJob?: RemoteJob;
}

export interface ImageResult extends JobAnswer {
  /** Empty where a job is still at work on them. */
  readonly images: readonly ({ readonly source: AnsweredSource } & ResultFacts)[];
  readonly meta: CallMeta;
  readonly raw: unknown;
  /** The whole answer, without the key; absent where it was the image itself. */
  readonly answer?: () => unknown;
}

export interface SpeechResult extends JobAnswer {
  /** The first of the sources; absent where a job is still at work on it. */
  readonly source?: AnsweredSource;
  /** Where an answer holds more than one sound. */
  readonly sources: readonly AnsweredSource[];
  readonly meta: CallMeta;
}
