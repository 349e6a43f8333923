import type { Comparison } from '../../../shared/compare';
import type { Microcredits } from '../../../shared/credits';
import type { ModalityId } from '../../../shared/modalities';
import type { Nanodollars } from '../../../shared/money';
import { amountIn, creditSum } from './credit-sum';
import type { Database } from './driver';
import { IS_UNFINISHED } from './job-status';
import { isUnknownOf } from './ledger-terms';

const CHATS = `(SELECT conversation_id FROM comparison_columns
  WHERE comparison_id = ?1 AND conversation_id IS NOT NULL)`;
const JOBS = `(SELECT r.call_id FROM comparison_columns k JOIN comparison_runs r ON r.column_id = k.id
  WHERE k.comparison_id = ?1)`;

/** Which ledger rows and which work belong to a comparison, for chats and for jobs. */
const sources = {
  chat: {
    paid: `conversation_id IN ${CHATS}`,
    call: 'message_id',
    running: `SELECT 1 FROM messages WHERE status = 'streaming' AND conversation_id IN ${CHATS} LIMIT 1`,
  },
  job: {
    paid: `job_id IN ${JOBS}`,
    call: 'job_id',
    running: `SELECT 1 FROM jobs WHERE id IN ${JOBS} AND ${IS_UNFINISHED} LIMIT 1`,
  },
} as const;

interface Owner {
  readonly id: string;
  readonly modality: ModalityId;
}

/** What a comparison has cost so far, and whether it is still running. */
export function comparisonState(
  database: Database,
  { id, modality }: Owner,
): Pick<Comparison, 'creditsUsed' | 'dollarsUsed' | 'hasUnknownCost' | 'isRunning'> {
  const { paid, call, running } = sources[modality === 'chat' ? 'chat' : 'job'];
  const sums = database.get<{ used: Microcredits; dollars: Nanodollars; unknown: number }>(
    `SELECT ${creditSum(amountIn('credits', 'l'))} AS used, ${creditSum(amountIn('usd', 'l'))} AS dollars,
       count(*) FILTER (WHERE ${isUnknownOf('l', call)}) AS unknown
     FROM ledger l WHERE ${paid}`,
    id,
  );
  return {
    creditsUsed: sums?.used ?? (0 as Microcredits),
    dollarsUsed: sums?.dollars ?? (0 as Nanodollars),
    hasUnknownCost: (sums?.unknown ?? 0) > 0,
    isRunning: database.get(running, id) !== undefined,
  };
}
