import type { Settings } from '../../../shared/app/settings';
import type { CheckedInput, RemoteJobSummary } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { formFieldsIn } from '../../../shared/extra/form-fields';
import { liftMedia } from '../../../shared/extra/lift-extra';
import { finishedStatuses, type Job, type JobPage, whyNotAgain } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { parametersSchema } from '../../../shared/media/parameters-schema';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { withStyle } from '../../../shared/run/styles';
import { wrongValueWords } from '../../../shared/text/wrong-value';
import { requireExtra } from '../lib/require-extra';
import { runners } from '../modalities/modality';
import type { ModalityRunner } from '../modalities/runner';
import type { NewJob } from '../ports/jobs';
import { profileOfRetry } from '../profiles/paying-profile';
import { type Adopted, adopt } from './adopt';
import type { JobContext } from './context';
import { destinationOf } from './destination';
import { checkDialogue, speakLine } from './dialogue';
import { createEdits, type Edits } from './edits';
import { createFetchCutAgain } from './fetch-cut-again';
import { asksAgain, goesOnAs } from './job-end';
import { checkInputs, requireInputs } from './job-inputs';
import { remoteList } from './remote-list';
import type { JobRunner } from './runner';

export interface Jobs {
  create(input: CheckedInput<'jobs.create'>): Promise<void>;
  /** The rows of a request, for the caller to store in its own transaction; `begin` starts the job afterwards. */
  plan(request: JobRequest): NewJob;
  /** Emits a job that was just stored, and starts it. */
  begin(id: string): void;
  cancel(id: string): void;
  retry(input: CheckedInput<'jobs.retry'>): Promise<void>;
  /** Files that were edited in a window. */
  readonly edits: Edits;
  /** Speaks one line of a dialogue again and joins it with the others; only that line is paid. */
  speakLine(input: CheckedInput<'jobs.speakLine'>): Promise<void>;
  /** @throws AppError `over_budget` or `needs_confirmation` where another request would be sent. */
  resume(id: string, isConfirmed: boolean | undefined): void;
  /** Free: see `fetch-cut-again.ts`. */
  fetchCutAgain(mediaId: string): Promise<MediaItem>;
  dismiss(ids: readonly string[]): void;
  page(input: CheckedInput<'jobs.page'>): JobPage;
  /** The newest jobs that are not dismissed. */
  panel(): JobPage;
  remoteList(input: CheckedInput<'jobs.remoteList'>): Promise<readonly RemoteJobSummary[]>;
  /** Opens a job by its id at the gateway. Free: see {@link adopt}. */
  adopt(remoteId: string): Promise<Adopted>;
}

const PANEL_LIMIT = 200;

/** The user's commands for jobs. */
export function createJobs(context: JobContext, runner: JobRunner, settings: () => Settings): Jobs {
  const { ports, profiles } = context;
  const { jobs } = ports.storage;
  const find = (id: string): Job => {
    const job = jobs.get(id);
    if (!job) throw new AppError({ code: 'not_found', message: 'This job no longer exists.' });
    return job;
  };
  const withChecks = (page: JobPage) => ({ ...page, jobs: page.jobs.map(({ id }) => context.read(id)) });
  const plan = (request: JobRequest) => {
    checkParameters(request.modality, request.parameters, request.prompt);
    requireExtra(request.modality, request.extra, 'extra');
    checkInputs(context, request);
    return newJob(context, request, destinationOf(ports.files.defaultFolder(), settings(), request.modality));
  };
  // It is stored by now: a database that can't be read for a moment keeps it neither from windows nor from being sent.
  const begin = (id: string) => {
    context.show(id);
    runner.start(id);
  };
  /** @param repeated the job that this one replaces */
  const create = async (input: CheckedInput<'jobs.create'>, repeated: Job | null = null) => {
    if (jobs.get(input.id)) return;
    checkParameters(input.modality, input.parameters, input.prompt);
    const {
      profileId = repeated ? profileOfRetry(ports, repeated, profiles.activeId()) : profiles.activeId(),
    } = input;
    await profiles.access(profileId);
    // Checked again: a second call with the same id may have arrived while this one waited.
    if (jobs.get(input.id)) return;
    const job = plan({ ...input, profileId, owner: repeated?.owner ?? null });
    ports.storage.transaction(() => {
      context.spending.admitJob(job, input.isConfirmed);
      jobs.insert(job);
      if (repeated !== null) ports.storage.comparisons.replaceRun(repeated.id, job.id);
    });
    begin(job.id);
  };
  return {
    create: (input) => create(input),
    plan,
    begin,
    cancel: (id) => runner.halt(find(id).id),
    async retry({ id, newId, isConfirmed }) {
      const job = requireRepeatable(find(id));
      const { modality, model, prompt, parameters, extra } = liftMedia(job.modality, job);
      const inputs = requireInputs(job);
      await create({ id: newId, modality, model, prompt, parameters, extra, inputs, isConfirmed }, job);
    },
    edits: createEdits(context, settings),
    speakLine: (input) => speakLine(context, { find, plan, begin }, input),
    resume(id, isConfirmed) {
      const job = find(id);
      if (!finishedStatuses.includes(job.status) || job.status === 'completed') return;
      if (runner.isRunning(id)) return;
      const status = goesOnAs(job);
      if (status === 'waiting') requireRepeatable(job);
      if (asksAgain(job)) {
        if (isConfirmed !== true) confirmExtra(job);
        context.spending.admitJob(job, isConfirmed);
      }
      context.change(id, { status, finishedAt: null, error: null, isDismissed: false });
      runner.start(id);
    },
    fetchCutAgain: createFetchCutAgain(context),
    dismiss(ids) {
      const dismissed = ids.map(find).filter(({ status }) => finishedStatuses.includes(status));
      for (const { id } of dismissed) context.change(id, { isDismissed: true });
    },
    page: ({ modality, cursor, limit }) =>
      withChecks(jobs.page({ modality, dismissed: true }, cursor, limit)),
    panel: () => withChecks(jobs.page({ modality: null, dismissed: false }, null, PANEL_LIMIT)),
    remoteList: (input) => remoteList(context, input),
    adopt: (remoteId) => adopt(context, runner, settings, remoteId),
  };
}

/** @throws AppError `invalid_input` where it has no request of its own, or the request is not known. */
function requireRepeatable(job: Job): Job {
  const message = whyNotAgain(job);
  if (message === null) return job;
  throw new AppError({ code: 'invalid_input', field: 'id', message });
}

/**
 * A job of an earlier version, or of an archive, may be sent again with another model or count than it shows.
 * @throws AppError `needs_confirmation`
 */
function confirmExtra(job: Job): void {
  const { modality } = job;
  const names = formFieldsIn(modality, liftMedia(modality, job).extra).map((name) => `“${name}”`);
  if (names.length === 0) return;
  const message = `This sends the request again as it was, and its extra parameters set ${names.join(', ')}. Confirm it, or create a new one from its settings.`;
  throw new AppError({ code: 'needs_confirmation', message });
}

/** @throws AppError `invalid_input`, naming the field. */
export function checkParameters(
  id: MediaModality,
  parameters: CheckedInput<'jobs.create'>['parameters'],
  prompt: string,
): void {
  const modality = modalities[id];
  const checked = parametersSchema(modality).safeParse(parameters);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = ['parameters', ...(issue?.path ?? [])].join('.');
    throw new AppError({ code: 'invalid_input', field, message: `${wrongValueWords(issue)}.` });
  }
  if (id === 'speech') checkDialogue(prompt, parameters);
  const { label, maxCharacters } = modality.text;
  const { length } = withStyle(prompt, parameters.style);
  if (length <= maxCharacters) return;
  const message = `${label} is ${length} characters long; the limit is ${maxCharacters}.`;
  throw new AppError({ code: 'invalid_input', field: 'prompt', message });
}

export interface JobRequest extends Omit<CheckedInput<'jobs.create'>, 'isConfirmed' | 'profileId'> {
  readonly profileId: string;
  readonly owner: Job['owner'];
}

function newJob({ ports }: JobContext, request: JobRequest, destination: NewJob['destination']): NewJob {
  const { id, modality, profileId, model, prompt, parameters, extra, inputs, owner } = request;
  const runner: ModalityRunner = runners[modality];
  return {
    id,
    modality,
    profileId,
    model,
    prompt,
    parameters,
    extra,
    ...(inputs && { inputs }),
    owner,
    destination,
    createdAt: ports.clock.now(),
    status: 'waiting',
    isForeign: false,
    remoteId: null,
    parts: runner.split(prompt, parameters).map((part) => ({ ...part, idempotencyKey: ports.clock.newId() })),
  };
}
