import { csvText } from '../../../shared/lab/csv';
import type { LedgerRow } from '../../../shared/money/ledger';
import { type Amount, exactAmount, type MoneyUnit } from '../../../shared/money/money';
import { firstUnit } from '../../../shared/money/money-units';

const COLUMNS = [
  'time',
  'operation',
  'model',
  'credits',
  'remaining',
  'outcome',
  'status',
  'ms',
  'requestId',
  'kind',
  'profileId',
  'conversationId',
  'jobId',
  'unit',
  'amount',
  'balance',
  'inputTokens',
  'cachedTokens',
  'outputTokens',
  'reasoningTokens',
] as const;

type Exported = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/**
 * Amounts as exact decimals, an unknown one is empty, never zero: `amount` and `balance` in the row's own unit. The older
 * columns `credits` and `remaining` are for rows in credits alone. Cached tokens are among the input, reasoning among the
 * output.
 */
export function exportLedger(
  rows: readonly LedgerRow[],
  format: 'csv' | 'json',
): { text: string; rows: number } {
  const exported = rows.map(toExported);
  if (format === 'json') return { text: `${JSON.stringify(exported, null, 2)}\n`, rows: rows.length };
  const lines = exported.map((row) => COLUMNS.map((column) => row[column]));
  return { text: csvText([COLUMNS, ...lines]), rows: rows.length };
}

function toExported(row: LedgerRow): Exported {
  return {
    time: new Date(row.at).toISOString(),
    operation: row.operation,
    model: row.model,
    credits: row.unit === firstUnit ? exact(row.amount, row.unit) : null,
    remaining: row.unit === firstUnit ? exact(row.balance, row.unit) : null,
    outcome: row.outcome,
    status: row.statusCode,
    ms: row.totalMs === null ? null : Math.round(row.totalMs),
    requestId: row.requestId,
    kind: row.kind,
    profileId: row.profileId,
    conversationId: row.conversationId,
    jobId: row.jobId,
    unit: row.unit,
    amount: exact(row.amount, row.unit),
    balance: exact(row.balance, row.unit),
    inputTokens: row.promptTokens,
    cachedTokens: row.cachedTokens,
    outputTokens: row.completionTokens,
    reasoningTokens: row.reasoningTokens,
  };
}

function exact(amount: Amount | null, unit: MoneyUnit): string | null {
  return amount === null ? null : exactAmount(amount, unit);
}
