/** Videos: a job that is accepted at once, charged when it is done, and whose cost is reported once. */
import type { FarJob } from './account';
import type { Fault } from './faults';
import { arriving, type Body, charge, type FarRequest, type Gateway } from './gateway';
import { isLong, longVideo } from './long';
import { addressOf, keepLong, type Made, offer } from './make';
import { decimalOf, metadata, priceOf } from './money';
import { makeFile } from './odd-media';
import { json, type Reply, refusal } from './reply';

export function startJob(gateway: Gateway, request: FarRequest, body: Body, fault: Fault | null): Made {
  const { random, jobs } = gateway;
  const text = String(body.prompt ?? '');
  const known = fault?.kind === 'known-job' ? [...jobs.values()].findLast(({ fails }) => !fails) : undefined;
  if (known) return answerKnown(gateway, request, text, known);
  const job: FarJob = {
    ...{ id: `job-${random.uuid().slice(0, 8)}`, text, status: 'queued', isCostTold: false, knownIn: null },
    fails: random.chance(0.1) && fault?.kind !== 'paid-failure',
    isPaidFailure: fault?.kind === 'paid-failure',
    price: priceOf(gateway, 'video'),
    result: isLong(text)
      ? keepLong(gateway, longVideo(gateway.wireRandom))
      : offer(gateway, makeFile(gateway, 'video')),
  };
  jobs.set(job.id, job);
  run(gateway, request, job);
  const finish = (): Reply => ({
    ...json(200, recordOf(gateway, job, 0)),
    onArrived: (life) => {
      job.knownIn = life;
    },
  });
  return { takesMs: 1, repliesAfterMs: 20, finish };
}

/** Charged and reported at once, although no new job is created. */
function answerKnown(gateway: Gateway, request: FarRequest, text: string, known: FarJob): Made {
  const { result, id: remoteId } = known;
  const finish = (): Reply => {
    const what = { amount: known.price, operation: 'videos', text, results: [result], remoteId };
    const charged = charge(gateway, request, what);
    return arriving(json(200, recordOf(gateway, known, decimalOf(gateway, known.price))), charged);
  };
  return { takesMs: 5, repliesAfterMs: 5, finish };
}

function run(gateway: Gateway, request: FarRequest, job: FarJob): void {
  const { random, world } = gateway;
  world.scheduler.after(random.int(1_000, 10_000), () => {
    job.status = 'running';
  });
  world.scheduler.after(random.int(10_000, 60_000), () => {
    job.status = job.fails || job.isPaidFailure ? 'failed' : 'completed';
    const { text, result, id: remoteId } = job;
    const what = { amount: job.price, operation: 'videos', text, results: [result], remoteId };
    if (!job.fails) charge(gateway, request, { ...what, deliveredIn: job.knownIn });
  });
}

const isPaid = ({ status, isPaidFailure }: FarJob): boolean => isPaidFailure && status === 'failed';

function recordOf(gateway: Gateway, job: FarJob, used: number) {
  const { id, status, text, result } = job;
  return {
    ...{ id, object: 'job', status, model: 'sim/video', input: { prompt: text } },
    ...((status === 'completed' || isPaid(job)) && { output: { url: addressOf(gateway, result) } }),
    ...(status === 'failed' && { error: { code: 'content_refused', message: 'The prompt was refused.' } }),
    ...metadata(gateway, used),
  };
}

export function answerJob(gateway: Gateway, id: string): Reply {
  const job = gateway.jobs.get(id);
  if (!job) return refusal(404, 'job_not_found');
  return json(200, recordOf(gateway, job, toldCost(gateway, job)));
}

/** Credits are told once, with the first answer of a finished job; dollars are part of its record, all of them. */
function toldCost(gateway: Gateway, job: FarJob): number {
  if (job.status !== 'completed' && !isPaid(job)) return 0;
  const { charges } = gateway.account;
  const all = charges
    .filter(({ remoteId }) => remoteId === job.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  if (gateway.unit === 'usd') return decimalOf(gateway, all);
  const isNews = !job.isCostTold;
  job.isCostTold = true;
  return isNews ? decimalOf(gateway, job.price) : 0;
}

export function listJobs(gateway: Gateway): Reply {
  const data = [...gateway.jobs.values()].reverse().map((job) => recordOf(gateway, job, 0));
  return json(200, { object: 'list', data, ...metadata(gateway, 0) });
}
