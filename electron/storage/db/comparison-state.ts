import type { Comparison } from '../../../shared/compare';
import type { ModalityId } from '../../../shared/modalities';
import { costSum, readCost } from './cost-sql';
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
): Pick<Comparison, 'cost' | 'hasUnknownCost' | 'isRunning'> {
  const { paid, call, running } = sources[modality === 'chat' ? 'chat' : 'job'];
  const sums = database.get<{ cost: string; unknown: number }>(
    `SELECT ${costSum('l')} AS cost, count(*) FILTER (WHERE ${isUnknownOf('l', call)}) AS unknown
     FROM ledger l WHERE ${paid}`,
    id,
  );
  return {
    cost: readCost(sums?.cost ?? null) ?? [],
    hasUnknownCost: (sums?.unknown ?? 0) > 0,
    isRunning: database.get(running, id) !== undefined,
  };
}
