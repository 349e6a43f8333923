/** A charged result that is not on the disk, and what the app says of it. */
import type { Charge, FarResult } from '../far/account';
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

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

export function judgeLost(
  run: Run,
  { trouble, contentType }: FarResult,
  job: JobRow,
  marker: string | null,
): void {
  if (isShownAsCut(run, job)) return;
  const isGood = trouble === null || trouble.until <= run.world.scheduler.now();
  const what = `a result of ${marker}`;
  if (isGood)
    violate(
      run,
      'results',
      `${what} can be fetched and is not on the disk (${contentType}); its job is ${job.status}`,
    );
  else if (!isNamed(job))
    violate(run, 'results', `${what} is lost and its job is ${job.status} without a reason`);
}

/** Its server ended the file early and said that it was whole: the library has what came, and says that part is missing. */
function isShownAsCut(run: Run, { id }: JobRow): boolean {
  const cut = `SELECT id FROM media WHERE job_id = ? AND json_extract(file_facts, '$.isCut') = 1`;
  return (readDatabase(run, ({ all }) => all(cut, id)) ?? []).length > 0;
}
