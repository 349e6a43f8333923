import { SANDBOX_PROFILE_ID } from '../../../shared/sandbox-profile';
import type { Database } from '../driver';
import type { Row } from './read-rows';

const SAME = [
  'profile_id',
  'operation',
  'outcome',
  'used',
  'idempotency_key',
  'message_id',
  'job_id',
] as const;

/**
 * The ledger has no ids of its own: a row is the same where all that tells a call is the same. What comes from elsewhere
 * stands before what happened here, so that the newest balance of this computer stays the newest.
 */
export function createLedgerRestore(database: Database, count: number): (row: Row) => boolean {
  const first = database.get<{ id: number | null }>('SELECT min(id) AS id FROM ledger')?.id ?? null;
  let next = first === null ? null : first - count;
  return (row) => {
    const { id: _, ...values } = row;
    if (first !== null && isHere(database, row, first)) return false;
    // The embedded gateway's account is another one on each computer: its balance there says nothing here.
    if (values.profile_id === SANDBOX_PROFILE_ID) values.is_checkpoint = 0;
    const columns = Object.keys(values);
    const names = [...(next === null ? [] : ['id']), ...columns].map((column) => `"${column}"`).join(', ');
    const params = [...(next === null ? [] : [next++]), ...columns.map((column) => values[column] ?? null)];
    database.run(`INSERT INTO ledger (${names}) VALUES (${params.map(() => '?').join(', ')})`, ...params);
    return true;
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
