/** What one statement of a rate limit allows, and for how long it is believed. */
import type { RateLimit } from '../../../shared/rate-limit';

/** A statement, and what was learned from those before it. */
export interface ReportedLimit extends RateLimit {
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
export function hearLimit(before: ReportedLimit | null, said: RateLimit, now: number): ReportedLimit {
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
export const isCurrent = (heard: ReportedLimit, now: number): boolean => now < endOf(heard);

/**
 * Milliseconds until one more request fits; 0 where it fits now or nothing is known.
 *
 * @param open requests that were sent and not answered
 */
export function waitForMs(heard: ReportedLimit | null, open: number, now: number): number {
  if (heard === null || heard.remaining === null || !isCurrent(heard, now)) return 0;
  const missing = open + 1 - heard.remaining;
  if (missing <= 0) return 0;
  const used = usedOf(heard);
  const isBucket = heard.isRefilling && heard.limit !== null && used > 0;
  const freeAt = isBucket ? heard.at + (missing * (heard.resetMs ?? 0)) / used : endOf(heard);
  return Math.max(0, Math.ceil(Math.min(freeAt, endOf(heard)) - now));
}
