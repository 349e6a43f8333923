/** What the history of a tab lists of its jobs: one entry for each request of the person. Pure. */
import type { Job } from '../../../shared/media/jobs';
import type { ListedRow } from '../../parts/comparisons/listed';

/** The requests of one experiment or batch, which the person began as one. */
export interface JobSet {
  readonly kind: 'batch' | 'experiment';
  readonly id: string;
  /** The newest of them that is loaded. */
  readonly job: Job;
  readonly count: number;
}

export interface JobEntry extends ListedRow {
  readonly job?: Job;
  readonly set?: JobSet;
}

/**
 * Those of a comparison have its own row.
 *
 * @param jobs newest first
 */
export function historyEntries(jobs: readonly Job[]): readonly JobEntry[] {
  const entries = new Map<string, JobEntry>();
  for (const job of jobs) {
    const { id, createdAt: at, owner } = job;
    if (owner?.kind === 'comparison') continue;
    if (owner?.kind !== 'experiment' && owner?.kind !== 'batch') {
      entries.set(id, { row: id, at, job });
      continue;
    }
    const row = `${owner.kind}:${owner.id}`;
    const before = entries.get(row);
    const set = before?.set ?? { kind: owner.kind, id: owner.id, job, count: 0 };
    entries.set(row, { row, at: before?.at ?? at, set: { ...set, count: set.count + 1 } });
  }
  return [...entries.values()];
}
