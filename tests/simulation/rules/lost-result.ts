/** A charged result that is not on the disk, and what the app says of it. */
import type { Charge, FarResult } from '../far/account';
import { type Run, violate } from '../run-state';

export interface JobRow {
  id: string;
  modality: string;
  /** Of what came inside a chat reply: the reply. */
  owner_id: string | null;
  status: string;
  error: string | null;
  may_still_charge: number;
  has_result: number;
  keys: string;
  /** JSON: where each result waits. */
  output_urls: string;
  remote_id: string | null;
  credits: number | null;
}

export interface Case {
  readonly charge: Charge;
  readonly result: FarResult;
  /** The life of the app that the result, or its address, reached. */
  readonly arrivedIn: number;
  readonly jobs: readonly JobRow[];
}

export const isNamed = ({ error }: Pick<JobRow, 'error'>): boolean => error !== null && error !== 'null';

export function judgeLost(run: Run, { trouble }: FarResult, job: JobRow, marker: string | null): void {
  const isGood = trouble === null || trouble.until <= run.world.scheduler.now();
  const what = `a result of ${marker}`;
  if (isGood)
    violate(run, 'results', `${what} can be fetched and is not on the disk; its job is ${job.status}`);
  else if (!isNamed(job))
    violate(run, 'results', `${what} is lost and its job is ${job.status} without a reason`);
}
