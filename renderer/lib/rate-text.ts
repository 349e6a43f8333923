/** A gateway's rate limit as text. */
import type { CallWait, ProfileRate, RateLimit } from '../../shared/calls/rate-limit';

/** `1 s`, `12 s`, `5 min`. */
function aboutTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** What a batch or job does meanwhile. */
export const paceText = (untilMs: number, now: number): string =>
  `Waits for the gateway’s rate limit, about ${aboutTime(untilMs - now)}`;

type Waiting = Pick<CallWait, 'nextAt' | 'failedInARow' | 'isPaced'>;

/** What a call waits for that is sent, or sent again, by itself: `refused for now, next try in 8 s`. */
export function waitingText({ nextAt, failedInARow, isPaced }: Waiting, now: number): string {
  if (isPaced) return paceText(nextAt, now);
  const times = failedInARow === 1 ? '' : ` ${failedInARow} times`;
  return `refused for now${times}, next try in ${aboutTime(nextAt - now)}`;
}

/** `59 of 60 left, resets in 1 s`; `null` where it says nothing. */
export function rateText(rate: RateLimit | null): string | null {
  if (rate === null) return null;
  const { limit, remaining, resetMs } = rate;
  const count = (figure: number) => figure.toLocaleString('en');
  const left =
    remaining === null ? null : limit === null ? count(remaining) : `${count(remaining)} of ${count(limit)}`;
  const parts = [
    ...(left !== null ? [`${left} left`] : limit !== null ? [`limit ${count(limit)}`] : []),
    ...(resetMs === null ? [] : [`resets in ${aboutTime(resetMs)}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** The same limit a while after it was reported; `null` once its reset is over. */
export function rateNow(
  rate: RateLimit | null,
  { at }: Pick<ProfileRate, 'at'>,
  now: number,
): RateLimit | null {
  if (rate === null || rate.resetMs === null) return rate;
  const resetMs = at + rate.resetMs - now;
  return resetMs <= 0 ? null : { ...rate, resetMs };
}
