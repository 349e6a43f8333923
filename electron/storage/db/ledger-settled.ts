/** Calls that a balance settled together: charged after it, or reported by themselves after it. */

import type { Amount } from '../../../shared/money/money';
import type { Account, LateCharges, LedgerStore, UnknownCall } from '../../core/ports/ledger';
import type { Database } from './driver';
import { nameOf, outerId, seqOfName } from './ids';
import { COST_NOT_REPORTED, UNKNOWN_CALL } from './ledger-terms';

/** The account is `?1`, a profile, and `?2`, a unit. */
const PROFILE = seqOfName('?1');

/** A sum settled it together with other calls: what it cost, or whether that came later, is not known. */
const HAS_NO_AMOUNT = `NOT EXISTS (SELECT 1 FROM ledger_rows settled WHERE settled.outcome = 'reconciled' AND settled.id > ledger.id
  AND coalesce(settled.job_id = ledger.job_id, settled.message_id = ledger.message_id, 0))`;

/** A charge of the same call that is known: a balance or its generation showed it, or an answer named it. */
const IS_FOUND = `((found.outcome = 'reconciled' AND (found.used <> 0 OR found.generation_id IS NOT NULL))
  OR (found.outcome = 'answered' AND found.used > 0))`;

const LAST_BALANCE = `SELECT max(id) FROM ledger_rows ledger WHERE profile_seq = ${PROFILE} AND unit = ?2 AND is_checkpoint = 1`;

/** The job that an answer named at no charge had not ended by the last settled balance: it is charged at its end. */
const IS_OPEN_JOB = `sent.outcome = 'answered' AND sent.used = 0 AND EXISTS (SELECT 1 FROM jobs WHERE jobs.id = sent.job_id
  AND (jobs.finished_at IS NULL OR jobs.finished_at >= (SELECT at FROM ledger_rows WHERE id = (${LAST_BALANCE}))))`;

/** A request that was charged, or may be after the last settled balance. */
const IS_SENT = `sent.idempotency_key IS NOT NULL
  AND (sent.outcome = 'unknown' OR (sent.outcome = 'answered' AND sent.used > 0) OR (${IS_OPEN_JOB}))`;

/**
 * Of this request and those of the same call after it, fewer were found charged than were sent: a balance had shown
 * nothing by then, and the gateway may still have worked on it, or it was sent twice to a gateway that charges both.
 */
const MAY_BE_CHARGED = `(SELECT count(*) FROM ledger_rows found WHERE found.id > ledger.id AND ${IS_FOUND}
  AND coalesce(found.job_id = ledger.job_id, found.message_id = ledger.message_id, 0))
  < (SELECT max(1, count(*)) FROM ledger_rows sent WHERE sent.id >= ledger.id AND sent.at >= ?3 AND ${IS_SENT}
      AND coalesce(sent.job_id = ledger.job_id, sent.message_id = ledger.message_id, 0))`;

/** Calls of unknown cost that were sent so shortly before the last settled balance that it may not hold their charge. */
const CALLS = `SELECT ${UNKNOWN_CALL} FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND at >= ?3 AND ${COST_NOT_REPORTED} AND ${MAY_BE_CHARGED}`;

const OF_JOB = 'NULL AS conversationId, NULL AS messageId';

/** Remote jobs that were left and of which no charge is known. */
const JOBS = `SELECT finished_at AS at, ${OF_JOB}, id AS jobId, model FROM jobs
  WHERE profile_id = ?1 AND finished_at >= ?2 AND may_still_charge = 1
    AND NOT EXISTS (SELECT 1 FROM ledger_rows ledger WHERE job_id = jobs.id AND used > 0)`;

/** Jobs whose reported charge was taken for a part of such a sum, since the last settled balance. */
const COUNTED_IN_SUMS = `SELECT max(at) AS at, ${OF_JOB}, job_id AS jobId, ${nameOf('model_seq')} AS model FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND job_id IS NOT NULL AND outcome = 'answered' AND used = 0
    AND id > (${LAST_BALANCE})
    AND job_id IN (SELECT job_id FROM ledger_rows ledger WHERE profile_seq = ${PROFILE} AND unit = ?2 AND job_id IS NOT NULL AND outcome = 'unknown'
      AND ${HAS_NO_AMOUNT})
  GROUP BY job_id`;

/**
 * Calls that were answered since the last settled balance, after an earlier attempt with the same key ended unknown. A
 * balance may have shown the charge of that attempt, and a gateway that ignores keys charges both.
 */
const SENT_TWICE = `SELECT max(at) AS ${UNKNOWN_CALL} FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND idempotency_key IS NOT NULL AND outcome = 'answered'
    AND id > (${LAST_BALANCE})
    AND EXISTS (SELECT 1 FROM ledger_rows first
      WHERE first.idempotency_key = ledger.idempotency_key AND first.outcome = 'unknown' AND first.id < ledger.id)
  GROUP BY idempotency_key`;

/** See `LedgerStore.lateCharges`; each job and each call once. */
export function lateCharges(
  database: Database,
  { profileId, unit }: Account,
  { callsSince, jobsSince }: LateCharges,
): readonly UnknownCall[] {
  const found = [
    ...database.all<UnknownCall>(CALLS, profileId, unit, callsSince),
    ...database.all<UnknownCall>(JOBS, profileId, jobsSince),
    ...database.all<UnknownCall>(COUNTED_IN_SUMS, profileId, unit),
    ...database.all<UnknownCall>(SENT_TWICE, profileId, unit),
  ];
  const ids = found.map(({ jobId, messageId, at }) => jobId ?? messageId ?? String(at));
  return found.filter((_, index) => ids.indexOf(ids[index] ?? '') === index);
}

/** The job of a call, or its message. */
const CALL = `coalesce(job_id, ${outerId('message_id')})`;

/** Calls of unknown cost of which a later sum may hold the charge. */
const SETTLED = `SELECT DISTINCT ${CALL} AS call FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND ${COST_NOT_REPORTED} AND coalesce(job_id, message_id) IS NOT NULL
    AND EXISTS (SELECT 1 FROM ledger_rows sum WHERE sum.profile_seq = ${PROFILE} AND sum.unit = ?2 AND sum.outcome = 'reconciled'
      AND sum.used > 0 AND sum.id > ledger.id)`;

const REPORTED = `SELECT ${CALL} AS call, used FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND outcome = 'answered' AND used > 0
    AND id > (${LAST_BALANCE})`;

/**
 * One request whose cost was reported in two ways: by its generation, since its answer never named a job, and by that
 * job, which the person opened by its id meanwhile. Only the same amount of the same model says that both are one.
 */
const REPORTED_TWICE = `SELECT coalesce(sum(used), 0) AS used FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND outcome = 'reconciled' AND generation_id IS NOT NULL AND used > 0
    AND EXISTS (SELECT 1 FROM ledger_rows opened JOIN jobs ON jobs.id = opened.job_id
      WHERE opened.profile_seq = ${PROFILE} AND opened.unit = ?2 AND opened.outcome = 'answered'
        AND opened.used = ledger.used AND opened.model_seq IS ledger.model_seq AND jobs.is_foreign = 1
        AND max(opened.id, ledger.id) > (${LAST_BALANCE}))`;

/** A stored answer may repeat the charge of the first: of a call that was refused and charged, and sent again with its key. */
const REPEATED = `SELECT coalesce(sum(used), 0) AS used FROM ledger_rows ledger
  WHERE profile_seq = ${PROFILE} AND unit = ?2 AND outcome = 'answered' AND used > 0 AND idempotency_key IS NOT NULL
    AND id > (${LAST_BALANCE})
    AND EXISTS (SELECT 1 FROM ledger_rows first WHERE first.idempotency_key = ledger.idempotency_key
      AND first.outcome = 'answered' AND first.used = ledger.used AND first.id < ledger.id)`;

/**
 * Jobs that were opened by their id, while a request whose answer never named its job is part of a sum: it may have made
 * this one.
 */
const OPENED = `SELECT opened.id AS call FROM jobs opened WHERE opened.profile_id = ?1 AND opened.is_foreign = 1
  AND EXISTS (SELECT 1 FROM ledger_rows ledger JOIN jobs asked ON asked.id = ledger.job_id
    WHERE ledger.profile_seq = ${PROFILE} AND ledger.unit = ?2 AND ledger.outcome = 'unknown' AND ledger.used IS NULL
      AND asked.remote_id IS NULL AND asked.modality = opened.modality
      AND EXISTS (SELECT 1 FROM ledger_rows sum WHERE sum.profile_seq = ${PROFILE} AND sum.unit = ?2 AND sum.outcome = 'reconciled'
        AND sum.used > 0 AND sum.id > ledger.id))`;

/** See `LedgerStore.chargesInSums`. */
export function chargesInSums(
  database: Database,
  { profileId, unit }: Account,
): ReturnType<LedgerStore['chargesInSums']> {
  const settled = [SETTLED, OPENED].flatMap((query) =>
    database.all<{ call: string }>(query, profileId, unit),
  );
  const calls = new Set(settled.map(({ call }) => call));
  const isHeld = (call: string | null) => call !== null && calls.has(call);
  const reported = database.all<{ call: string | null; used: Amount }>(REPORTED, profileId, unit);
  const held = reported.filter(({ call }) => isHeld(call));
  const twice = [REPORTED_TWICE, REPEATED].flatMap((query) =>
    database.all<{ used: Amount }>(query, profileId, unit),
  );
  return { used: [...held, ...twice].reduce((sum, { used }) => sum + used, 0) as Amount, isHeld };
}
