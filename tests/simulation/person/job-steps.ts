/** What the person makes: images, speech and videos, and what becomes of their jobs. */
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import type { MediaModality, ParameterValues } from '../../../shared/modalities/modalities';
import { markerOf, markersIn } from '../far/account';
import { checkHonesty } from '../rules/honesty';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, askConfirming, describe, read } from './call';
import { drawExtra } from './extra';
import type { Act } from './step';

export async function jobsOf(run: Run, fits: (job: Job) => boolean): Promise<readonly Job[]> {
  const page = await read(run, 'jobs.page', { modality: null, cursor: null, limit: 200 });
  const all = [...(page?.jobs ?? []), ...jobsOfReplies(run)];
  return all.filter(fits).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Pictures and sound that came with replies are shown with them, and in no list of jobs. */
export const jobsOfReplies = ({ memory }: Run): readonly Job[] =>
  [...memory.seenJobs.values()].filter(
    ({ id, owner }) => owner?.kind === 'message' && !memory.removed.has(owner.id) && !memory.removed.has(id),
  );

interface Wanted {
  readonly modality: MediaModality;
  readonly prompt: string;
  readonly parameters: ParameterValues;
}

async function create(run: Run, random: Random, marker: string, wanted: Wanted): Promise<string> {
  const model = `sim/${wanted.modality}`;
  const input = { ...wanted, id: random.uuid(), model, extra: drawExtra(random) };
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model, count: Number(wanted.parameters.count ?? 1) });
  const isDoubled = random.chance(0.15);
  const [answer] = await Promise.all([
    askConfirming(run, random, 'jobs.create', input),
    isDoubled ? ask(run, 'jobs.create', input) : null,
  ]);
  if (answer.is === 'ok') run.memory.jobs.set(input.id, { prompt: wanted.prompt.trim() });
  if (answer.is === 'refused' && !isDoubled) run.intents.takeBack(marker);
  const what = `${wanted.modality} ${JSON.stringify(wanted.parameters)}`;
  return `asks for ${what} ${marker}${isDoubled ? ' twice at once' : ''}: ${describe(answer)}`;
}

const image: Act = (run, random, id) => {
  const marker = `intent-${id}`;
  const parameters = { count: random.int(1, 4) };
  return create(run, random, marker, { modality: 'image', prompt: `A boat, ${marker}.`, parameters });
};

const speech: Act = (run, random, id) => {
  const marker = `intent-${id}`;
  const sentences = random.chance(0.5) ? 1 : random.int(90, 190);
  const prompt = Array.from(
    { length: sentences },
    (_, at) => `Sentence ${at + 1} of ${marker} says that the boat drifts on. `,
  ).join('');
  return create(run, random, marker, { modality: 'speech', prompt, parameters: { format: 'wav' } });
};

const video: Act = (run, random, id) => {
  const marker = `intent-${id}`;
  return create(run, random, marker, {
    modality: 'video',
    prompt: `A boat sails, ${marker}.`,
    parameters: {},
  });
};

/** Its file takes a while to come. */
const longVideo: Act = (run, random, id) => {
  const prompt = `A film of a very long boat, intent-${id}.`;
  return create(run, random, `intent-${id}`, { modality: 'video', prompt, parameters: {} });
};

const longSpeech: Act = (run, random, id) => {
  const prompt = `All about a very long boat, intent-${id}.`;
  return create(run, random, `intent-${id}`, { modality: 'speech', prompt, parameters: { format: 'wav' } });
};

const cancel: Act = async (run, random) => {
  const jobs = await jobsOf(run, ({ status }) => !finishedStatuses.includes(status));
  if (jobs.length === 0) return 'has no job to cancel';
  const { id, status } = random.pick(jobs);
  run.memory.cancelled.add(id);
  return `cancels a job that is ${status}: ${describe(await ask(run, 'jobs.cancel', { id }))}`;
};

const hasEndedBadly = ({ status }: Job): boolean =>
  finishedStatuses.includes(status) && status !== 'completed';

const retry: Act = async (run, random) => {
  const jobs = await jobsOf(run, (job) => hasEndedBadly(job) && markerOf(job.prompt) !== null);
  if (jobs.length === 0) return 'has no job to retry';
  const { id, prompt, status } = random.pick(jobs);
  const marker = markerOf(prompt) ?? '';
  checkHonesty(run);
  for (const each of markersIn(prompt)) run.intents.allow(each, 'any');
  payBesideBudgets(run, markersIn(prompt));
  const newId = random.uuid();
  const answer = await ask(run, 'jobs.retry', { id, newId });
  if (answer.is === 'ok') run.memory.jobs.set(newId, { prompt });
  if (answer.is === 'refused') for (const each of markersIn(prompt)) run.intents.takeBack(each);
  return `makes a new job of ${marker}, which was ${status}: ${describe(answer)}`;
};

/** What the person has made among the jobs is not the experiment’s to stop: its budget says nothing of that charge. */
function payBesideBudgets({ memory }: Run, paid: readonly string[]): void {
  for (const [id, { markers }] of memory.budgets)
    if (markers.some((one) => paid.includes(one))) memory.budgets.delete(id);
}

/**
 * Whether resuming it is free: the app says so with `canFetchAgain`, or the gateway still has the job. One that
 * a damaged database ended while it was saved is followed again.
 */
export const goesOnForFree = ({ canFetchAgain, remoteId, status, error }: Job): boolean =>
  canFetchAgain || (remoteId !== null && (status !== 'failed' || error?.stage === 'save'));

export async function resumeJob(run: Run, job: Job): Promise<string> {
  checkHonesty(run);
  const marker = markerOf(job.prompt);
  const isPaid = !goesOnForFree(job) && marker !== null;
  const paid = isPaid ? markersIn(job.prompt) : [];
  for (const each of paid) run.intents.allow(each, 'any');
  payBesideBudgets(run, paid);
  const answer = await ask(run, 'jobs.resume', { id: job.id });
  if (answer.is === 'refused') for (const each of paid) run.intents.takeBack(each);
  const cost = isPaid ? 'asking again' : 'for nothing';
  return `resumes a job that is ${job.status} (${marker}), ${cost}: ${describe(answer)}`;
}

const resume: Act = async (run, random) => {
  const jobs = await jobsOf(run, hasEndedBadly);
  return jobs.length === 0 ? 'has no job to resume' : await resumeJob(run, random.pick(jobs));
};

const dismiss: Act = async (run) => {
  const jobs = await jobsOf(run, ({ status }) => finishedStatuses.includes(status));
  const ids = jobs.map(({ id }) => id);
  return `clears ${ids.length} finished jobs: ${describe(await ask(run, 'jobs.dismiss', { ids }))}`;
};

/** Opened by its id, typed or from the gateway's list: one that is here already is shown again, and nothing is sent. */
const adopt: Act = async (run, random) => {
  const from = random.weighted({ list: 6, here: 3, nowhere: 1 });
  const known = from === 'here' ? await jobsOf(run, ({ remoteId }) => remoteId !== null) : [];
  const list =
    from === 'list' ? ((await read(run, 'jobs.remoteList', { status: null, limit: 20 })) ?? []) : known;
  const ids = from === 'nowhere' ? ['job-of-nobody'] : list.map(({ remoteId }) => remoteId ?? '');
  if (ids.length === 0) return `finds no job to open (${from})`;
  const remoteId = random.pick(ids);
  // Two windows may do it at once.
  const asked = [remoteId, ...(random.chance(0.2) ? [remoteId] : [])];
  const answers = await Promise.all(asked.map((id) => ask(run, 'jobs.adopt', { remoteId: id })));
  return `opens the job ${remoteId} (${from}): ${answers.map((answer) => describe(answer)).join(', ')}`;
};

export const jobSteps = {
  image,
  speech,
  video,
  'long-video': longVideo,
  'long-speech': longSpeech,
  cancel,
  retry,
  resume,
  dismiss,
  adopt,
} satisfies Record<string, Act>;
