/** Actions for jobs and results. As in all actions, answers change only the UI state. */
import type { CommandInput } from '../../shared/contract';
import type { AppErrorData, Envelope } from '../../shared/errors';
import type { Job } from '../../shared/media/jobs';
import type { MediaOrigin } from '../../shared/media/media';
import {
  type MediaModality,
  mediaModalities,
  modalities,
  type ParameterValues,
} from '../../shared/modalities/modalities';
import { isSent, type JobInput } from '../../shared/run/inputs';
import { call } from '../link/call';
import { fillExtra } from '../parts/run-settings/fill-extra';
import type { LibraryFilter } from '../state/core/apply-jobs-and-media';
import { useCoreState } from '../state/core/core-state';
import { reportedList } from '../state/core/read';
import { attemptAfter, attemptAt, createIntents } from '../state/idempotent-ask';
import { createPresses } from '../state/one-press';
import type { Form } from '../state/ui/form';
import { chosenFormModel, formAccepted, formOf, requestOf, setForm } from '../state/ui/forms';
import { showProblem } from '../state/ui/problem';
import { spend } from '../state/ui/spending-question';
import { showOnStage } from '../state/ui/stage';
import { type FilledExtra, setFilledExtra } from '../state/ui/ui-state';

const jobsOfPage = 40;
const itemsOfPage = 120;

/**
 * Submits the form. Its text stays, also if it was refused, unless the settings say otherwise.
 *
 * @param isWithoutPrompt the person said that there is to be none; an empty form alone sends nothing
 * @returns whether it is on disk
 */
export async function generate(modality: MediaModality, isWithoutPrompt = false): Promise<boolean> {
  const form = formOf(modality);
  const model = chosenFormModel(modality);
  const hasText = form.text.trim() !== '' || (isWithoutPrompt && modalities[modality].isOptional === true);
  if (form.sending || !hasText || model === null) return false;
  const request = requestOf(modality, model);
  if (presses.isRepeated(modality, request)) return false;
  const attempt = attemptAt(form.attempt, request, () => ({ id: crypto.randomUUID() }));
  setForm(modality, { attempt, sending: true, error: undefined });
  const answer = await spend((isConfirmed) =>
    call('jobs.create', { id: attempt.id, ...request, isConfirmed }),
  );
  setForm(modality, { sending: false });
  if (answer === null) return false;
  if (answer.ok) {
    presses.accepted(modality, request);
    showOnStage(modality, attempt.id);
    setFilledExtra(modality, null);
    formAccepted(modality, form.text);
  } else setForm(modality, { error: answer.error, attempt: attemptAfter(attempt, answer) });
  return answer.ok;
}

const presses = createPresses();
const retries = createIntents();

/** A new job with the settings of another; a new charge. `null` if the person did not confirm it, or pressed twice. */
export async function retryJob(id: string): Promise<Envelope<null> | null> {
  if (presses.isRepeated(`retry ${id}`, id)) return null;
  const answer = await retries.ask(id, (newId, isConfirmed) =>
    call('jobs.retry', { id, newId, isConfirmed }),
  );
  if (answer?.ok === true) presses.accepted(`retry ${id}`, id);
  return answer;
}

/** Resumes a job; if that sends a request that may be charged, within the person's limits. */
export const resumeJob = (id: string): Promise<Envelope<null> | null> =>
  spend((isConfirmed) => call('jobs.resume', { id, isConfirmed }));

/** Lets the profile's results come from a host of this computer's network, then fetches the one of this job. */
export async function allowHost(id: string, profileId: string, host: string): Promise<Envelope<null> | null> {
  const answer = await call('profiles.allowResults', { id: profileId, host, isAllowed: true });
  return answer.ok ? resumeJob(id) : answer;
}

/** Lets the profile's jobs be asked for at another address, with its key, then follows this one there. */
export async function allowJobOrigin(
  id: string,
  input: CommandInput<'profiles.allowJobs'>,
): Promise<Envelope<null> | null> {
  const answer = await call('profiles.allowJobs', input);
  return answer.ok ? resumeJob(id) : answer;
}

const jobsOf = (modality: MediaModality) =>
  reportedList<void, 'jobs.page'>('jobs.page', {
    cursor: ({ jobCursors }) => jobCursors[modality],
    input: (_all, cursor) => ({ modality, cursor, limit: jobsOfPage }),
    reading: (_all, page) => ({ type: 'jobs.paged', modality, page }),
  });
const jobs = Object.fromEntries(mediaModalities.map((id) => [id, jobsOf(id)])) as Record<
  MediaModality,
  ReturnType<typeof jobsOf>
>;

/** Loads more of the jobs of a kind, or the newest; does nothing at their end. One page at a time. */
export const loadJobs = (modality: MediaModality): Promise<AppErrorData | null> => jobs[modality].more();

const library = reportedList<LibraryFilter, 'library.page'>('library.page', {
  // Without a first page of this selection there is nothing to continue.
  cursor: ({ library }, filter) => (library?.filter === filter ? library.cursor : null),
  input: (filter, cursor) => ({ filter, cursor, limit: itemsOfPage }),
  reading: (filter, page, isFirst) => ({ type: 'library.paged', filter, isFirst, page }),
});

/** Loads a selection of the library from its beginning, or its next page; the newest selection wins. */
export const loadLibrary = (filter: LibraryFilter, isFirst: boolean): Promise<AppErrorData | null> =>
  isFirst ? library.first(filter) : library.more(filter);

/** Copies all settings of a job to the form, or only its prompt, as `what` says; extra parameters are shown to be checked. */
export function takeOver(
  { modality, prompt, model, parameters: asked, extra: own, seed, jobId, id = jobId }: Again,
  what: 'text' | 'all',
  source: Pick<FilledExtra, 'from' | 'isHeld'> = { from: 'the result' },
): void {
  const text = { text: prompt, error: undefined };
  if (what === 'text') {
    setForm(modality, text);
    return;
  }
  const { values, extra } = fillExtra({ place: modality, key: modality, extra: own, ...source });
  const parameters = { ...asked, ...(values as ParameterValues) };
  // The form takes no negative seed.
  const seeded = seed === undefined || seed < 0 ? parameters : { ...parameters, seed };
  setForm(modality, { ...text, model, parameters: seeded, extra, inputs: inputsHere(id) });
  if (id !== undefined && useCoreState.getState().jobs[id] === undefined) void takeInputs(modality, id);
}

/** Of a job that this window has not loaded: they follow, unless the form was given others meanwhile. */
async function takeInputs(modality: MediaModality, jobId: string): Promise<void> {
  const answer = await call('jobs.inputs', { id: jobId });
  if (answer.ok && formOf(modality).inputs === undefined)
    setForm(modality, { inputs: toFormInputs(answer.value) });
}

export type Again = Pick<Job, 'modality' | 'prompt' | 'model' | 'parameters' | 'extra'> &
  Pick<MediaOrigin, 'seed'> & { readonly jobId?: string; readonly id?: string };

/** Of a job in this window. */
const inputsHere = (jobId: string | undefined): Form['inputs'] =>
  toFormInputs(useCoreState.getState().jobs[jobId ?? '']?.inputs);

/** Those whose files are gone are left out, and named; what a result was made from on this computer is no input of a form. */
export function toFormInputs(all: readonly JobInput[] = []): Form['inputs'] {
  const inputs = all.filter(isSent);
  const lost = inputs.filter(({ file }) => file === null);
  if (lost.length > 0) {
    const names = lost.map(({ name }) => `“${name}”`).join(', ');
    showProblem('Some inputs are missing', {
      code: 'not_found',
      message: `No longer stored, and left out of the form: ${names}.`,
    });
  }
  const present = inputs.flatMap(({ role, file, from }) =>
    file === null ? [] : [{ role, file, ...(from && { from }) }],
  );
  return present.length === 0 ? undefined : present;
}
