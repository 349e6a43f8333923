import { type Microcredits, toMicrocredits } from '../../../shared/credits';
import type { CreditCall } from '../../../shared/ledger';
import type { LedgerStore, LedgerTotals, UnknownCall } from '../../core/ports/ledger';
import { creditSum } from './credit-sum';
import type { Database } from './driver';
import { IS_UNKNOWN, OUTSIDE, SPENT } from './ledger-terms';

/** What every call cost, one row per call. Rows are never changed or deleted: the database itself refuses it. */
export function createLedgerStore(database: Database): LedgerStore {
  return {
    append(entry) {
      database.run(
        `INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, status_code, request_id,
           idempotency_key, conversation_id, message_id, job_id, is_checkpoint, total_ms, estimate_from, estimate_to,
           units)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        entry.at,
        entry.profileId,
        entry.operation,
        entry.model,
        entry.used,
        entry.remaining,
        entry.outcome,
        entry.statusCode,
        entry.requestId,
        entry.idempotencyKey,
        entry.conversationId,
        entry.messageId,
        entry.jobId,
        Number(entry.isCheckpoint),
        entry.totalMs,
        toMicrocredits(entry.forecast?.estimate?.from),
        toMicrocredits(entry.forecast?.estimate?.to),
        entry.forecast?.units ?? null,
      );
    },
    newestId: () => database.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM ledger')?.id ?? 0,
    sinceCheckpoint: (profileId) => sinceCheckpoint(database, profileId),
    openUnknowns: (profileId) =>
      database.all<UnknownCall>(
        `SELECT at, conversation_id AS conversationId, message_id AS messageId, job_id AS jobId, model FROM ledger
         WHERE profile_id = ? AND ${IS_UNKNOWN} ORDER BY id`,
        profileId,
      ),
    chargesOfRemote: (profileId, remoteId) => chargesOfRemote(database, profileId, remoteId),
    hasCharge: ({ idempotencyKey, requestId }) =>
      database.get(
        'SELECT 1 FROM ledger WHERE idempotency_key = ? AND request_id = ? AND used > 0 LIMIT 1',
        idempotencyKey,
        requestId,
      ) !== undefined,
    isUnknown: (idempotencyKey) => database.get(STILL_UNKNOWN, idempotencyKey) !== undefined,
    totals: (profileId, sinceId) => ({
      ...sums(database, profileId, sinceId),
      remaining: newestBalance(database, profileId),
      lastCall: lastPaidCall(database, profileId),
    }),
  };
}

/**
 * A call of unknown outcome, unless the balance that settled it shows its charge, or shows that there was none. A sum
 * for several calls settles none of them.
 */
const STILL_UNKNOWN = `SELECT 1 FROM ledger l LEFT JOIN ledger settled ON settled.id = (
    SELECT min(id) FROM ledger WHERE profile_id = l.profile_id AND outcome = 'reconciled' AND id > l.id)
  WHERE l.idempotency_key = ? AND l.outcome = 'unknown' AND (settled.id IS NULL OR (settled.used <> 0
    AND coalesce(settled.job_id = l.job_id, settled.message_id = l.message_id, 0) = 0)) LIMIT 1`;

const OF_REMOTE = 'job_id IN (SELECT id FROM jobs WHERE profile_id = ? AND remote_id = ?)';

function chargesOfRemote(
  database: Database,
  profileId: string,
  remoteId: string,
): ReturnType<LedgerStore['chargesOfRemote']> {
  const sum = database.get<{ used: Microcredits }>(
    `SELECT ${creditSum('used')} AS used FROM ledger WHERE ${OF_REMOTE}`,
    profileId,
    remoteId,
  );
  const last = database.get<{ used: Microcredits }>(
    `SELECT used FROM ledger WHERE ${OF_REMOTE} AND operation = 'jobs.retrieve' AND used > 0 ORDER BY id DESC LIMIT 1`,
    profileId,
    remoteId,
  );
  const settled = database.get(
    `SELECT 1 FROM ledger WHERE ${OF_REMOTE} AND outcome = 'unknown' AND EXISTS (SELECT 1 FROM ledger later
       WHERE later.profile_id = ledger.profile_id AND later.outcome = 'reconciled' AND later.id > ledger.id
         AND later.used <> 0 AND later.job_id IS NOT ledger.job_id) LIMIT 1`,
    profileId,
    remoteId,
  );
  const none = 0 as Microcredits;
  return { used: sum?.used ?? none, last: last?.used ?? null, isSettled: settled !== undefined };
}

function newestBalance(database: Database, profileId: string): Microcredits | null {
  const row = database.get<{ remaining: Microcredits }>(
    'SELECT remaining FROM ledger WHERE profile_id = ? AND remaining IS NOT NULL ORDER BY id DESC LIMIT 1',
    profileId,
  );
  return row?.remaining ?? null;
}

function sinceCheckpoint(database: Database, profileId: string): ReturnType<LedgerStore['sinceCheckpoint']> {
  const last = database.get<{ id: number; remaining: Microcredits }>(
    'SELECT id, remaining FROM ledger WHERE profile_id = ? AND is_checkpoint = 1 ORDER BY id DESC LIMIT 1',
    profileId,
  );
  if (!last) return null;
  const since = database.get<{ used: Microcredits }>(
    `SELECT ${creditSum('used')} AS used FROM ledger WHERE profile_id = ? AND id > ?`,
    profileId,
    last.id,
  );
  return { remaining: last.remaining, used: since?.used ?? (0 as Microcredits) };
}

function sums(
  database: Database,
  profileId: string,
  sinceId: number,
): Pick<LedgerTotals, 'spent' | 'outside' | 'unknownCalls'> {
  const sum = database.get<{ spent: Microcredits; outside: Microcredits }>(
    `SELECT ${SPENT} AS spent, ${OUTSIDE} AS outside FROM ledger WHERE profile_id = ? AND id > ?`,
    profileId,
    sinceId,
  );
  const unknown = database.get<{ calls: number }>(
    `SELECT count(*) AS calls FROM ledger WHERE profile_id = ? AND id > ? AND ${IS_UNKNOWN}`,
    profileId,
    sinceId,
  );
  const none = 0 as Microcredits;
  return { spent: sum?.spent ?? none, outside: sum?.outside ?? none, unknownCalls: unknown?.calls ?? 0 };
}

/** The last call that cost something, or may have: loading models and polling jobs is free. */
function lastPaidCall(database: Database, profileId: string): CreditCall | null {
  const row = database.get<{
    at: number;
    operation: string;
    model: string | null;
    used: Microcredits | null;
  }>(
    `SELECT at, operation, model, used FROM ledger
     WHERE profile_id = ? AND outcome IN ('answered', 'unknown') AND used IS NOT 0 ORDER BY id DESC LIMIT 1`,
    profileId,
  );
  return row ?? null;
}
