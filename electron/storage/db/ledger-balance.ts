/** The balance of an account, as the ledger says it. */
import type { Amount } from '../../../shared/money';
import type { Account } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database } from './driver';

const OF_ACCOUNT = 'profile_id = ? AND unit = ?';

interface Base {
  readonly id: number;
  readonly remaining: Amount;
}

/** The newest balance that was reported, less what was charged after it: news is what differs from it. */
export function reportedBalance(database: Database, account: Account): Amount | null {
  const newest = newestWhere(database, account, 'remaining IS NOT NULL');
  return newest === null ? null : ((newest.remaining - since(database, account, newest).used) as Amount);
}

/**
 * What is left: the last settled balance less all charges since, whatever order they came in, since answers of
 * overlapping calls come in any order and the newest may hold the oldest balance. A lower balance that was reported since
 * holds what no answer has stated, so it counts.
 */
export function remainingBalance(database: Database, account: Account): Amount | null {
  const settled = newestWhere(database, account, 'is_checkpoint = 1 AND remaining IS NOT NULL');
  if (settled === null) return reportedBalance(database, account);
  const base = addedAfter(database, account, settled) ?? settled;
  const { used, lowest } = since(database, account, base);
  return Math.min(base.remaining - used, lowest ?? base.remaining) as Amount;
}

/** A balance above the settled one says that credits were added: the next is counted from it. */
const addedAfter = (database: Database, { profileId, unit }: Account, settled: Base): Base | null =>
  database.get<Base>(
    `SELECT id, remaining FROM ledger WHERE ${OF_ACCOUNT} AND id > ? AND remaining > ? ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit, settled.id, settled.remaining],
  ) ?? null;

const newestWhere = (database: Database, { profileId, unit }: Account, where: string): Base | null =>
  database.get<Base>(
    `SELECT id, remaining FROM ledger WHERE ${OF_ACCOUNT} AND ${where} ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit],
  ) ?? null;

/** What was charged after a row, and the lowest balance that was reported after it. */
const since = (database: Database, { profileId, unit }: Account, { id }: Base) =>
  database.get<{ used: number; lowest: number | null }>(
    `SELECT ${moneySum('used')} AS used, min(remaining) AS lowest FROM ledger WHERE ${OF_ACCOUNT} AND id > ?`,
    ...[profileId, unit, id],
  ) ?? { used: 0, lowest: null };
