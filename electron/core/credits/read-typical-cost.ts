import type { TypicalCost } from '../../../shared/ledger';
import type { Account, LedgerReport } from '../ports/ledger';
import { typicalCostOf } from './typical-cost';

/** Enough to be steady, few enough to follow a price that changes. */
const CALLS = 20;

/** What a model's calls took lately with one profile. */
export const readTypicalCost = (
  report: LedgerReport,
  account: Account,
  model: string,
  kind: 'chat' | 'media',
): TypicalCost => typicalCostOf(report.pastCalls(account, model, kind, CALLS));
