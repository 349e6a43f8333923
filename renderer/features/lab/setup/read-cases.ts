/** Cases from pasted texts and files: CSV, TSV, or JSON with one object on each line. */
import type { TableMistake } from '../../../../shared/lab/batch';
import { aboveHeaderText } from '../../../../shared/lab/table-head';
import { readTable } from '../../../parts/tables/read-table';
import type { CaseDraft } from './lab-draft';

export type CasesReading =
  | { readonly ok: true; readonly cases: readonly CaseDraft[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly TableMistake[] };

/** @param mark between the cells of a table, where it is known to be one */
export function readCases(text: string, mark?: string): CasesReading {
  const start = text.trimStart()[0];
  if (mark === undefined && (start === '{' || start === '[')) return readJson(text.trim());
  const reading = readTable(text, { mark });
  if (!reading.ok) return reading;
  const { columns, rows } = reading.table;
  const above = aboveHeaderText(reading.head);
  return {
    ok: true,
    notes: above === null ? [] : [above],
    cases: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
  };
}

const mistakesAtMost = 20;

/** One object on each line, or a list of them. */
function readJson(text: string): CasesReading {
  const whole = text.startsWith('[') ? parsed(text) : undefined;
  const lines: readonly unknown[] = Array.isArray(whole)
    ? whole
    : text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map(parsed);
  const mistakes = lines.flatMap((line, at): TableMistake[] =>
    isRecord(line) ? [] : [{ row: at + 1, column: null, message: 'it is not a JSON object.' }],
  );
  if (mistakes.length > 0) return { ok: false, mistakes: mistakes.slice(0, mistakesAtMost) };
  return { ok: true, notes: [], cases: lines.filter(isRecord).map(caseOfRecord) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts as they are, other values as JSON. `expected` is what the answer should be, as files of evaluations name it. */
function caseOfRecord(record: Record<string, unknown>): CaseDraft {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name === 'expected' || name === 'ideal' ? '__expected' : name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
