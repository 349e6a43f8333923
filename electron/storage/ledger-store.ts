import type { Microcredits } from '../../shared/credits';
import type { CreditCall } from '../../shared/ledger';
import type { LedgerStore, LedgerTotals } from '../core/ports';
import type { Database } from './driver';

/** What every call cost, one row a call. Rows are never changed or deleted: the database itself refuses it. */
export function createLedgerStore(database: Database): LedgerStore {
  return {
    append(entry) {
      database.run(
        `INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, status_code, request_id,
           idempotency_key, conversation_id, message_id, job_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      );
    },
    newestId: () => database.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM ledger')?.id ?? 0,
    totals: (profileId, sinceId) => ({
      ...sums(database, profileId, sinceId),
      remaining: newestBalance(database, profileId),
      lastCall: lastPaidCall(database, profileId),
    }),
  };
}

function newestBalance(database: Database, profileId: string): Microcredits | null {
  const row = database.get<{ remaining: Microcredits }>(
    'SELECT remaining FROM ledger WHERE profile_id = ? AND remaining IS NOT NULL ORDER BY id DESC LIMIT 1',
    profileId,
  );
  return row?.remaining ?? null;
}

function sums(
  database: Database,
  profileId: string,
  sinceId: number,
): Pick<LedgerTotals, 'spent' | 'unknownCalls'> {
  const row = database.get<{ spent: number; unknown_calls: number }>(
    `SELECT coalesce(sum(used), 0) AS spent, coalesce(sum(used IS NULL AND outcome <> 'refused'), 0) AS unknown_calls
     FROM ledger WHERE profile_id = ? AND id > ?`,
    profileId,
    sinceId,
  );
  return { spent: (row?.spent ?? 0) as Microcredits, unknownCalls: row?.unknown_calls ?? 0 };
}

/** The last that cost something, or may have: looking at models and jobs is free. */
function lastPaidCall(database: Database, profileId: string): CreditCall | null {
  const row = database.get<{
    at: number;
    operation: string;
    model: string | null;
    used: Microcredits | null;
  }>(
    `SELECT at, operation, model, used FROM ledger
     WHERE profile_id = ? AND outcome <> 'refused' AND used IS NOT 0 ORDER BY id DESC LIMIT 1`,
    profileId,
  );
  return row ?? null;
}
