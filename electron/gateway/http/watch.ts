/**
 * How long a call may take, and what ends it: its caller's signal, or one of its time limits. What is paid
 * for may grow as long as it grows.
 */
import { nearbyLimits, remoteLimits, type TimeLimits } from '../../../shared/profiles/time-limits';
import type { Timeouts } from './call';
import { isNearby } from './local-address';

/** `first`: the headers are there, and nothing of the body. */
export type TimeoutStage = 'headers' | 'first' | 'idle' | 'total';

export type EndReason =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'timeout'; readonly stage: TimeoutStage; readonly afterMs: number };

/** What {@link Watch.guard} rejects with once the call has been ended. */
export class EndedError extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(reason.kind);
    this.reason = reason;
  }
}

export interface Watch {
  /** For `fetch`; aborts when the call ends early. */
  readonly signal: AbortSignal;
  /** Why the call was ended early; `null` while it may continue. */
  reason(): EndReason | null;
  /**
   * Settles as `promise` does, but at the latest after `limitMs`, or at once when the call is ended: not every fetch
   * ends a read when its signal aborts. One at a time.
   */
  guard<Value>(promise: Promise<Value>, limitMs: number, stage: TimeoutStage): Promise<Value>;
  abort(): void;
  /** Releases timers and the caller's signal. */
  stop(): void;
}

/** @param totalMs infinite for what may grow as long as it grows */
export function createWatch(totalMs: number, callerSignal?: AbortSignal): Watch {
  const controller = new AbortController();
  let reason: EndReason | null = null;
  let endCurrent: ((error: EndedError) => void) | null = null;

  const stop = () => {
    stopTotal();
    callerSignal?.removeEventListener('abort', abort);
  };
  const end = (why: EndReason) => {
    if (reason !== null) return;
    reason = why;
    stop();
    endCurrent?.(new EndedError(why));
    controller.abort();
  };
  const abort = () => end({ kind: 'aborted' });
  const endAfter = (afterMs: number, stage: TimeoutStage) =>
    startCountdown(afterMs, () => end({ kind: 'timeout', stage, afterMs }));

  const stopTotal = endAfter(totalMs, 'total');
  callerSignal?.addEventListener('abort', abort, { once: true });
  if (callerSignal?.aborted) abort();

  return {
    signal: controller.signal,
    reason: () => reason,
    guard(promise, limitMs, stage) {
      return new Promise((resolve, reject) => {
        const stopLimit = endAfter(limitMs, stage);
        const settle = (settled: () => void) => {
          stopLimit();
          endCurrent = null;
          settled();
        };
        endCurrent = (error) => settle(() => reject(error));
        promise.then(
          (value) => settle(() => resolve(value)),
          (error) => settle(() => reject(error)),
        );
        if (reason !== null) endCurrent(new EndedError(reason));
      });
    },
    abort,
    stop,
  };
}

// A time limit that counts only while the computer is awake.

/**
 * Timers of some systems count the time a computer sleeps, so a limit of ten minutes would have passed at the moment it
 * wakes. Counted in steps, a sleep of any length costs one of them.
 */
const STEP_MS = 10_000;

/**
 * Calls `end` once `limitMs` have passed; never where it is infinite.
 * @returns stops it
 */
export function startCountdown(limitMs: number, end: () => void): () => void {
  if (limitMs === Number.POSITIVE_INFINITY) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = (remainingMs: number) => {
    const stepMs = Math.min(remainingMs, STEP_MS);
    timer = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : end()), stepMs);
  };
  wait(Math.max(0, limitMs));
  return () => clearTimeout(timer);
}

// How long each kind of call may take: what is paid for may grow as long as it grows.

/** Calls that only look something up; nothing is lost when they are asked again. */
const free = { headersMs: 30_000, idleMs: 60_000, totalMs: 300_000 } as const;

/** @param own the profile's limits; the defaults hold where it has none */
export function timeoutsFor(baseUrl: string, own?: TimeLimits): Timeouts {
  const usual = isNearby(baseUrl) ? nearbyLimits : remoteLimits;
  return {
    headersMs: (own?.firstByteSeconds ?? usual.firstByteSeconds) * 1_000,
    idleMs: (own?.silenceSeconds ?? usual.silenceSeconds) * 1_000,
    totalMs: free.totalMs,
  };
}

/** The limits of a call that costs: none on the whole of it. */
export const paidLimits = ({ headersMs, idleMs }: Timeouts): Timeouts => ({
  headersMs,
  idleMs,
  totalMs: Number.POSITIVE_INFINITY,
});

export const freeLimits = ({ headersMs, idleMs, totalMs }: Timeouts): Timeouts => ({
  headersMs: Math.min(headersMs, free.headersMs),
  idleMs: Math.min(idleMs, free.idleMs),
  totalMs,
});

/** A result is there when its address is, so its first byte is waited for no longer than for any other. */
export const downloadLimits = ({ idleMs }: Timeouts): Timeouts => ({
  headersMs: idleMs,
  idleMs,
  totalMs: Number.POSITIVE_INFINITY,
});
