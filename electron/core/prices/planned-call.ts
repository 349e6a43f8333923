import type { Job, JobPart } from '../../../shared/media/jobs';
import type { MediaModality, ParameterValues } from '../../../shared/modalities/modalities';
import type { MoneyUnit } from '../../../shared/money/money-units';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { isDialogue, textToSpeak, withVoices } from '../../../shared/run/dialogue';
import { type InputRef, isSent } from '../../../shared/run/inputs';
import { MAX_CHARACTERS_PER_CALL, runners } from '../modalities/modality';
import type { SentMessage } from '../modalities/sent-history';
import type { ChatCall, MediaCall } from './estimates';
import { imagesCounted, isKeptLong, mostPromptTokens, promptCharacters } from './prompt-size';

/** A call that is about to be made: all that its price depends on. */
export type PlannedCall =
  | ({ readonly kind: 'chat'; readonly rounds?: RoundsLeft | undefined } & ChatCall)
  | ({ readonly kind: 'media' } & MediaCall);

/** Calls that may follow without a person, since tools are answered by themselves. */
export interface RoundsLeft {
  /** How many. */
  readonly rounds: number;
  /** What this call and they may cost together; `null` where only their number is limited. */
  readonly most: { readonly unit: MoneyUnit; readonly amount: number } | null;
}

/** The job fields that show which parts are still unpaid; a job that was just planned has none of them. */
export type JobToPrice = Pick<Job, 'profileId' | 'model' | 'modality' | 'prompt' | 'parameters' | 'extra'> & {
  /** Their number alone counts. */
  readonly inputs?: readonly Pick<InputRef, 'role'>[] | undefined;
  readonly status?: Job['status'];
  readonly parts?: readonly (Pick<JobPart, 'start' | 'end'> & Partial<Pick<JobPart, 'status'>>)[];
};

/** What the price of a reply depends on. */
export interface ReplyToPrice {
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  /** The branch up to the message to answer, oldest first. */
  readonly history: readonly SentMessage[];
  readonly rounds?: RoundsLeft | undefined;
  /** Vectors come instead of a reply. */
  readonly isMeasured?: boolean | undefined;
}

/** A reply as the guard counts it. */
export function plannedReply(reply: ReplyToPrice): PlannedCall {
  const { profileId, model, settings, history, rounds, isMeasured } = reply;
  const characters = promptCharacters(history, settings);
  const most = mostPromptTokens(history, { ...settings, model });
  const keepsLong = isKeptLong(history, settings);
  const images = imagesCounted(history, model);
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters,
    mostPromptTokens: most,
    keepsLong,
    images,
    rounds,
    isMeasured,
  };
}

/** A whole job as the guard counts it. @param requests as many as its text is sent in, where that is known */
export function plannedJob({ prompt, ...job }: JobToPrice, requests?: number): PlannedCall {
  const { profileId, model, modality, parameters, extra, inputs = [] } = job;
  const call = { profileId, model, modality, parameters, extra, inputs: inputs.filter(isSent).length };
  const characters = textToSpeak(prompt.trim(), parameters).length;
  return {
    kind: 'media',
    ...call,
    characters,
    requests: requests ?? requestsFor(modality, prompt, parameters),
  };
}

/** A long text, and a dialogue, is spoken in several requests. Called while a person types. */
export function requestsFor(modality: MediaModality, prompt: string, parameters: ParameterValues): number {
  if (prompt.length <= MAX_CHARACTERS_PER_CALL && !isDialogue(parameters)) return 1;
  return Math.max(1, runners[modality].split(prompt, parameters).length);
}

/**
 * What a job still has to pay for; `null` where nothing is left: its results are only fetched and saved. A job that
 * the gateway works on is charged when it ends there, so it counts as a whole.
 */
export function unpaidCall(job: JobToPrice): PlannedCall | null {
  if (job.status === 'saving') return null;
  if (job.status === 'queued' || job.status === 'running') return plannedJob(job);
  const { parts = [], prompt } = job;
  const unpaid = parts.filter(({ status }) => status !== 'completed');
  if (unpaid.length === parts.length) return plannedJob(job);
  if (unpaid.length === 0) return null;
  const spoken = unpaid.map(({ start, end }) => prompt.slice(start, end)).join('');
  const parameters = withVoices(job.parameters, {});
  return plannedJob({ ...job, prompt: spoken, parameters }, unpaid.length);
}
