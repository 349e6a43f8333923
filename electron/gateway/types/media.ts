/** Images, speech and video: what is asked for, and what comes. */
import type { CallMeta } from './call';
import type { RemoteJob } from './jobs';

/** Bytes that came with the answer, or the address where they wait (it may be of another origin and may expire). */
export type MediaSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string | null }
  | {
      readonly kind: 'url';
      readonly url: string;
      /** Other addresses of the same result, tried in this order where the first fails. */
      readonly alternatives?: readonly string[];
      /** As the reply declares it beside the address. */
      readonly contentType?: string | null;
    };

/** Written to the disk as it came. */
export interface SpooledSource {
  readonly kind: 'spooled';
  readonly contentType: string | null;
}

/** A result in the reply to its request. */
export type AnsweredSource = MediaSource | SpooledSource;

export interface ImageParams {
  readonly model: string;
  readonly prompt: string;
  readonly [field: string]: unknown;
}

/** What a gateway says about one result. */
export interface ResultFacts {
  readonly revisedPrompt: string | null;
  /** By which this result can be requested again alone; a whole number, absent where the gateway names none. */
  readonly seed?: number;
}

/** A gateway may answer with a job to follow, instead of the result. */
export interface JobAnswer {
  readonly job?: RemoteJob;
}

export interface ImageResult extends JobAnswer {
  /** Empty where a job is still at work on them. */
  readonly images: readonly ({ readonly source: AnsweredSource } & ResultFacts)[];
  readonly meta: CallMeta;
  readonly raw: unknown;
}

export interface SpeechParams {
  readonly model: string;
  readonly input: string;
  readonly voice?: string;
  readonly [field: string]: unknown;
}

export interface SpeechResult extends JobAnswer {
  /** The first of the sources; absent where a job is still at work on it. */
  readonly source?: AnsweredSource;
  /** Where an answer holds more than one sound. */
  readonly sources: readonly AnsweredSource[];
  readonly meta: CallMeta;
}

export interface VideoParams {
  readonly model?: string;
  readonly prompt?: string;
  readonly duration?: number;
  readonly resolution?: string;
  readonly [field: string]: unknown;
}
