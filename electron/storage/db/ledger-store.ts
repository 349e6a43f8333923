import type { LedgerCall } from '../../../shared/money/ledger';
import { type Amount, toAmount } from '../../../shared/money/money';
import type {
  Account,
  LedgerStore,
  LedgerTotals,
  OpenGeneration,
  UnknownCall,
} from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database } from './driver';
import { addNames, nameOf, seqOfName, toStoredId } from './ids';
import { chargesInSums, lateCharges } from './ledger-settled';
import { IS_CALL, IS_UNKNOWN, MAY_HAVE_COST, OUTSIDE, SPENT, UNKNOWN_CALL } from './ledger-terms';

/** What every call cost, one row per call. Rows are never changed or deleted: the database itself refuses it. */
export function createLedgerStore(database: Database): LedgerStore {
  return {
    append(entry) {
      addNames(database, entry.profileId, entry.operation, entry.model, entry.conversationId);
      database.run(
        `INSERT INTO ledger_rows (at, profile_seq, operation_seq, model_seq, used, remaining, outcome, status_code,
           request_id, idempotency_key, conversation_seq, message_id, job_id, is_checkpoint, total_ms, estimate_from,
           estimate_to, units, unit, generation_id, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens)
         VALUES (?, ${NAMED}, ${NAMED}, ${NAMED}, ?, ?, ?, ?, ?, ?, ${NAMED}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        entry.at,
        entry.profileId,
        entry.operation,
        entry.model,
        entry.used,
        entry.remaining,
        entry.outcome,
        entry.statusCode,
        entry.requestId,
        entry.idempotencyKey && toStoredId(entry.idempotencyKey),
        entry.conversationId,
        entry.messageId && toStoredId(entry.messageId),
        entry.jobId,
        Number(entry.isCheckpoint),
        entry.totalMs,
        toAmount(entry.forecast?.estimate?.from, entry.unit),
        toAmount(entry.forecast?.estimate?.to, entry.unit),
        entry.forecast?.units ?? null,
        entry.unit,
        entry.generationId ?? null,
        entry.usage?.promptTokens ?? null,
        entry.usage?.cachedTokens ?? null,
        entry.usage?.completionTokens ?? null,
        entry.usage?.reasoningTokens ?? null,
      );
    },
    newestId: () =>
      database.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM ledger_rows')?.id ?? 0,
    sinceCheckpoint: (account) => sinceCheckpoint(database, account),
    chargesOfEarlyJobs: (account) => chargesOfEarlyJobs(database, account),
    openUnknowns: ({ profileId, unit }) =>
      database.all<UnknownCall>(
        `SELECT ${UNKNOWN_CALL} FROM ledger_rows ledger WHERE profile_seq = ${NAMED} AND unit = ? AND ${IS_UNKNOWN} ORDER BY id`,
        ...[profileId, unit],
      ),
    chargesInSums: (account) => chargesInSums(database, account),
    lateCharges: (account, since) => lateCharges(database, account, since),
    openGenerations: ({ profileId, unit }, since) =>
      database.all<OpenGeneration>(
        `SELECT ${UNKNOWN_CALL}, ${nameOf('operation_seq')} AS operation, generation_id AS generationId FROM ledger_rows ledger
         WHERE profile_seq = ${NAMED} AND unit = ? AND at >= ? AND generation_id IS NOT NULL AND ${IS_UNKNOWN} ORDER BY id`,
        ...[profileId, unit, since],
      ),
    lastChargeAt: ({ profileId, unit }) =>
      database.get<{ at: number }>(
        `SELECT at FROM ledger_rows ledger WHERE profile_seq = ${NAMED} AND unit = ? AND ${IS_CALL} AND ${MAY_HAVE_COST}
         ORDER BY id DESC LIMIT 1`,
        ...[profileId, unit],
      )?.at ?? null,
    chargesOfRemote: (account, remoteId) => chargesOfRemote(database, account, remoteId),
    ...callsByKey(database),
    totals: (account, sinceId) => ({
      ...sums(database, account, sinceId),
      remaining: remainingBalance(database, account),
      reported: reportedBalance(database, account),
      lastCall: lastPaidCall(database, account),
    }),
  };
}

/** The number of a name that is a parameter. */
const NAMED = seqOfName('?');

const OF_REMOTE = 'unit = ? AND job_id IN (SELECT id FROM jobs WHERE profile_id = ? AND remote_id = ?)';

const none = 0 as Amount;

function chargesOfRemote(
  database: Database,
  { profileId, unit }: Account,
  remoteId: string,
): ReturnType<LedgerStore['chargesOfRemote']> {
  const params = [unit, profileId, remoteId];
  const sum = database.get<{ used: Amount; found: Amount }>(
    `SELECT ${moneySum('used')} AS used, ${moneySum("iif(outcome = 'reconciled', used, 0)")} AS found
     FROM ledger_rows ledger WHERE ${OF_REMOTE}`,
    ...params,
  );
  const last = database.get<{ used: Amount }>(
    `SELECT used FROM ledger_rows ledger WHERE ${OF_REMOTE} AND operation_seq = ${seqOfName("'jobs.retrieve'")} AND used > 0 ORDER BY id DESC LIMIT 1`,
    ...params,
  );
  const settled = database.get(
    `SELECT 1 FROM ledger_rows ledger WHERE ${OF_REMOTE} AND outcome = 'unknown' AND EXISTS (SELECT 1 FROM ledger_rows later
       WHERE later.profile_seq = ledger.profile_seq AND later.unit = ledger.unit AND later.outcome = 'reconciled'
         AND later.id > ledger.id AND later.used <> 0 AND later.job_id IS NOT ledger.job_id
         AND later.generation_id IS NULL) LIMIT 1`,
    ...params,
  );
  return {
    used: sum?.used ?? none,
    found: sum?.found ?? none,
    last: last?.used ?? null,
    isSettled: settled !== undefined,
  };
}

function sinceCheckpoint(
  database: Database,
  { profileId, unit }: Account,
): ReturnType<LedgerStore['sinceCheckpoint']> {
  const last = database.get<{ id: number; at: number; remaining: Amount }>(
    `SELECT id, at, remaining FROM ledger_rows ledger WHERE profile_seq = ${NAMED} AND unit = ? AND is_checkpoint = 1
     ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit],
  );
  if (!last) return null;
  const since = database.get<{ used: Amount }>(
    `SELECT ${moneySum('used')} AS used FROM ledger_rows ledger WHERE profile_seq = ${NAMED} AND unit = ? AND id > ?`,
    ...[profileId, unit, last.id],
  );
  return { at: last.at, remaining: last.remaining, used: since?.used ?? none };
}

const OF_ACCOUNT = `profile_seq = ${NAMED} AND unit = ?`;

function chargesOfEarlyJobs(
  database: Database,
  { profileId, unit }: Account,
): ReturnType<LedgerStore['chargesOfEarlyJobs']> {
  const account = [profileId, unit];
  const early = database.all<{ jobId: string }>(
    `SELECT DISTINCT job_id AS jobId FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND job_id IS NOT NULL
       AND id < (SELECT min(id) FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND is_checkpoint = 1)`,
    ...[...account, ...account],
  );
  const jobIds = new Set(early.map(({ jobId }) => jobId));
  const charges = database.all<{ jobId: string | null; used: Amount | null }>(
    `SELECT job_id AS jobId, used FROM ledger_rows ledger WHERE ${OF_ACCOUNT}
       AND id > (SELECT max(id) FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND is_checkpoint = 1)`,
    ...[...account, ...account],
  );
  const used = charges.reduce(
    (sum, charge) => sum + (jobIds.has(charge.jobId ?? '') ? (charge.used ?? 0) : 0),
    0,
  );
  return { used: used as Amount, isEarly: (jobId) => jobIds.has(jobId) };
}

function sums(
  database: Database,
  { profileId, unit }: Account,
  sinceId: number,
): Pick<LedgerTotals, 'spent' | 'outside' | 'unknownCalls'> {
  const params = [profileId, unit, sinceId];
  const since = `FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND id > ?`;
  const sum = database.get<{ spent: Amount; outside: Amount }>(
    `SELECT ${SPENT} AS spent, ${OUTSIDE} AS outside ${since}`,
    ...params,
  );
  const unknown = database.get<{ calls: number }>(
    `SELECT count(*) AS calls ${since} AND ${IS_UNKNOWN}`,
    ...params,
  );
  return { spent: sum?.spent ?? none, outside: sum?.outside ?? none, unknownCalls: unknown?.calls ?? 0 };
}

/** The last call that cost something, or may have: loading models and polling jobs is free. */
function lastPaidCall(database: Database, { profileId, unit }: Account): LedgerCall | null {
  const row = database.get<LedgerCall>(
    `SELECT at, ${nameOf('operation_seq')} AS operation, ${nameOf('model_seq')} AS model, unit, used AS amount FROM ledger_rows ledger
     WHERE profile_seq = ${NAMED} AND unit = ? AND outcome IN ('answered', 'unknown') AND ${MAY_HAVE_COST}
     ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit],
  );
  return row ?? null;
}

// What the ledger knows of the calls with one idempotency key.

type CallsByKey = Pick<
  LedgerStore,
  'operationOf' | 'mayBeStored' | 'hasCharge' | 'isCharged' | 'foundCharge' | 'isUnknown'
>;

const callsByKey = (database: Database): CallsByKey => ({
  operationOf: (idempotencyKey) =>
    database.get<{ name: string }>(
      'SELECT name FROM ledger_rows JOIN names ON names.seq = operation_seq WHERE idempotency_key = ? LIMIT 1',
      toStoredId(idempotencyKey),
    )?.name ?? null,
  mayBeStored: (idempotencyKey) =>
    database.get(
      "SELECT 1 FROM ledger_rows WHERE idempotency_key = ? AND outcome <> 'refused' LIMIT 1",
      toStoredId(idempotencyKey),
    ) !== undefined,
  hasCharge: ({ idempotencyKey, requestId }) =>
    database.get(
      'SELECT 1 FROM ledger_rows WHERE idempotency_key = ? AND request_id = ? AND used > 0 LIMIT 1',
      idempotencyKey && toStoredId(idempotencyKey),
      requestId,
    ) !== undefined,
  isCharged: (generationId) =>
    database.get('SELECT 1 FROM ledger_rows WHERE generation_id = ? AND used > 0 LIMIT 1', generationId) !==
    undefined,
  foundCharge: (idempotencyKey) =>
    database.get<{ used: Amount }>(FOUND_CHARGE, toStoredId(idempotencyKey))?.used ?? (0 as Amount),
  isUnknown: (idempotencyKey) => database.get(STILL_UNKNOWN, toStoredId(idempotencyKey)) !== undefined,
});

/**
 * A call of unknown outcome, unless the balance that settled it shows its charge, or shows that there was none. A sum
 * for several calls leaves each of them unknown.
 */
const STILL_UNKNOWN = `SELECT 1 FROM ledger_rows l LEFT JOIN ledger_rows settled ON settled.id = (
    SELECT min(id) FROM ledger_rows WHERE profile_seq = l.profile_seq AND unit = l.unit AND outcome = 'reconciled' AND id > l.id
      AND coalesce(generation_id = l.generation_id, generation_id IS NULL))
  WHERE l.idempotency_key = ? AND l.outcome = 'unknown' AND (settled.id IS NULL OR (settled.used <> 0 AND settled.generation_id IS NULL
    AND coalesce(settled.job_id = l.job_id, settled.message_id = l.message_id, 0) = 0)) LIMIT 1`;

/** Of its job or its message alone: a sum of several calls says nothing of one. */
const FOUND_CHARGE = `SELECT ${moneySum('used')} AS used FROM ledger_rows ledger WHERE outcome = 'reconciled' AND generation_id IS NULL
  AND id IN (SELECT found.id FROM ledger_rows l JOIN ledger_rows found ON found.id > l.id
      AND (found.job_id = l.job_id OR found.message_id = l.message_id)
    WHERE l.idempotency_key = ? AND l.outcome = 'unknown')`;

// The balance of an account, as the ledger says it.

interface Base {
  readonly id: number;
  readonly remaining: Amount;
}

/** The newest balance that was reported, less what was charged after it: news is what differs from it. */
function reportedBalance(database: Database, account: Account): Amount | null {
  const newest = newestWhere(database, account, 'remaining IS NOT NULL');
  return newest === null ? null : ((newest.remaining - since(database, account, newest).used) as Amount);
}

/**
 * What is left: the last settled balance less all charges since, whatever order they came in, since answers of
 * overlapping calls come in any order and the newest may hold the oldest balance. A lower balance that was reported since
 * holds what no answer has stated, so it counts.
 */
function remainingBalance(database: Database, account: Account): Amount | null {
  const settled = newestWhere(database, account, 'is_checkpoint = 1 AND remaining IS NOT NULL');
  if (settled === null) return reportedBalance(database, account);
  const base = addedAfter(database, account, settled) ?? settled;
  const { used, lowest } = since(database, account, base);
  return Math.min(base.remaining - used, lowest ?? base.remaining) as Amount;
}

/** A balance above the settled one says that credits were added: the next is counted from it. */
const addedAfter = (database: Database, { profileId, unit }: Account, settled: Base): Base | null =>
  database.get<Base>(
    `SELECT id, remaining FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND id > ? AND remaining > ? ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit, settled.id, settled.remaining],
  ) ?? null;

const newestWhere = (database: Database, { profileId, unit }: Account, where: string): Base | null =>
  database.get<Base>(
    `SELECT id, remaining FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND ${where} ORDER BY id DESC LIMIT 1`,
    ...[profileId, unit],
  ) ?? null;

/** What was charged after a row, and the lowest balance that was reported after it. */
const since = (database: Database, { profileId, unit }: Account, { id }: Base) =>
  database.get<{ used: number; lowest: number | null }>(
    `SELECT ${moneySum('used')} AS used, min(remaining) AS lowest FROM ledger_rows ledger WHERE ${OF_ACCOUNT} AND id > ?`,
    ...[profileId, unit, id],
  ) ?? { used: 0, lowest: null };
