import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { Database } from '../db/driver';
import { foreign } from './damaged';
import { columnsOf } from './rows/row-schemas';
import type { Row } from './tables';

const SAME = [
  'profile_id',
  'operation',
  'outcome',
  'unit',
  'used',
  'idempotency_key',
  'message_id',
  'job_id',
] as const;

const COLUMNS = (columnsOf('ledger') ?? []).filter((column) => column !== 'id');

/**
 * The ledger has no ids of its own: two rows are the same where all fields that identify a call are equal. Imported
 * rows are placed before this computer's own, so that the newest balance of this computer stays the newest.
 * @param count how many rows the archive has
 * @returns a function that inserts a row; it returns false where the row exists already.
 */
export function createLedgerRestore(database: Database, count: number): (row: Row) => boolean {
  const first = database.get<{ id: number | null }>('SELECT min(id) AS id FROM ledger_rows')?.id ?? null;
  let next = first === null ? null : first - count;
  const addUp = createSum(database);
  return (row) => {
    const values = asCounted(row);
    if (first !== null && isHere(database, values, first)) return false;
    addUp(values);
    const columns = COLUMNS.filter((column) => values[column] !== undefined);
    const names = [...(next === null ? [] : ['id']), ...columns].map((column) => `"${column}"`).join(', ');
    const params = [...(next === null ? [] : [next++]), ...columns.map((column) => values[column] ?? null)];
    database.run(`INSERT INTO ledger (${names}) VALUES (${params.map(() => '?').join(', ')})`, ...params);
    return true;
  };
}

/**
 * A call costs zero or more: one that gave credits back would lift the spending limits. The Sandbox has another account
 * on each computer, so its balance is not imported.
 */
function asCounted(row: Row): Row {
  const isGain = Number(row.used ?? 0) < 0 && row.outcome !== 'outside';
  const isCheckpoint =
    row.is_checkpoint === 1 && row.remaining != null && row.profile_id !== SANDBOX_PROFILE_ID;
  const used = isGain ? null : (row.used ?? null);
  return { ...row, used, unit: row.unit ?? 'credits', is_checkpoint: Number(isCheckpoint) };
}

/** The sums of each unit must stay safe integers, or no total can be shown any more. */
function createSum(database: Database): (row: Row) => void {
  const found = database.all<{ unit: string; used: number }>(
    'SELECT unit, total(abs(used)) AS used FROM ledger_rows GROUP BY unit',
  );
  const sums = new Map(found.map(({ unit, used }) => [unit, used]));
  return ({ unit, used }) => {
    const sum = (sums.get(String(unit)) ?? 0) + Math.abs(Number(used ?? 0));
    sums.set(String(unit), sum);
    if (sum > Number.MAX_SAFE_INTEGER) throw foreign('its charges add up to more than can be counted');
  };
}

function isHere(database: Database, row: Row, first: number): boolean {
  const same = SAME.map((column) => `"${column}" IS ?`).join(' AND ');
  const values = SAME.map((column) => row[column] ?? null);
  const found = database.get(
    `SELECT 1 FROM ledger WHERE at = ? AND id >= ? AND ${same} LIMIT 1`,
    ...[row.at ?? null, first, ...values],
  );
  return found !== undefined;
}
