import { formatCredits, type Microcredits } from '../../../shared/credits';
import type { LedgerRow } from '../../../shared/ledger';

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
  const lines = [
    COLUMNS.join(','),
    ...exported.map((row) => COLUMNS.map((column) => cell(row[column])).join(',')),
  ];
  return { text: `${lines.join('\r\n')}\r\n`, rows: rows.length };
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

/**
 * Quoted as RFC 4180 has it. A text that a spreadsheet would run as a formula gets a leading quote sign: models and
 * request ids are the gateway's words.
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-?\d/.test(value)
      ? `'${value}`
      : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
