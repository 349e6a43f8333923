/** Calls as text and figures. */

import type { CallDetail, CallSummary, CallTiming } from '../../../shared/calls/inspector';
import { readRateLimits } from '../../../shared/calls/rate-limit';
import { costText } from '../../../shared/money/cost';
import { formatDuration } from '../../lib/format';
import { rateText } from '../../lib/rate-text';

/** The state of a call, or its response's status. */
export function statusText({ state, status, error }: CallSummary): string {
  const word = { open: 'running', done: '', failed: 'failed', stopped: 'stopped' }[state];
  const parts = [status === null ? '' : String(status), word].filter((part) => part !== '');
  return parts.length === 0 ? (error ?? 'done') : parts.join(' ');
}

export type CallTone = 'ok' | 'warn' | 'bad' | 'muted';

export function toneOf({ state, status, error }: CallSummary): CallTone {
  if (state === 'open') return 'muted';
  if (state === 'failed' || (status !== null && status >= 400)) return 'bad';
  return state === 'stopped' || error !== null ? 'warn' : 'ok';
}

export const durationText = ({ durationMs }: CallSummary): string =>
  durationMs === null ? '…' : formatDuration(durationMs);

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** `812 B`, `3.4 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(value < 99.95 ? 1 : 0)} ${units[unit]}`;
}

/** Empty where no response stated it: most polls of a job state none. */
export const creditsText = ({ cost }: CallSummary): string => costText(cost) ?? '';

/** `Rate limit: requests 59 of 60 left, resets in 1 s`, as it was then; `null` where the headers state none. */
export function limitsText({
  responseHeaders,
  startedAt,
  timing,
}: Pick<CallDetail, 'responseHeaders' | 'startedAt' | 'timing'>): string | null {
  const header = (name: string) => responseHeaders.find(([one]) => one === name)?.[1] ?? null;
  const limits = readRateLimits(header, startedAt + (timing.headersMs ?? 0));
  const parts = (['requests', 'tokens'] as const).flatMap((kind) => {
    const text = rateText(limits?.[kind] ?? null);
    return text === null ? [] : [`${kind} ${text}`];
  });
  return parts.length === 0 ? null : `Rate limit: ${parts.join('; ')}`;
}

export interface Phase {
  readonly label: string;
  /** Since the start of the call. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The phases of a call's time, where they are known. */
export function phasesOf({ sentMs, headersMs, firstByteMs, endMs }: CallTiming): readonly Phase[] {
  const marks: readonly (readonly [string, number | null])[] = [
    ['Queue and connection', sentMs],
    [
      sentMs === null ? 'Queue, connection and waiting for the response' : 'Waiting for the response',
      headersMs,
    ],
    ['To the first byte of the body', firstByteMs],
    [firstByteMs === null ? 'To the end' : 'Receiving', endMs],
  ];
  const phases: Phase[] = [];
  for (const [label, toMs] of marks) {
    if (toMs !== null) phases.push({ label, fromMs: phases.at(-1)?.toMs ?? 0, toMs });
  }
  return phases;
}
