/** Rule 2: every charged result is on the disk whole, or fetchable for nothing, or named with the reason. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FarResult } from '../far/account';
import type { Gateway } from '../far/gateway';
import { type Run, violate } from '../run-state';
import { homeOf, mediaOf } from '../world/app';
import { type Rows, readDatabase } from './database';
import { type Case, isNamed, type JobRow, judgeLost } from './lost-result';
import { judgeOfReply } from './reply-results';
import { filesBelow } from './secrets';

const jobsOf = ({ all }: Rows): JobRow[] =>
  all(`SELECT j.*, (SELECT group_concat(idempotency_key, ' ') FROM job_parts p WHERE p.job_id = j.id) AS keys,
         (SELECT sum(used) FROM ledger l WHERE l.job_id = j.id) AS credits
       FROM jobs j`);

export function checkResults(run: Run): void {
  if (run.hasLostRows) return;
  const folder = mediaOf(run.world);
  const read = existsSync(folder) ? filesBelow(folder).map((path) => readFileSync(path)) : [];
  // Most results are short, and found before a long file is looked through.
  const files = read.toSorted((one, other) => one.length - other.length);
  const isGone = ({ result }: Case) =>
    files.every((bytes) => bytes.indexOf(result.payload) === -1) && !run.memory.goneMarks.has(hex(result));
  const jobs = readDatabase(run, jobsOf) ?? [];
  for (const gateway of run.gateways) {
    for (const one of arrivedFrom(gateway, jobs).filter(isGone)) {
      if (one.charge.operation === 'chat') judgeOfReply(run, one);
      else judge(run, gateway, one);
    }
  }
}

/** All results that the app, or their addresses at least, reached. */
const arrivedFrom = ({ account }: Gateway, jobs: readonly JobRow[]): readonly Case[] =>
  account.charges.flatMap((charge) =>
    charge.results.flatMap((result) => {
      const arrivedIn = charge.operation === 'chat' ? (result.arrivedIn ?? null) : charge.deliveredIn;
      return arrivedIn === null ? [] : [{ charge, result, arrivedIn, jobs }];
    }),
  );

export const hex = ({ mark }: Pick<FarResult, 'mark'>): string => mark.toString('hex');

/** A result whose answer reached the app, and that is not on the disk. */
function judge(run: Run, gateway: Gateway, one: Case): void {
  const { charge, result, jobs } = one;
  const { marker, key, remoteId } = charge;
  const byKey = jobs.find(({ keys }) => key !== null && (keys ?? '').includes(key));
  const job = jobs.find((known) => remoteId !== null && known.remote_id === remoteId) ?? byKey;
  if (!job) violate(run, 'results', `${marker} was charged and no job knows of it`);
  else if (!isExcused(run, gateway, one, job)) judgeLost(run, result, job, marker);
}

function isExcused(run: Run, gateway: Gateway, one: Case, job: JobRow): boolean {
  const { charge, arrivedIn } = one;
  if (run.memory.removed.has(job.id) || job.status === 'cancelled') return true;
  // The response that reported it was lost with the process: the job says that it may have been charged or, where a
  // balance has shown it since, what it cost.
  if ((job.status === 'interrupted' || job.may_still_charge === 1) && isNamed(job)) return true;
  if (arrivedIn !== run.app?.life.number && isNamed(job) && (job.credits ?? 0) > 0) return true;
  if (gateway.account.charges.filter(({ text }) => text === charge.text).length > 1) return true;
  if (isNamed(job) && isEarlyPart(run, one, job)) return true;
  if (isNamed(job) && isPartOnDisk(run, one, job) && isAnotherGone(run, gateway, job)) return true;
  // Bytes that the disk refused are in memory alone, and gone with the process; that has to be said.
  const wereSent = charge.remoteId === null && gateway.manners.sends === 'bytes';
  return wereSent && arrivedIn !== run.app?.life.number && isNamed(job);
}

/**
 * One of the first parts of a long text, kept with its job until the person goes on and pays for the others: as it came,
 * as its address, or in memory where the disk refuses it.
 */
function isEarlyPart(run: Run, one: Case, job: JobRow): boolean {
  if (!job.keys.includes(' ') || job.has_result !== 0) return false;
  if (JSON.parse(job.error ?? '{}').stage === 'save' || job.output_urls.includes(one.result.id)) return true;
  return isPartOnDisk(run, one, job);
}

function isPartOnDisk({ world }: Run, { result }: Case, { id }: JobRow): boolean {
  const folder = join(homeOf(world), 'parts', id);
  const parts = existsSync(folder) ? filesBelow(folder).map((path) => readFileSync(path)) : [];
  return parts.some((bytes) => bytes.indexOf(result.payload) !== -1);
}

/** Of a long text that is whole but for one part, which its server never hands out. */
function isAnotherGone({ world }: Run, { account }: Gateway, { keys }: JobRow): boolean {
  const ofJob = account.charges.filter(({ key }) => key !== null && (keys ?? '').includes(key));
  return ofJob.some(({ results }) =>
    results.some(({ trouble }) => trouble !== null && trouble.until > world.scheduler.now()),
  );
}

/** Every file that a message or a draft uses is still there. */
export function checkAttachments(run: Run): void {
  const used = readDatabase(run, ({ all }) =>
    all<{ id: string }>(
      `SELECT id FROM files
       WHERE seq IN (SELECT file_seq FROM file_uses UNION SELECT file_seq FROM message_parts WHERE file_seq IS NOT NULL)`,
    ),
  );
  for (const { id } of used ?? [])
    if (!run.memory.spoiled.has(id) && !existsSync(join(homeOf(run.world), 'attachments', id)))
      violate(run, 'kept', 'a file that a message shows is gone');
}

/**
 * Every row of the library has its file, as long as the row says.
 * @param isTidied after a start in a sound world: what was deleted only half way is back by then
 */
export function checkLibrary(run: Run, isTidied = false): void {
  const rows = readDatabase(run, ({ all }) =>
    all<LibraryRow>(
      `SELECT id, folder, file_name, bytes, is_missing, width, height FROM media WHERE removed_at IS NULL`,
    ),
  );
  const turned = run.gateways.flatMap(({ files }) => [...files.values()].filter(({ seen }) => seen));
  for (const row of rows ?? []) {
    const { id, folder, file_name: name, bytes, is_missing: isMissing } = row;
    const path = join(folder, name);
    if (isMissing === 1 || run.memory.goneFiles.has(path)) continue;
    if (!isTidied && run.memory.removed.has(id)) continue;
    const file = existsSync(path) ? readFileSync(path) : null;
    if (file === null) violate(run, 'kept', `the library lists ${name}, and there is no such file`);
    else if (file.length !== bytes)
      violate(run, 'kept', `${name} has ${file.length} bytes and the library says ${bytes}`);
    else checkSeenSize(run, row, file, turned);
  }
}

interface LibraryRow {
  id: string;
  folder: string;
  file_name: string;
  bytes: number;
  is_missing: number;
  width: number | null;
  height: number | null;
}

/** A turned image has the size that a person sees; an image that could not be read yet has none. */
function checkSeenSize(run: Run, row: LibraryRow, file: Buffer, turned: readonly FarResult[]): void {
  const { file_name: name, width, height } = row;
  if (width === null) return;
  const { seen } = turned.find(({ mark }) => file.includes(mark)) ?? {};
  if (seen === undefined || (width === seen.width && height === seen.height)) return;
  violate(
    run,
    'results',
    `${name} is seen as ${seen.width} × ${seen.height}, and the library says ${width} × ${height}`,
  );
}
