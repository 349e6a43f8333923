/** What the ledger knows of the calls with one idempotency key. */

import type { Amount } from '../../../shared/money';
import type { LedgerStore } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database } from './driver';

type CallsByKey = Pick<LedgerStore, 'mayBeStored' | 'hasCharge' | 'isCharged' | 'foundCharge' | 'isUnknown'>;

export const callsByKey = (database: Database): CallsByKey => ({
  mayBeStored: (idempotencyKey) =>
    database.get(
      "SELECT 1 FROM ledger WHERE idempotency_key = ? AND outcome <> 'refused' LIMIT 1",
      idempotencyKey,
    ) !== undefined,
  hasCharge: ({ idempotencyKey, requestId }) =>
    database.get(
      'SELECT 1 FROM ledger WHERE idempotency_key = ? AND request_id = ? AND used > 0 LIMIT 1',
      idempotencyKey,
      requestId,
    ) !== undefined,
  isCharged: (generationId) =>
    database.get('SELECT 1 FROM ledger WHERE generation_id = ? AND used > 0 LIMIT 1', generationId) !==
    undefined,
  foundCharge: (idempotencyKey) =>
    database.get<{ used: Amount }>(FOUND_CHARGE, idempotencyKey)?.used ?? (0 as Amount),
  isUnknown: (idempotencyKey) => database.get(STILL_UNKNOWN, idempotencyKey) !== undefined,
});

/**
 * A call of unknown outcome, unless the balance that settled it shows its charge, or shows that there was none. A sum
 * for several calls leaves each of them unknown.
 */
const STILL_UNKNOWN = `SELECT 1 FROM ledger l LEFT JOIN ledger settled ON settled.id = (
    SELECT min(id) FROM ledger WHERE profile_id = l.profile_id AND unit = l.unit AND outcome = 'reconciled' AND id > l.id
      AND coalesce(generation_id = l.generation_id, generation_id IS NULL))
  WHERE l.idempotency_key = ? AND l.outcome = 'unknown' AND (settled.id IS NULL OR (settled.used <> 0 AND settled.generation_id IS NULL
    AND coalesce(settled.job_id = l.job_id, settled.message_id = l.message_id, 0) = 0)) LIMIT 1`;

/** Of its job or its message alone: a sum of several calls says nothing of one. */
const FOUND_CHARGE = `SELECT ${moneySum('used')} AS used FROM ledger WHERE outcome = 'reconciled' AND generation_id IS NULL
  AND id IN (SELECT found.id FROM ledger l JOIN ledger found ON found.id > l.id
      AND (found.job_id = l.job_id OR found.message_id = l.message_id)
    WHERE l.idempotency_key = ? AND l.outcome = 'unknown')`;
