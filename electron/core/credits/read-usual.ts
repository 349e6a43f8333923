import { type UsualCost, usualOf } from '../../../shared/usual';
import type { LedgerReport } from '../ledger-ports';

/** Enough to be steady, few enough to follow a price that changes. */
const CALLS = 20;

/** What a model's calls took lately with one profile. */
export const readUsual = (
  report: LedgerReport,
  profileId: string,
  model: string,
  kind: 'chat' | 'media',
): UsualCost => usualOf(report.pastCalls(profileId, model, kind, CALLS));
