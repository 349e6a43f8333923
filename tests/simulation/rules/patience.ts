/** Rule 5, for time: what was paid for is waited for, as long as it may come. */
import type { AppErrorData } from '../../../shared/errors';
import { type Run, violate } from '../run-state';

/** Half an hour to the first byte, ten minutes of silence in between; what still grows has no limit. */
const LEAST_MS: Readonly<Record<string, number>> = {
  headers: 30 * 60_000,
  idle: 10 * 60_000,
  total: Infinity,
};

/** @param what failed: a reply, or a call of a job that costs */
export function checkPatience(run: Run, what: string, { code, details }: AppErrorData): void {
  if (code !== 'timeout') return;
  const { stage, afterMs } = (details ?? {}) as { stage?: string; afterMs?: number };
  const least = LEAST_MS[stage ?? ''];
  if (least === undefined || afterMs === undefined || afterMs >= least) return;
  violate(run, 'waits', `${what} was given up after ${Math.round(afterMs / 1000)} s (${stage})`);
}
