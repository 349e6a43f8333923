/** Images, speech and video: what is asked for, and what comes. */
import type { InputRole } from '../../../shared/run/input-roles';

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

/** An input of a request: a stored file. */
export interface SentInput {
  readonly role: InputRole;
  /** Stands for it in a body that is not sent yet; no person can type it. */
  readonly marker: string;
  /** Plain, and unlike the name that a person gave it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  open(): Promise<Blob>;
}

/** Of a request for media, beside those of every call. */
export interface MediaOptions {
  /** What it is made from beside its text. */
  readonly inputs?: readonly SentInput[];
}

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
  /** Of a sound that was joined: how long each of its parts is. */
  readonly partsMs?: readonly number[];
}

export interface SpeechParams {
  readonly model: string;
  readonly input: string;
  readonly voice?: string;
  readonly [field: string]: unknown;
}

export interface VideoParams {
  readonly model?: string;
  readonly prompt?: string;
  readonly duration?: number;
  readonly resolution?: string;
  readonly [field: string]: unknown;
}
