/**
 * What the inspector shows of the app's HTTP calls: kept in memory only, and written down without the key.
 *
 * One record is one request; a call that was sent again has a record for each time.
 */
import type { Microcredits } from './credits';

/**
 * - `open`: under way.
 * - `done`: answered to the end, whatever the status.
 * - `failed`: no answer, or one that broke off.
 * - `stopped`: given up by the app, by the person or by a time limit.
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
  /** `null` until an answer began, and where a redirect hides it. */
  readonly status: number | null;
  /** Start to end; `null` while open. */
  readonly durationMs: number | null;
  readonly requestBytes: number;
  /** Received so far, after decompression. */
  readonly responseBytes: number;
  /** Of a stream; 0 for other answers. */
  readonly eventCount: number;
  readonly creditsUsed: Microcredits | null;
  readonly creditsRemaining: Microcredits | null;
  readonly requestId: string | null;
  /** The gateway's code, or why no whole answer came; `null` where nothing went wrong. */
  readonly error: string | null;
}

/** In order, names in lower case; a name sent several times is there several times. */
export type CallHeaders = readonly (readonly [name: string, value: string])[];

/**
 * `text` is the beginning and `tail` the end of a long body, with `leftOutBytes` between them; a body kept whole has
 * an empty `tail`. Of a body that is not text only its size and type are kept.
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
  /** Its place in the stream, counted from 0. */
  readonly index: number;
  /** The `event:` field; empty where there is none. */
  readonly type: string;
  readonly data: string;
}

/**
 * Milliseconds since the start, on a clock that never jumps; `null` is not known. `sentMs`, when a connection stood
 * and the request went out, is known in the browser host only: Electron's network stack does not tell.
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
  /** `none` for a stream: its events say it all. */
  readonly responseBody: CallBody;
  readonly timing: CallTiming;
  /** The first and the last of a long stream; `index` shows the gap. */
  readonly events: readonly CallEvent[];
}

/** A stretch of the list, newest first. */
export interface CallPage {
  readonly calls: readonly CallSummary[];
  readonly nextCursor: string | null;
  /** How many match. */
  readonly total: number;
  /** How many were kept at some time and had to make room for newer ones. */
  readonly dropped: number;
}

/** Stands where the key stood: a shell puts the key in, from the environment. */
export const KEY_VARIABLE = 'GATEHOUSE_API_KEY';
