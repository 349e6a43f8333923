/** Units as the guard counts them, before they are sent. */
import type { Message } from '../../../shared/chat/chat';
import { charactersSent } from '../../../shared/media/documents';
import type { FileRef } from '../../../shared/media/files';
import type { Job } from '../../../shared/media/jobs';
import { WHOLE_BRANCH } from '../chat/plan';
import { roundsLeft } from '../chat/tool-loop';
import { isFreeToResume, isOver } from '../jobs/job-end';
import type { Ports } from '../ports/ports';
import type { Unit } from '../ports/work';
import { type PlannedCall, requestsFor, unpaidCall } from '../prices/planned-call';
import {
  imagesCounted,
  isKeptLong,
  isUncounted,
  mostPromptTokens,
  promptCharacters,
} from '../prices/prompt-size';
import type { UnitRequest } from './ask-unit';

type Files = Pick<Ports['storage']['files'], 'get'>;
type Stored = Pick<Ports['storage'], 'jobs' | 'messages' | 'files'>;

/** How much text documents are sent as, and how many files only the gateway can count. */
export function sizeOfFiles(files: Files, attachments: readonly FileRef[] = []) {
  const characters = attachments.reduce(
    (sum, { id, way }) => sum + charactersSent({ document: files.get(id)?.document, way }),
    0,
  );
  return { characters, files: attachments.filter(isUncounted).length };
}

/** What a unit that was asked already sends: its branch up to the message to answer, and one that is added to it. */
interface OnBranch {
  readonly branch: readonly Message[];
  readonly added: string | undefined;
}

/**
 * The call of a unit, with the rounds of tools that may follow it by themselves.
 *
 * @param on where it isn't the first call of its chat
 */
export function plannedUnit(files: Files, request: UnitRequest, on?: OnBranch): PlannedCall {
  const { profileId, model } = request;
  const length = request.prompt.length;
  if (request.modality !== 'chat') {
    const { modality, parameters, extra, inputs = [] } = request;
    const requests = requestsFor(modality, request.prompt, parameters);
    const call = { profileId, model, modality, characters: length, parameters, extra, requests };
    return { kind: 'media', ...call, ...(inputs.length > 0 && { inputs: inputs.length }) };
  }
  const { settings, isMeasured } = request;
  const { branch = [], added = '' } = on ?? {};
  const size = sizeOfFiles(files, on === undefined ? request.attachments : []);
  const characters = (on === undefined ? length : added.length) + size.characters;
  const rounds = roundsLeft(settings, added === '' ? branch : []);
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters: promptCharacters(branch, settings) + characters,
    mostPromptTokens: mostPromptTokens(branch, { ...settings, model, characters, files: size.files }),
    keepsLong: isKeptLong(branch, settings),
    images: imagesCounted(branch, model),
    ...(rounds !== null && { rounds }),
    ...(isMeasured && { isMeasured }),
  };
}

/** Whether the unit has all that its job brings: asked for again, it is a new request. */
export const hasResult = (
  { status }: Pick<Unit, 'status'>,
  job: Pick<Job, 'status' | 'canFetchAgain'>,
): boolean => status === 'done' && job.status === 'completed' && !job.canFetchAgain;

/**
 * The calls that these units still have to pay for: none for a job that is only resumed, else what is left of it.
 *
 * @param mend the message that follows the reply of the unit
 */
export function plannedUnits(
  { jobs, messages, files }: Stored,
  units: readonly Unit[],
  requestOf: (unit: Unit) => UnitRequest | undefined,
  mend?: string,
): readonly PlannedCall[] {
  const callOf = (unit: Unit): PlannedCall | null => {
    const job = jobs.get(unit.key);
    if (job !== undefined && !isOver(job) && !hasResult(unit, job))
      return isFreeToResume(job) ? null : unpaidCall(job);
    const request = requestOf(unit);
    if (request === undefined) return null;
    return plannedUnit(files, request, placeOf({ messages }, unit, request, mend));
  };
  return units.map(callOf).filter((call) => call !== null);
}

/** `undefined` where the prompt is all that a unit sends. */
function placeOf(
  { messages }: Pick<Stored, 'messages'>,
  { replyId }: Unit,
  request: UnitRequest,
  mend: string | undefined,
): OnBranch | undefined {
  const mayHaveGrown = request.modality === 'chat' && request.settings.tools?.loop !== undefined;
  const reply = replyId === null || !(mayHaveGrown || mend !== undefined) ? undefined : messages.get(replyId);
  const last = mend === undefined ? reply?.parentId : replyId;
  if (reply === undefined || last == null) return undefined;
  const branch = messages.pathEndingIn(reply.conversationId, last, WHOLE_BRANCH).messages;
  return { branch, added: mend };
}
