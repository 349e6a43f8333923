/**
 * How soon each profile's gateway takes another request, by the headers of its responses. It is kept in memory only.
 * Where nothing was stated, nothing waits.
 */
import type { ProfileRate, RateLimit } from '../../../shared/calls/rate-limit';
import type { Answered } from '../../gateway/types/call';
import type { Clock } from '../ports/clock';

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

// What one statement of a rate limit allows, and for how long it is believed.

/** A statement, and what was learned from those before it. */
interface ReportedLimit extends RateLimit {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The limit fills up evenly, as a bucket does; otherwise it is whole again at its reset. */
  readonly isRefilling: boolean;
}

/**
 * Headers are advice: after this, one request is tried whatever they say. If it is refused, the wait that the refusal
 * asks for holds.
 */
export const LONGEST_PACED_MS = 5 * 60_000;

/** Resets are stated in seconds, so two of one window differ by about one. */
const ROUNDING_MS = 1_500;

/** The new statement, beside the one before it. */
function hearLimit(before: ReportedLimit | null, said: RateLimit, now: number): ReportedLimit {
  const heard = { ...said, at: now, isRefilling: false };
  if (before === null || before.limit !== said.limit || !isCurrent(before, now)) return heard;
  const isRefilling = refills(before, heard);
  if (isRefilling || !isSameWindow(before, heard)) return { ...heard, isRefilling };
  // Responses may arrive in another order than they were made: in one window, the lowest figure is the newest.
  const remaining = Math.min(before.remaining ?? Infinity, said.remaining ?? Infinity);
  return { ...heard, remaining: Number.isFinite(remaining) ? remaining : null };
}

/** In a bucket, the more is used, the later it is full; in a window, time only runs down. */
function refills(before: ReportedLimit, heard: ReportedLimit): boolean {
  const used = usedOf(heard) - usedOf(before);
  const later = (heard.resetMs ?? 0) - (before.resetMs ?? 0);
  if (used > 0 && later !== 0) return later > 0;
  return before.isRefilling;
}

const usedOf = ({ limit, remaining }: RateLimit): number => (limit ?? 0) - (remaining ?? 0);
const endOf = ({ at, resetMs }: ReportedLimit): number => at + Math.min(resetMs ?? 0, LONGEST_PACED_MS);
const isSameWindow = (before: ReportedLimit, heard: ReportedLimit) =>
  Math.abs(endOf(before) - endOf(heard)) <= ROUNDING_MS;

/** Whether the statement still says something. */
const isCurrent = (heard: ReportedLimit, now: number): boolean => now < endOf(heard);

/**
 * Milliseconds until one more request fits; 0 where it fits now or nothing is known.
 *
 * @param open requests that were sent and not answered
 */
function waitForMs(heard: ReportedLimit | null, open: number, now: number): number {
  if (heard === null || heard.remaining === null || !isCurrent(heard, now)) return 0;
  const missing = open + 1 - heard.remaining;
  if (missing <= 0) return 0;
  const used = usedOf(heard);
  const isBucket = heard.isRefilling && heard.limit !== null && used > 0;
  const freeAt = isBucket ? heard.at + (missing * (heard.resetMs ?? 0)) / used : endOf(heard);
  return Math.max(0, Math.ceil(Math.min(freeAt, endOf(heard)) - now));
}
