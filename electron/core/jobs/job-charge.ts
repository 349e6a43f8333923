/** What a job cost, from every answer that tells it: each charge is written down once. */
import { type Microcredits, toCredits, toMicrocredits } from '../../../shared/credits';
import type { Job } from '../../../shared/jobs';
import type { CallMeta, JobList, RemoteJob } from '../../gateway/types';
import type { OpenCall } from '../credits/in-flight';
import { chargedSubjectOf, type JobContext } from './context';

type Told = Pick<RemoteJob, 'status' | 'charged'>;

/**
 * The part of a job's charge that the ledger does not hold yet.
 * Two places may report it: the response itself (`credits_used`), and the job's record (`credits.charged`), which
 * states the total however often it is read. If there is a record, it decides, so a lost response is made up for and a
 * repeated one counts once. Without one, the response for the finished job counts unless it repeats an earlier one.
 *
 * Two things may tell it: the answer itself (`credits_used`), and the job's record (`credits.charged`), which names the
 * whole however often it is read. Where there is a record it decides, so that an answer that was lost is made up for and
 * one that repeats itself counts once. Without one, the answer that tells of the finished job counts unless it says the
 * same as an earlier one.
 *
 * @param job as it was before this answer
 * @param used what the answer told, in credits; `null` where it told nothing
 * @returns `null` where neither tells anything
 */
export function chargeToRecord(
  { ports }: Pick<JobContext, 'ports'>,
  job: JobOfRecord,
  { status, charged }: Told,
  used: number | null,
): Microcredits | null {
  const told = toMicrocredits(used);
  const known = ports.storage.ledger.chargesOfRemote(job.profileId, job.remoteId ?? '');
  const total = toMicrocredits(charged);
  if (total !== null && (total > 0 || status === 'completed')) {
    // A balance settled it among other calls: which part of that sum was this job's is not known.
    if (known.isSettled) return told === null ? null : (0 as Microcredits);
    return Math.max(0, total - known.used) as Microcredits;
  }
  // Stored with the charge of the response that reported it first.
  const wasCompleted = job.remoteStatus?.trim().toLowerCase() === 'completed';
  const isRepeated = wasCompleted && status === 'completed' && told !== null && known.last === told;
  return isRepeated ? (0 as Microcredits) : told;
}

type JobOfRecord = Pick<Job, 'profileId' | 'remoteId' | 'remoteStatus'>;

/** The metadata of an answer about a job, with what of its charge is news; the balance stays as it was told. */
export function metaToRecord(
  context: Pick<JobContext, 'ports'>,
  job: JobOfRecord,
  remote: RemoteJob,
): CallMeta {
  const { meta } = remote;
  const used = chargeToRecord(context, job, remote, meta.credits.used);
  return { ...meta, credits: { ...meta.credits, used: used === null ? null : toCredits(used) } };
}

/** A poll gets a row only if it reports a charge, an unknown charge, or another balance. */
export function recordPoll(
  context: JobContext,
  job: Job,
  remote: RemoteJob,
  { call, isFinal }: { readonly call: OpenCall; readonly isFinal: boolean },
): void {
  const meta = metaToRecord(context, job, remote);
  if (isFinal || saysSomething(context, job.profileId, meta))
    context.credits.recordAnswer(chargedSubjectOf(context, job, 'jobs.retrieve'), meta, call);
}

/** Whether an answer that is free to ask for tells of a charge or of another balance than the last. */
function saysSomething({ ports }: JobContext, profileId: string, { credits }: CallMeta): boolean {
  const { remaining } = ports.storage.ledger.totals(profileId, ports.storage.ledger.newestId());
  const balance = toMicrocredits(credits.remaining);
  return (credits.used ?? 0) !== 0 || (balance !== null && balance !== remaining);
}

/**
 * Records what the gateway's list reports: charges of the app's own jobs that no earlier response reported, and the
 * response's own. A running job reports its charge itself.
 *
 * @returns the jobs whose charge became known
 */
export async function recordList(
  context: JobContext,
  profileId: string,
  { jobs, meta }: JobList,
  call: OpenCall,
): Promise<readonly string[]> {
  const { storage } = context.ports;
  return await context.persist(() => {
    const charged = jobs.flatMap((remote) => {
      const job = storage.jobs.byRemoteId(profileId, remote.id);
      if (job === undefined || context.calls.has(job.id)) return [];
      return recordTold(context, job, remote, call) ? [job.id] : [];
    });
    if (saysSomething(context, profileId, meta))
      context.credits.recordAnswer({ profileId, operation: 'jobs.list', model: null }, meta, call);
    return charged;
  });
}

function recordTold(context: JobContext, job: Job, remote: RemoteJob, call: OpenCall): boolean {
  const used = chargeToRecord(context, job, remote, null);
  if (used === null || used <= 0) return false;
  const meta = { ...remote.meta, credits: { used: toCredits(used), remaining: null } };
  context.credits.recordAnswer(chargedSubjectOf(context, job, 'jobs.retrieve'), meta, call);
  const hasEnded = remote.status === 'completed' || remote.status === 'failed';
  if (hasEnded) context.ports.storage.jobs.update(job.id, { mayStillCharge: false });
  return true;
}
