/** What a job cost, from every answer that reports it: each charge is stored once. */
import type { Job } from '../../../shared/media/jobs';
import { type Amount, fromAmount, toCharge } from '../../../shared/money/money';
import type { CallMeta } from '../../gateway/types/call';
import type { JobList, RemoteJob } from '../../gateway/types/jobs';
import { amountsIn, withCharge } from '../ledger/answer-amounts';
import type { OpenCall } from '../ledger/in-flight';
import { chargedSubjectOf, type JobContext } from './context';

/**
 * The cost in an answer about a job. In credits, the answer reports a part and the job's record the whole; a figure in
 * dollars is part of the record, so it is the whole.
 */
interface ReportedCharge {
  readonly status: RemoteJob['status'];
  readonly part: Amount | null;
  readonly whole: Amount | null;
}

/** @param isOwnAnswer false for a job in a list, where the answer's own charge is that of the list */
export function reportedChargeOf(
  { moneyOf }: Charges,
  { profileId }: Pick<Job, 'profileId'>,
  { status, charged, meta }: RemoteJob,
  isOwnAnswer = true,
): ReportedCharge {
  const money = moneyOf(profileId);
  const used = isOwnAnswer ? amountsIn(money, meta).used : null;
  if (money.unit === 'credits') return { status, part: used, whole: toCharge(charged, 'credits') };
  // Only a reported figure is a whole: a profile that is free reports none.
  return meta.reportedCost === null
    ? { status, part: used, whole: null }
    : { status, part: null, whole: used };
}

type Charges = Pick<JobContext, 'ports' | 'moneyOf'>;

/**
 * The part of a job's charge that the ledger does not hold yet.
 * Two places may report it: the response itself (`credits_used`), and the job's record (`credits.charged`), which
 * states the total however often it is read. If there is a record, it decides, so a lost response is made up for and a
 * repeated one counts once. Without one, the response for the finished job counts unless it repeats an earlier one,
 * less what a balance has shown of it already.
 *
 * @param job as it was before this answer
 * @returns `null` where neither reports anything
 */
function chargeToRecord(
  { ports, moneyOf }: Charges,
  job: JobOfRecord,
  { status, part, whole }: ReportedCharge,
): Amount | null {
  const { profileId } = job;
  const account = { profileId, unit: moneyOf(profileId).unit };
  const known = ports.storage.ledger.chargesOfRemote(account, job.remoteId ?? '');
  if (whole !== null && (whole > 0 || status === 'completed')) {
    // A balance settled it among other calls: which part of that sum was this job's is not known.
    if (known.isSettled) return part === null ? null : (0 as Amount);
    return Math.max(0, whole - known.used) as Amount;
  }
  // Stored with the charge of the response that reported it first.
  const wasCompleted = job.remoteStatus?.trim().toLowerCase() === 'completed';
  const isRepeated = wasCompleted && status === 'completed' && part !== null && known.last === part;
  if (isRepeated) return 0 as Amount;
  return part === null ? null : (Math.max(0, part - known.found) as Amount);
}

type JobOfRecord = Pick<Job, 'profileId' | 'remoteId' | 'remoteStatus'>;

/** The metadata of an answer about a job, with the part of its charge that is new; the balance stays as reported. */
function metaToRecord(context: Charges, job: JobOfRecord, remote: RemoteJob): CallMeta {
  const used = chargeToRecord(context, job, reportedChargeOf(context, job, remote));
  const { unit } = context.moneyOf(job.profileId);
  return withCharge(remote.meta, unit, used === null ? null : fromAmount(used, unit));
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
    context.ledger.recordAnswer(chargedSubjectOf(context, job, 'jobs.retrieve'), meta, call);
}

/** Whether an answer to a free call reports a charge, or another balance than the last one. */
function saysSomething({ ports, moneyOf }: Charges, profileId: string, meta: CallMeta): boolean {
  const { ledger } = ports.storage;
  const money = moneyOf(profileId);
  const { reported: before } = ledger.totals({ profileId, unit: money.unit }, ledger.newestId());
  const reported = amountsIn(money, meta);
  return (reported.used ?? 0) !== 0 || (reported.remaining !== null && reported.remaining !== before);
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
      return recordCharge(context, job, remote, call) ? [job.id] : [];
    });
    if (saysSomething(context, profileId, meta))
      context.ledger.recordAnswer({ profileId, operation: 'jobs.list', model: null }, meta, call);
    return charged;
  });
}

function recordCharge(context: JobContext, job: Job, remote: RemoteJob, call: OpenCall): boolean {
  const used = chargeToRecord(context, job, reportedChargeOf(context, job, remote, false));
  if (used === null || used <= 0) return false;
  const { unit } = context.moneyOf(job.profileId);
  const uncharged = { ...remote.meta, credits: { used: null, remaining: null } };
  const meta = withCharge(uncharged, unit, fromAmount(used, unit));
  context.ledger.recordAnswer(chargedSubjectOf(context, job, 'jobs.retrieve'), meta, call);
  const hasEnded = remote.status === 'completed' || remote.status === 'failed';
  if (hasEnded) context.ports.storage.jobs.update(job.id, { mayStillCharge: false });
  return true;
}
