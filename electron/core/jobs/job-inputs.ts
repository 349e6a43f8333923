/** The inputs of a job: refused before anything is stored, and read again when its request is sent. */

import { laterLimits } from '../../../shared/calls/later-limits';
import { AppError } from '../../../shared/errors';
import { filesOfKind, takesFiles } from '../../../shared/media/file-inputs';
import type { Job } from '../../../shared/media/jobs';
import type { Model } from '../../../shared/models/models';
import type { InputRole } from '../../../shared/run/input-roles';
import {
  type InputRef,
  inputSlots,
  isSent,
  type JobInput,
  rolesOf,
  toInputRefs,
} from '../../../shared/run/inputs';
import { missingInput, requiresInput } from '../../../shared/run/required-inputs';
import type { SentInput } from '../../gateway/types/media';
import type { Ports } from '../ports/ports';

interface Looked {
  readonly ports: Pick<Ports, 'storage'>;
  readonly modelOf: (profileId: string, model: string) => Model | undefined;
}

type RequestWithInputs = Pick<Job, 'modality' | 'model' | 'profileId'> & {
  readonly extra?: Job['extra'];
  readonly inputs?: readonly InputRef[];
};

/** @throws AppError `invalid_input` or `not_found`, whose message says what to do */
export function checkInputs({ ports, modelOf }: Looked, request: RequestWithInputs): void {
  const { inputs = [], modality, model, profileId } = request;
  const known = modelOf(profileId, model);
  for (const { role } of inputs) {
    if (!rolesOf[modality].includes(role))
      refuse(`This kind of request doesn’t take ${inputSlots[role].inWords}. Remove it.`);
    if (!takesRole(known, role)) refuse(refusedByModel(model, role));
  }
  if (hasRole(inputs, 'mask') && !hasRole(inputs, 'image'))
    refuse('A mask needs the image that it belongs to. Add the image to edit, or remove the mask.');
  // What is wrong with the given ones says more.
  const missing = missingInput(known, request);
  if (missing !== null) refuse(`${requiresInput(model, missing)} Add one, or choose another model.`);
  const files = inputs.map((input) => requireFile(ports, input));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > laterLimits.attachedBytesOfCall) refuse(tooLarge(bytes));
}

const hasRole = (inputs: readonly InputRef[], wanted: InputRole): boolean =>
  inputs.some(({ role }) => role === wanted);

/** What the catalogue says of the model; where it says nothing, the gateway decides. */
const takesRole = (model: Model | undefined, role: InputRole): boolean =>
  model?.capabilities?.inputs?.includes(role) ?? takesFiles(model, inputSlots[role].kind);

const refusedByModel = (model: string, role: InputRole): string =>
  `${model} doesn’t take ${inputSlots[role].inWords}. Choose a model that does, or remove it.`;

function tooLarge(bytes: number): string {
  const megabytes = (size: number) => Math.ceil(size / 1_048_576);
  return `The inputs are ${megabytes(bytes)} MB in total; the limit for one request is ${megabytes(laterLimits.attachedBytesOfCall)} MB. Remove some, or use smaller ones.`;
}

function requireFile({ storage }: Looked['ports'], { id, name, role }: InputRef) {
  const file = storage.files.get(id);
  if (file === undefined) throw lost(name);
  const { kind, label } = inputSlots[role];
  if (file.kind !== kind) refuse(`“${name}” can’t be used as ${label}: only ${filesOfKind[kind]} can.`);
  return file;
}

function refuse(message: string): never {
  throw new AppError({ code: 'invalid_input', field: 'inputs', message });
}

const lost = (name: string): AppError =>
  new AppError({
    code: 'not_found',
    field: 'inputs',
    message: `“${name}” is no longer stored. Remove it from the request, or add it again.`,
  });

/** The inputs of a job, for a request that is to be made another time. @throws AppError `not_found` if one is lost */
export function requireInputs({ inputs: all = [] }: Job): InputRef[] {
  const inputs = all.filter(isSent);
  const gone = inputs.find(({ file }) => file === null);
  if (gone !== undefined) throw lost(gone.name);
  return toInputRefs(inputs);
}

/**
 * What is sent of a job's inputs. Their bytes are compared with their hashes first, so a file that was changed or deleted
 * on the disk ends the job before anything is sent.
 * @throws AppError `not_found`
 */
export async function sentInputs(
  { storedFiles }: Pick<Ports, 'storedFiles'>,
  inputs: readonly JobInput[],
): Promise<readonly SentInput[]> {
  const sent: SentInput[] = [];
  for (const [position, { role, name, file: given, sent: fitted }] of inputs.entries()) {
    if (given === null) throw lost(name);
    const file = fitted ?? given;
    const { id, kind, contentType, bytes } = file;
    await storedFiles.verify({ id, name });
    const ending = /\/(?:x-)?(\w{1,5})$/.exec(contentType)?.[1] ?? 'bin';
    const fileName = `${kind}-${position + 1}.${ending}`;
    const marker = `\u0000input:${position}`;
    sent.push({
      role,
      marker,
      fileName,
      contentType,
      bytes,
      open: () => storedFiles.open({ id, name, contentType }),
    });
  }
  return sent;
}
