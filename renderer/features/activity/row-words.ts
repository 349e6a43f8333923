/** Rows of the ledger as text. */
import { formatCredits, type Microcredits } from '../../../shared/credits';
import type { LedgerKind, LedgerOutcome, LedgerRow } from '../../../shared/ledger';
import { formatDuration } from '../../lib/format';

export const kindWords: Readonly<Record<LedgerKind, string>> = {
  chat: 'Chat',
  image: 'Image',
  speech: 'Speech',
  video: 'Video',
  outside: 'Outside this app',
  other: 'Other',
};

export const outcomeWords: Readonly<Record<LedgerOutcome, string>> = {
  answered: 'Answered',
  refused: 'Refused',
  unknown: 'Outcome unknown',
  reconciled: 'Cost found later',
  outside: 'Spent outside this app',
};

/** What happened, in a few words. */
export function rowText({ outcome, used, kind, operation }: LedgerRow): string {
  if (outcome === 'outside') return (used ?? 0) < 0 ? 'Added outside this app' : outcomeWords.outside;
  if (outcome === 'reconciled') return outcomeWords.reconciled;
  return kind === 'other' ? operation : kindWords[kind];
}

/** The response's status, and its meaning where it is an error. */
export function statusText({ outcome, statusCode }: LedgerRow): string {
  if (outcome === 'outside' || outcome === 'reconciled') return '–';
  const word = { answered: '', refused: 'refused', unknown: 'unknown' }[outcome];
  return [statusCode === null ? '' : String(statusCode), word].filter((part) => part !== '').join(' ') || '–';
}

export function toneOf({ outcome }: LedgerRow): string {
  const tones = { refused: 'text-bad', unknown: 'text-warn', outside: 'text-warn', answered: 'text-ok' };
  return outcome === 'reconciled' ? 'text-muted' : tones[outcome];
}

/** `1.2`, or `unknown`, which is not zero. */
export const creditsText = (used: Microcredits | null): string => {
  if (used === null) return 'unknown';
  return used === 0 ? '0' : formatCredits(used, 6, 2);
};

/** Of many calls together: with as many decimals as the others in its column. */
export const sumText = (used: Microcredits): string => (used === 0 ? '0' : formatCredits(used, 2, 2));

export const latencyText = ({ totalMs }: LedgerRow): string =>
  totalMs === null ? '–' : formatDuration(totalMs);

const time = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `20 Nov 2026, 12:04:05`. */
export const timeText = (at: number): string => time.format(at);
