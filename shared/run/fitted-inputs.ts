/** The same inputs for models that take different ones: each gets what it takes, and what it doesn't is said. */
import { takesFiles } from '../media/file-inputs';
import type { MediaModality } from '../modalities/modalities';
import type { Model } from '../models/models';
import type { InputRole } from './input-roles';
import { inputSlots, rolesOf } from './inputs';

/** What a model takes, as its record says; where it says nothing, its gateway decides. */
export const rolesTaken = (modality: MediaModality, model: Model | undefined): readonly InputRole[] =>
  rolesOf[modality].filter(
    (role) => model?.capabilities?.inputs?.includes(role) ?? takesFiles(model, inputSlots[role].kind),
  );

/** The role an input may have instead, with the same file. */
const instead: Readonly<Partial<Record<InputRole, readonly InputRole[]>>> = {
  image: ['reference'],
  reference: ['image', 'firstFrame'],
  firstFrame: ['reference'],
};

interface Fitted<Input> {
  readonly sent: readonly Input[];
  /** What differs from the inputs, a sentence each. */
  readonly notes: readonly string[];
}

/** Each input in its role, in another that the model has room for, or left out. */
export function fittedInputs<Input extends { readonly role: InputRole }>(
  inputs: readonly Input[],
  modality: MediaModality,
  model: Model | undefined,
): Fitted<Input> {
  const taken = rolesTaken(modality, model);
  const sent: Input[] = [];
  const moved: InputRole[] = [];
  const notes: string[] = [];
  /** Beside those that have the role by themselves. */
  const hasRoom = (role: InputRole) =>
    taken.includes(role) &&
    inputs.filter((one) => one.role === role).length + moved.filter((one) => one === role).length <
      inputSlots[role].most;
  for (const input of inputs) {
    const { label } = inputSlots[input.role];
    const role = taken.includes(input.role) ? input.role : instead[input.role]?.find(hasRoom);
    // A mask marks a part of the image to edit: without that image it says nothing.
    const isLost = input.role === 'mask' && !sent.some((one) => one.role === 'image');
    if (role === undefined || isLost) notes.push(`Sent without “${label}”: this model doesn’t take it.`);
    else {
      sent.push({ ...input, role });
      if (role === input.role) continue;
      moved.push(role);
      notes.push(`“${label}” is sent as “${inputSlots[role].label}”.`);
    }
  }
  return { sent, notes: [...new Set(notes)] };
}
