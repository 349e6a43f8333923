/** Inputs that a model can't do without: missed before anything is sent, where its record names them. */
import type { Model } from '../models/models';
import type { InputRole } from './input-roles';
import { inputSlots } from './inputs';

interface RequestWithInputs {
  readonly inputs?: readonly { readonly role: InputRole }[] | undefined;
  /** Its fields may hold an input by their own name, such as `video_url`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** The first input that the model requires and the request doesn't have; `null` where the record requires none. */
export function missingInput(
  model: Pick<Model, 'capabilities'> | undefined,
  { inputs = [], extra = {} }: RequestWithInputs,
): InputRole | null {
  if (Object.keys(extra).some((name) => fieldOfInput.test(name))) return null;
  const required = model?.capabilities?.requiredInputs ?? [];
  return required.find((role) => inputs.every((input) => input.role !== role)) ?? null;
}

const fieldOfInput = /image|video|frame|audio|sound|reference|input|media/i;

/** As a reason why nothing can be sent: “Add a video first: required by this model”. */
export const addInputFirst = (role: InputRole): string =>
  `Add ${inputSlots[role].inWords} first: required by this model`;

/** The same as a sentence, where it is not beside the place to add one. */
export const requiresInput = (model: string, role: InputRole): string =>
  `${model} requires ${inputSlots[role].inWords}.`;
