/**
 * How soon each profile's gateway takes another request, by the headers of its responses. It is kept in memory only.
 * Where nothing was stated, nothing waits.
 */
import type { ProfileRate, RateLimit } from '../../../shared/rate-limit';
import type { Answered } from '../../gateway/types/call';
import type { Clock } from '../ports/clock';
import { hearLimit, isCurrent, type ReportedLimit, waitForMs } from './allowance';

export interface Pace {
  /** Takes what a response says, and counts its request as answered. */
  hear(answered: Answered & { readonly profileId: string }): void;
  /** What a profile's gateway said last; `null` where it said nothing, or that time is over. */
  rateOf(profileId: string): ProfileRate | null;
  /** How long a request should wait, in milliseconds; 0 where it can be sent. */
  waitMs(profileId: string): number;
  /** Resolves when a request may fit: ask `waitMs` again then. Rejects with the signal's reason when it aborts. */
  untilFree(profileId: string, signal: AbortSignal): Promise<void>;
  /** Counts a request as sent until it is answered or the returned function is called. */
  take(profileId: string, idempotencyKey: string): () => void;
  /** Calls back when a response, or the end of a request, may have changed `waitMs`. */
  onChange(listener: (profileId: string) => void): void;
}

interface Limits {
  requests: ReportedLimit | null;
  tokens: ReportedLimit | null;
  /** The keys of requests that were sent and not answered. */
  readonly open: Set<string>;
}

/** A timer that fires early must not make a loop of its own. */
const SHORTEST_TIMER_MS = 20;

export function createPace(clock: Pick<Clock, 'now' | 'setTimer'>): Pace {
  const known = new Map<string, Limits>();
  const listeners = new Set<(profileId: string) => void>();
  const limitsOf = (id: string): Limits => {
    const limits = known.get(id) ?? { requests: null, tokens: null, open: new Set<string>() };
    known.set(id, limits);
    return limits;
  };
  const change = (id: string) => {
    for (const listener of [...listeners]) listener(id);
  };
  const waitMs = (id: string) => {
    const { requests, tokens, open } = limitsOf(id);
    const now = clock.now();
    return Math.max(waitForMs(requests, open.size, now), waitForMs(tokens, 0, now));
  };
  return {
    waitMs,
    hear({ profileId, idempotencyKey, limits }) {
      const held = limitsOf(profileId);
      const next = (before: ReportedLimit | null, said: RateLimit | null | undefined) =>
        said ? hearLimit(before, said, clock.now()) : before;
      held.requests = next(held.requests, limits?.requests);
      held.tokens = next(held.tokens, limits?.tokens);
      const wasOpen = idempotencyKey !== null && held.open.delete(idempotencyKey);
      if (limits !== null || wasOpen) change(profileId);
    },
    rateOf: (profileId) => rateAt(profileId, limitsOf(profileId), clock.now()),
    take(profileId, key) {
      const { open } = limitsOf(profileId);
      open.add(key);
      return () => {
        if (open.delete(key)) change(profileId);
      };
    },
    untilFree: (profileId, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const end = (settle: () => void) => {
          cancel();
          listeners.delete(onChange);
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        const onAbort = () => end(() => reject(signal.reason));
        const onChange = (id: string) => {
          if (id === profileId && waitMs(id) === 0) end(resolve);
        };
        const cancel = clock.setTimer(Math.max(SHORTEST_TIMER_MS, waitMs(profileId)), () => end(resolve));
        listeners.add(onChange);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
    onChange: (listener) => void listeners.add(listener),
  };
}

function rateAt(profileId: string, { requests, tokens }: Limits, now: number): ProfileRate | null {
  const current = [requests, tokens].filter((heard) => heard !== null && isCurrent(heard, now));
  if (current.length === 0) return null;
  const shown = (heard: ReportedLimit | null): RateLimit | null =>
    heard !== null && isCurrent(heard, now)
      ? { limit: heard.limit, remaining: heard.remaining, resetMs: heard.at + (heard.resetMs ?? 0) - now }
      : null;
  return { profileId, at: now, requests: shown(requests), tokens: shown(tokens) };
}
