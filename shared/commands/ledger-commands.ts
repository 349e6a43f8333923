/** What was spent. */

import { z } from 'zod';
import { modalityIds } from '../modalities/modalities';
import type { CacheSaved } from '../money/cache-saving';
import {
  type ChatCostPage,
  type LedgerDay,
  type LedgerGroup,
  type LedgerPage,
  type LedgerSums,
  ledgerOutcomes,
} from '../money/ledger';
import { type MoneyUnit, moneyUnits } from '../money/money-units';

import { answers, cursor, id, model } from './spec';

const ledgerFilter = z.strictObject({
  profileId: id.optional(),
  operation: z.string().max(100).optional(),
  kind: z.enum([...modalityIds, 'outside', 'other']).optional(),
  model: model.optional(),
  outcome: z.enum(ledgerOutcomes).optional(),
  /** Sums, groups, days and chats are of one unit: credits where left out. */
  unit: z.enum(moneyUnits).optional(),
  /** Milliseconds since the epoch, both ends included. */
  from: z.int().optional(),
  to: z.int().optional(),
});

/** Minutes ahead of UTC to count days at; by default, days in this computer's time zone. */
const offsetMinutes = z.int().min(-1_000).max(1_000).optional();

export const ledgerCommands = {
  /** Every call and what it cost, newest first. */
  'ledger.page': answers<LedgerPage>()(() =>
    z.strictObject({ filter: ledgerFilter, cursor, limit: z.int().min(1).max(500) }),
  ),
  'ledger.sums': answers<LedgerSums>()(() => z.strictObject({ filter: ledgerFilter })),
  /** This app's own calls, summed; outside charges only where the filter asks for nothing else. */
  'ledger.groups': answers<readonly LedgerGroup[]>()(() =>
    z.strictObject({
      filter: ledgerFilter,
      by: z.enum(['day', 'model', 'operation', 'kind', 'profile']),
      offsetMinutes,
    }),
  ),
  /** The same for each day, model and kind, oldest day first. */
  'ledger.days': answers<readonly LedgerDay[]>()(() =>
    z.strictObject({ filter: ledgerFilter, offsetMinutes }),
  ),
  /** The cost of each chat, the most expensive first; deleted ones too. */
  'ledger.chats': answers<ChatCostPage>()(() =>
    z.strictObject({ filter: ledgerFilter, cursor, limit: z.int().min(1).max(200) }),
  ),
  /** What caches saved, exactly, in the unit of the filter; of one chat alone where it is named. */
  'ledger.cacheSaved': answers<CacheSaved>()(() =>
    z.strictObject({ filter: ledgerFilter, conversationId: id.optional() }),
  ),
  /** Every model that was ever called. */
  'ledger.models': answers<readonly string[]>()(() => z.strictObject({})),
  /** The units that the selection was charged in. */
  'ledger.units': answers<readonly MoneyUnit[]>()(() => z.strictObject({ filter: ledgerFilter })),
  /** The whole selection as text, oldest first. */
  'ledger.export': answers<{ text: string; rows: number }>()(() =>
    z.strictObject({ filter: ledgerFilter, format: z.enum(['csv', 'json']) }),
  ),
};
