/** Rows of the ledger as text. */

import { type ModalityId, modalities, modalityIds } from '../../../shared/modalities/modalities';
import type { LedgerKind, LedgerOutcome, LedgerRow } from '../../../shared/money/ledger';
import { type Amount, formatAmount, type MoneyUnit, withUnit } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { formatDuration, formatSecond } from '../../lib/format';

const labels = Object.fromEntries(modalityIds.map((id) => [id, modalities[id].label])) as Record<
  ModalityId,
  string
>;

export const kindWords: Readonly<Record<LedgerKind, string>> = {
  ...labels,
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
export function rowText({ outcome, amount, kind, operation }: LedgerRow): string {
  if (outcome === 'outside') return (amount ?? 0) < 0 ? 'Added outside this app' : outcomeWords.outside;
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

/** `1.2`, `$0.0031`, or `unknown`, which is not zero. */
export const amountText = (amount: Amount | null, unit: MoneyUnit): string => {
  if (amount === null) return 'unknown';
  return marked(amount === 0 ? '0' : formatAmount(amount, unit, units[unit].exactDigits, 2), unit);
};

/** Of many calls together: with as many decimals as the others in its column. */
export const sumFigure = (used: Amount, unit: MoneyUnit): string =>
  used === 0 ? '0' : formatAmount(used, unit, units[unit].shortDigits, units[unit].shortDigits);

/** The same with the sign of its unit; credits are named by the head of their column. */
export const sumText = (used: Amount, unit: MoneyUnit): string => marked(sumFigure(used, unit), unit);

const marked = (figure: string, unit: MoneyUnit): string => withUnit(figure, unit, 'bareSign');

export const latencyText = ({ totalMs }: LedgerRow): string =>
  totalMs === null ? '–' : formatDuration(totalMs);

/** `1,200`, or `1,200 (1,000 cached)` where a part of them is stated; `null` where nothing is. */
export const tokensText = (all: number | null, part: number | null, word: string): string | null => {
  if (all === null) return null;
  const among = part === null || part === 0 ? '' : ` (${part.toLocaleString('en')} ${word})`;
  return `${all.toLocaleString('en')}${among}`;
};

/** `20 Nov 2026, 12:04:05`. */
export const timeText = formatSecond;
