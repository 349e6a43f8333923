/** What was spent. */
import { z } from 'zod';
import type { LedgerGroup, LedgerPage } from '../ledger';
import { answers, cursor, id, model } from './spec';

const ledgerFilter = z.strictObject({
  profileId: id.optional(),
  operation: z.string().max(100).optional(),
  model: model.optional(),
  outcome: z.enum(['answered', 'refused', 'unknown', 'reconciled', 'outside']).optional(),
  /** Milliseconds since the epoch, both ends included. */
  from: z.int().optional(),
  to: z.int().optional(),
});

export const ledgerCommands = {
  /** Every call and what it cost, newest first. */
  'ledger.page': answers<LedgerPage>()(
    z.strictObject({ filter: ledgerFilter, cursor, limit: z.int().min(1).max(500) }),
  ),
  /** Sums over the selection; days are counted at `offsetMinutes` ahead of UTC. */
  'ledger.groups': answers<readonly LedgerGroup[]>()(
    z.strictObject({
      filter: ledgerFilter,
      by: z.enum(['day', 'model', 'operation']),
      offsetMinutes: z.int().min(-1_000).max(1_000),
    }),
  ),
  /** The whole selection as text, oldest first. */
  'ledger.export': answers<{ text: string; rows: number }>()(
    z.strictObject({ filter: ledgerFilter, format: z.enum(['csv', 'json']) }),
  ),
};
