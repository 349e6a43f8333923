/**
 * The app's HTTP calls as the inspector shows them: kept in memory only, and recorded without the key.
 *
 * One record is one request; a call that was retried has a record for each attempt.
 */
import type { Cost } from '../money/cost';
import type { Money } from '../money/money';

/** Older ones make room. */
export const KEPT_CALLS = 500;

/**
 * - `open`: running.
 * - `done`: a complete response, whatever its status.
 * - `failed`: no response, or an incomplete one.
 * - `stopped`: aborted by you, by the app or by a time limit.
 */
export type CallState = 'open' | 'done' | 'failed' | 'stopped';

/** One line of the list. */
export interface CallSummary {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly profileId: string;
  readonly method: string;
  readonly url: string;
  /** Path and query of `url`. */
  readonly path: string;
  /** As the request names it. */
  readonly model: string | null;
  readonly state: CallState;
  /** `null` until a response started, and where a redirect hides it. */
  readonly status: number | null;
  /** Start to end; `null` while open. */
  readonly durationMs: number | null;
  readonly requestBytes: number;
  /** Received so far, after decompression. */
  readonly responseBytes: number;
  /** Events of a stream; 0 for other responses. */
  readonly eventCount: number;
  /** What the response states, whatever the profile counts in; `null` where it states none. */
  readonly cost: Cost | null;
  readonly balance: Money | null;
  readonly requestId: string | null;
  /** The gateway's code, or why no complete response came; `null` where there was no error. */
  readonly error: string | null;
  /** What the app did not take as the response states it, in a sentence; left out where there is nothing of the kind. */
  readonly note?: string;
}

/** In order, names in lower case; a header sent several times is listed several times. */
export type CallHeaders = readonly (readonly [name: string, value: string])[];

/**
 * `text` is the beginning and `tail` the end of a long body, with `leftOutBytes` between them; a body stored in full
 * has an empty `tail`. Of a body that is not text only its size and type are stored.
 */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'binary'; readonly contentType: string | null; readonly bytes: number }
  | {
      readonly kind: 'text';
      readonly contentType: string | null;
      readonly bytes: number;
      readonly text: string;
      readonly leftOutBytes: number;
      readonly tail: string;
    };

/** One event of a stream. */
export interface CallEvent {
  /** Since the start of the call. */
  readonly atMs: number;
  /** Its position in the stream, from 0. */
  readonly index: number;
  /** The `event:` field; empty where there is none. */
  readonly type: string;
  readonly data: string;
}

/**
 * Milliseconds since the start, on a monotonic clock; `null` is unknown. `sentMs`, when the connection was open and the
 * request was sent, is known in the browser host only: Electron's network stack does not report it.
 */
export interface CallTiming {
  readonly sentMs: number | null;
  readonly headersMs: number | null;
  readonly firstByteMs: number | null;
  readonly endMs: number | null;
}

export interface CallDetail extends CallSummary {
  readonly requestHeaders: CallHeaders;
  readonly requestBody: CallBody;
  readonly statusText: string;
  readonly responseHeaders: CallHeaders;
  /** `none` for a stream: its events hold everything. */
  readonly responseBody: CallBody;
  readonly timing: CallTiming;
  /** The first and the last events of a long stream; `index` shows the gap. */
  readonly events: readonly CallEvent[];
}

/** A page of the list, newest first. */
export interface CallPage {
  readonly calls: readonly CallSummary[];
  readonly nextCursor: string | null;
  /** The number of matches. */
  readonly total: number;
  /** How many were recorded and then removed to make room for newer ones. */
  readonly dropped: number;
}

/** Replaces the key: a shell inserts the key from the environment. */
export const KEY_VARIABLE = 'GATEHOUSE_API_KEY';
