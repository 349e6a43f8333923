import type { Batch } from '../../../shared/batch';
import { csvText } from '../../../shared/csv';
import { type Amount, exactDigits, formatAmount, type MoneyUnit } from '../../../shared/money';
import type { BatchTurn } from '../ports/batches';
import type { Storage } from '../ports/storage';

const ROWS_PER_PAGE = 500;

interface ExportedRow {
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
  readonly state: string;
  readonly answer: string | null;
  readonly file: string | null;
  /** An exact decimal; `null` while unknown, never zero instead. */
  readonly credits: string | null;
  /** The same in US dollars; `null` where none were charged. */
  readonly dollars: string | null;
  readonly ms: number | null;
  readonly error: string | null;
}

const ENDING = ['state', 'answer', 'file', 'credits', 'ms', 'error', 'dollars'] as const;

/** Every row with its full answer, in the order of the table. */
export function exportBatch(
  storage: Storage,
  batch: Batch,
  format: 'csv' | 'json',
): { text: string; rows: number } {
  const rows = allRows(storage, batch).map((turn) => exported(storage, batch, turn));
  return { text: format === 'json' ? asJson(batch, rows) : asCsv(batch, rows), rows: rows.length };
}

function allRows({ batches }: Storage, { id }: Batch): readonly BatchTurn[] {
  const rows: BatchTurn[] = [];
  for (;;) {
    const page = batches.rows(id, rows.length, ROWS_PER_PAGE);
    rows.push(...page);
    if (page.length < ROWS_PER_PAGE) return rows;
  }
}

function exported({ messages, media }: Storage, { columns }: Batch, turn: BatchTurn): ExportedRow {
  const place = turn.media && media.place(turn.media.id);
  return {
    row: turn.position + 1,
    values: Object.fromEntries(columns.map((column, index) => [column, turn.values[index] ?? ''])),
    state: turn.status,
    answer: turn.replyId === null ? null : (messages.get(turn.replyId)?.text ?? null),
    file: place ? `${place.folder}/${place.fileName}` : null,
    credits: exact(turn.creditsUsed, 'credits'),
    dollars: exact(turn.dollarsUsed, 'usd'),
    ms: turn.totalMs,
    error: turn.error === null ? null : `${turn.error.code}: ${turn.error.message}`,
  };
}

const exact = (amount: Amount | null | undefined, unit: MoneyUnit): string | null =>
  amount == null ? null : formatAmount(amount, unit, exactDigits[unit]);

function asCsv({ columns }: Batch, rows: readonly ExportedRow[]): string {
  const line = (row: ExportedRow) => [
    row.row,
    ...columns.map((column) => row.values[column] ?? ''),
    ...ENDING.map((name) => row[name]),
  ];
  return csvText([['row', ...columns, ...ENDING], ...rows.map(line)]);
}

function asJson(batch: Batch, rows: readonly ExportedRow[]): string {
  const { name, model, template, creditsUsed, dollarsUsed } = batch;
  const cost = { credits: exact(creditsUsed, 'credits'), dollars: exact(dollarsUsed, 'usd') };
  const whole = { name, model, prompt: template, ...cost, rows };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
