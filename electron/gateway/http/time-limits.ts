/** How long each kind of call may take: what is paid for may grow as long as it grows. */
import { nearbyLimits, remoteLimits, type TimeLimits } from '../../../shared/profiles/time-limits';
import type { Timeouts } from './call';
import { isNearby } from './local-address';

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
