import type { Database } from './driver';

/** More have not ended in the moment before the process did: no more are sent at once. */
const LAST_ENDED = 3;

/**
 * Batches or experiments whose sum may not be the one of their charges: those at work, those of which a cost may become
 * known later, and those that ended last.
 */
export const mayBeUncounted = (
  database: Database,
  table: 'batches' | 'experiments',
  state: 'status' | 'state',
): readonly string[] =>
  database
    .all<{ id: string }>(
      `SELECT id FROM ${table} WHERE removed_at IS NULL AND (
         ${state} IN ('running', 'paused') OR unknown_costs > 0 OR seq IN (
           SELECT seq FROM ${table} WHERE finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT ${LAST_ENDED}))
       ORDER BY seq DESC`,
    )
    .map(({ id }) => id);
