import { formatCredits, type Microcredits } from '../../../shared/credits';
import type { LedgerRow } from '../../../shared/ledger';
import { csvText } from '../lib/csv';

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
] as const;

type Exported = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Amounts as exact decimals in credits; an unknown one is empty, never zero. */
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
    credits: amount(row.used),
    remaining: amount(row.remaining),
    outcome: row.outcome,
    status: row.statusCode,
    ms: row.totalMs === null ? null : Math.round(row.totalMs),
    requestId: row.requestId,
    kind: row.kind,
    profileId: row.profileId,
    conversationId: row.conversationId,
    jobId: row.jobId,
  };
}

function amount(micros: Microcredits | null): string | null {
  return micros === null ? null : formatCredits(micros, 6);
}
