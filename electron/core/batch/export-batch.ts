import { hasExpected } from '../../../shared/assertions/cells';
import type { Message } from '../../../shared/chat/chat';
import { answerIn } from '../../../shared/lab/answer';
import type { Batch } from '../../../shared/lab/batch';
import { csvText } from '../../../shared/lab/csv';
import { amountIn, costFields } from '../../../shared/money/cost';
import { type Amount, exactAmount, type Money } from '../../../shared/money/money';
import { byName, firstUnit, moneyUnits, type UnitField, unitTable } from '../../../shared/money/money-units';
import { placeText } from '../../../shared/run/reply-fit';
import { rowFormat } from '../../../shared/run/response-format';
import type { Judging } from '../judging/judge-tools';
import type { BatchTurn } from '../ports/batches';
import type { Storage } from '../ports/storage';
import { rowCallsOf } from './row-calls';
import { type ReadRowFormat, rowFormatOf } from './row-format';
import { type ReadVerdict, rowVerdictOf } from './row-verdict';

const ROWS_PER_PAGE = 500;

/** Of its cost, each amount is an exact decimal; `null` while unknown, never zero instead. */
interface ExportedRow extends Readonly<Record<UnitField, string | null>> {
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
  readonly state: string;
  readonly answer: string | null;
  readonly file: string | null;
  readonly ms: number | null;
  readonly error: string | null;
  /** Of a reply that follows a schema: its fields by name, and where it does not follow the schema. */
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly misfit?: string | null;
  /** Of a row that expects something: how its reply was judged. */
  readonly verdict?: string | null;
  readonly score?: number | null;
  readonly why?: string | null;
  /** Of a row whose last reply called tools: their names, how many rounds were answered, and why no more. */
  readonly calledTools?: readonly string[];
  readonly rounds?: number;
  readonly roundsEnded?: string;
  /** Of a reply without text: what its answer is instead. */
  readonly answerOf?: string;
}

/** Columns are only ever added at the end. */
const [, ...others] = moneyUnits;
const ENDING = [
  ...(['state', 'answer', 'file', unitTable[firstUnit].field, 'ms', 'error'] as const),
  ...others.map((unit) => unitTable[unit].field),
];

/** Every row with its full answer, in the order of the table. */
export function exportBatch(
  ports: Judging,
  batch: Batch,
  format: 'csv' | 'json',
): { text: string; rows: number } {
  const { storage } = ports;
  const read = rowFormatOf(ports, batch);
  const verdict = rowVerdictOf(ports, batch);
  const calls = rowCallsOf(storage, batch);
  const names = fieldNames(batch);
  const rows = allRows(storage, batch).map((turn) => ({
    ...exported(storage, batch, turn),
    ...(names.length > 0 && formatted(names, read(turn))),
    ...(hasExpected(batch.columns) && judged(verdict(turn))),
    ...calls(turn),
  }));
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
    ...answerOf(turn, turn.replyId === null ? undefined : messages.get(turn.replyId)),
    file: place ? `${place.folder}/${place.fileName}` : null,
    ...costFields(turn.cost, exact),
    ms: turn.totalMs,
    error: turn.error === null ? null : `${turn.error.code}: ${turn.error.message}`,
  };
}

function answerOf(
  { status }: BatchTurn,
  reply: Message | undefined,
): Pick<ExportedRow, 'answer' | 'answerOf'> {
  if (reply === undefined) return { answer: null };
  const { text, ...kind } = answerIn(reply.parts, status === 'done');
  return { answer: text, ...kind };
}

const fieldNames = (batch: Batch): readonly string[] =>
  batch.modality === 'chat' ? (rowFormat(batch.settings)?.fields ?? []) : [];

function formatted(names: readonly string[], { fields = [], misfit = null }: ReturnType<ReadRowFormat>) {
  return {
    fields: Object.fromEntries(names.map((name, at) => [name, fields[at] ?? null])),
    misfit: misfit === null ? null : `${placeText(misfit)} ${misfit.why}`,
  };
}

const judged = ({ verdict }: ReturnType<ReadVerdict>) => ({
  verdict: verdict?.state ?? null,
  score: verdict?.score ?? null,
  why: verdict?.why.join(' ') ?? null,
});

const VERDICT = ['verdict', 'score', 'why'] as const;
const SOME_HAVE = ['answerOf', 'calledTools', 'rounds', 'roundsEnded'] as const;

const exact = ({ unit, amount }: Money): string => exactAmount(amount, unit);

/** Fields come after all that was there before; one whose name is taken has `reply.` before it. */
function asCsv(batch: Batch, rows: readonly ExportedRow[]): string {
  const { columns } = batch;
  const names = fieldNames(batch);
  const verdict = hasExpected(columns) ? VERDICT : [];
  const called = SOME_HAVE.filter((name) => rows.some((row) => row[name] !== undefined));
  const taken = ['row', ...columns, ...ENDING, 'misfit', ...verdict];
  const heads = names.map((name) => (taken.includes(name) ? `reply.${name}` : name));
  const line = (row: ExportedRow) => [
    row.row,
    ...columns.map((column) => row.values[column] ?? ''),
    ...ENDING.map((name) => row[name]),
    ...names.map((name) => row.fields?.[name] ?? null),
    ...(names.length > 0 ? [row.misfit ?? null] : []),
    ...verdict.map((name) => row[name] ?? null),
    ...called.map((name) => (name === 'calledTools' ? row[name]?.join(', ') : row[name]) ?? null),
  ];
  const more = names.length > 0 ? [...heads, 'misfit'] : [];
  return csvText([['row', ...columns, ...ENDING, ...more, ...verdict, ...called], ...rows.map(line)]);
}

const none = 0 as Amount;

function asJson(batch: Batch, rows: readonly ExportedRow[]): string {
  const { name, model, template, cost } = batch;
  const sums = byName('field', (unit) => exactAmount(amountIn(cost, unit) ?? none, unit));
  const whole = { name, model, prompt: template, ...sums, rows };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
