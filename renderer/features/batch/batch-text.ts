/** Batches as text. */

import type { AppErrorData } from '../../../shared/errors';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import { type ModalityId, modalities } from '../../../shared/modalities/modalities';
import { costText, isPaid } from '../../../shared/money/cost';
import { cutText } from '../../../shared/text/cut-text';
import { titleOfStage } from '../../lib/error-text';
import { unitTones, unitWords } from '../../parts/unit-work';

export const labelOf = (modality: ModalityId): string => modalities[modality].label;

/** A charged row that waits only has its result to download or save. */
export const rowWord = (row: Pick<BatchRow, 'status' | 'cost'>): string =>
  row.status === 'waiting' && isPaid(row.cost) ? 'charged, waiting to be saved' : unitWords[row.status];

export const toneOfRow = ({ status }: Pick<BatchRow, 'status'>): string => unitTones[status];

export const rowCount = ({ counts }: Pick<Batch, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** `running · 3 of 5 done, 1 failed` */
export function stateText(batch: Pick<Batch, 'status' | 'counts'>): string {
  const { counts, status } = batch;
  const further = (['running', 'failed', 'interrupted', 'stopped'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`);
  return `${status} · ${[`${counts.done} of ${rowCount(batch)} done`, ...further].join(', ')}`;
}

/** `1.2 cr + unknown` */
export const creditsText = (batch: Pick<Batch, 'hasUnknownCost' | 'cost'>) =>
  `${costText(batch.cost)}${batch.hasUnknownCost ? ' + unknown' : ''}`;

const whyCalled = {
  rounds: 'after the last round',
  'cost limit': 'at the cost limit of a row',
  unanswered: 'without an automatic result',
  'unknown cost': 'after a call of unknown cost',
} as const;

/** Why such a row has ended, and where it goes on. */
export function calledText({ calledTools = [], roundsEnded }: CalledRow): string | undefined {
  if (calledTools.length === 0) return undefined;
  const why = roundsEnded === undefined ? 'which this batch doesn’t answer' : whyCalled[roundsEnded];
  return `Called tools (${calledTools.join(', ')}), ${why}. Open the row to continue in its chat.`;
}

type CalledRow = Pick<BatchRow, 'calledTools' | 'roundsEnded'>;

export const roundsText = (rounds: number): string => (rounds === 1 ? '1 round' : `${rounds} rounds`);

export const callsText = (count: number): string =>
  count === 1 ? '1 call' : `${count.toLocaleString('en')} calls`;
export const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;

/** An error that applies to all rows: `Paused: couldn't save the result`. */
export function titleOfPause(error: AppErrorData): string {
  const title = titleOfStage(error) ?? 'the other rows would fail too';
  return `Paused: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** What the waiting rows have cost, and what resuming would cost. */
export function pauseText(waiting: number, { stage }: AppErrorData): string {
  const count = `${rowsText(waiting)} waiting`;
  return stage === 'download' || stage === 'save'
    ? `${count}. Rows that were charged are not charged again: resuming fetches and saves their results.`
    : `${count}, not charged.`;
}

/** `temperature 0.2, seed 7`; empty where nothing is set. */
/** What each row of a batch is sent with: every field by its name, those beside the form too. */
export function sentText({ settings, parameters, extra }: SentFields): string {
  const { extra: besideSettings, ...own } = settings ?? {};
  return fieldsText({ ...own, ...parameters, ...(extra ?? (besideSettings as Fields | undefined)) });
}

interface SentFields {
  readonly settings?: Fields;
  readonly parameters?: Fields;
  readonly extra?: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsText = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${shortened(value)}`)
    .join(', ');

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${cutText(text, 59)}…` : text;
}
