/** Units as the guard counts them, before they are sent. */
import { charactersSent } from '../../../shared/media/documents';
import type { FileRef } from '../../../shared/media/files';
import { isFreeToResume, isOver } from '../jobs/job-end';
import type { Ports } from '../ports/ports';
import type { Unit } from '../ports/work';
import { type PlannedCall, unpaidCall } from '../prices/planned-call';
import { isUncounted, mostPromptTokens, promptCharacters } from '../prices/prompt-size';
import type { UnitRequest } from './ask-unit';

type Files = Pick<Ports['storage']['files'], 'get'>;

/** How much text documents are sent as, and how many files only the gateway can count. */
export function sizeOfFiles(files: Files, attachments: readonly FileRef[] = []) {
  const characters = attachments.reduce(
    (sum, { id, way }) => sum + charactersSent({ document: files.get(id)?.document, way }),
    0,
  );
  return { characters, files: attachments.filter(isUncounted).length };
}

/**
 * The call of a unit.
 *
 * @param further characters beyond the prompt: a reply and the message that mends it
 */
export function plannedUnit(files: Files, request: UnitRequest, further = 0): PlannedCall {
  const { profileId, model } = request;
  const length = request.prompt.length + further;
  if (request.modality !== 'chat') {
    const { modality, parameters, extra, inputs = [] } = request;
    const call = { profileId, model, modality, characters: length, parameters, extra };
    return { kind: 'media', ...call, ...(inputs.length > 0 && { inputs: inputs.length }) };
  }
  const { settings } = request;
  const size = sizeOfFiles(files, request.attachments);
  const characters = length + size.characters;
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters: promptCharacters([], settings) + characters,
    mostPromptTokens: mostPromptTokens([], { ...settings, model, characters, files: size.files }),
  };
}

/**
 * The calls that these units still have to pay for: none for a job that is only resumed, else what is left of it.
 *
 * @param mend the message that follows the reply of the unit
 */
export function plannedUnits(
  { jobs, messages, files }: Pick<Ports['storage'], 'jobs' | 'messages' | 'files'>,
  units: readonly Unit[],
  requestOf: (unit: Unit) => UnitRequest | undefined,
  mend?: string,
): readonly PlannedCall[] {
  const callOf = (unit: Unit): PlannedCall | null => {
    const job = jobs.get(unit.key);
    if (job !== undefined && !isOver(job)) return isFreeToResume(job) ? null : unpaidCall(job);
    const request = requestOf(unit);
    if (request === undefined) return null;
    const reply = mend === undefined || unit.replyId === null ? undefined : messages.get(unit.replyId);
    const further = mend === undefined ? 0 : (reply?.text.length ?? 0) + mend.length;
    return plannedUnit(files, request, further);
  };
  return units.map(callOf).filter((call) => call !== null);
}
