/** The inputs of a form: which its model takes, and how files and results become some. */

import { limits } from '../../shared/limits';
import type { AddedFile } from '../../shared/media/files';
import type { MediaItem, ResultKind } from '../../shared/media/media';
import { type MediaModality, modalities, takesSetting } from '../../shared/modalities/modalities';
import type { Model } from '../../shared/models/models';
import { rolesTaken } from '../../shared/run/fitted-inputs';
import type { InputRole } from '../../shared/run/input-roles';
import { type InputOrigin, inputSlots } from '../../shared/run/inputs';
import { base64Of } from '../lib/base64';
import { focusSoon } from '../lib/focus';
import { makesKind } from '../lib/models-for';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { noteInputClaims } from '../state/ui/claims-view';
import type { FormInput } from '../state/ui/form';
import { chosenFormModel, formOf, setForm } from '../state/ui/forms';
import { openImageEdit } from '../state/ui/mask-editor-state';
import { goTo } from '../state/ui/navigation';
import { showProblem } from '../state/ui/problem';

const models = () => useCoreState.getState().app?.catalogue.models ?? [];
const find = (id: string | null) => models().find((model) => model.id === id);

/** Puts a stored file into a form; one that is there already in a role for one file is replaced. */
function putInput(modality: MediaModality, role: InputRole, file: AddedFile, from?: InputOrigin): void {
  const { inputs = [] } = formOf(modality);
  const { most } = inputSlots[role];
  const kept = most === 1 ? inputs.filter((one) => one.role !== role) : inputs;
  // A mask belongs to its image.
  const others = role === 'image' ? kept.filter((one) => one.role !== 'mask') : kept;
  setInputs(modality, [...others, { role, file, ...(from && { from }) }], role);
}

function setInputs(modality: MediaModality, inputs: readonly FormInput[], added: InputRole): void {
  setForm(modality, { inputs, error: undefined });
  announce(`${inputSlots[added].label} added`);
}

export function removeInput(modality: MediaModality, position: number): void {
  const { inputs = [] } = formOf(modality);
  const rest = inputs.filter((_, index) => index !== position);
  setForm(modality, { inputs: rest.length === 0 ? undefined : rest, error: undefined });
}

/** Stores a file and puts it into a form. */
export async function addInput(modality: MediaModality, role: InputRole, file: File): Promise<void> {
  const stored = await storedFor(role, file);
  if (stored !== null) putInput(modality, role, stored);
}

/** Puts a file in the place of an input, which stays where the file can’t be taken. */
export async function replaceInput(modality: MediaModality, input: FormInput, file: File): Promise<void> {
  const stored = await storedFor(input.role, file);
  if (stored !== null) putInPlace(modality, input, stored);
}

function putInPlace(modality: MediaModality, input: FormInput, file: AddedFile, from?: InputOrigin): void {
  const { role } = input;
  const { inputs = [] } = formOf(modality);
  const at = inputs.indexOf(input);
  if (inputSlots[role].most === 1 || at < 0) putInput(modality, role, file, from);
  else setInputs(modality, inputs.toSpliced(at, 1, { role, file, ...(from && { from }) }), role);
}

/** Puts a result of the library into a form; `input` is the one whose place it takes, `null` for another one. */
export async function takeFromLibrary(
  modality: MediaModality,
  role: InputRole,
  mediaId: string,
  input: FormInput | null,
): Promise<void> {
  const answer = await call('attachments.addFromLibrary', { mediaId });
  if (!answer.ok) return showProblem('Couldn’t use the result', answer.error);
  const { from, ...file } = answer.value;
  if (input === null) putInput(modality, role, file, from);
  else putInPlace(modality, input, file, from);
}

/** `null` where it could not be stored, or is of another kind than its role has; the person hears of it. */
async function storedFor(role: InputRole, file: File): Promise<AddedFile | null> {
  const name = file.name.trim().slice(0, limits.attachmentNameCharacters) || inputSlots[role].label;
  const base64 = await base64Of(file);
  const answer = await call('attachments.add', { name, base64 });
  if (!answer.ok) {
    showProblem('Couldn’t add the file', answer.error);
    return null;
  }
  const { kind } = inputSlots[role];
  if (answer.value.kind === kind) {
    if (kind === 'image') void noteClaims(answer.value.id, name, base64);
    return answer.value;
  }
  const message = `“${name}” is ${wordsOfKind[answer.value.kind]}, not ${wordsOfKind[kind]}. Choose ${wordsOfKind[kind]}.`;
  showProblem('Couldn’t add the file', { code: 'invalid_input', message });
  return null;
}

/** What another program wrote into a file is in the file as it came, and offered beside it. */
async function noteClaims(id: string, fileName: string, base64: string): Promise<void> {
  if (base64.length > limits.droppedFileCharacters) return;
  const answer = await call('media.readClaims', { base64 });
  if (answer.ok && answer.value.length > 0)
    noteInputClaims(id, { fileName, claims: answer.value, isInput: true });
}

const wordsOfKind: Readonly<Record<ResultKind, string>> = {
  image: 'an image',
  audio: 'a sound',
  video: 'a video',
  file: 'a file of another kind',
};

/** Puts a drawn mask into the form, in the place of the one before; `null` takes that out. Returns the stored file's id. */
export async function putMask(image: AddedFile, mask: Blob | null): Promise<string | null> {
  if (mask === null) {
    const inputs = formOf('image').inputs?.filter(({ role }) => role !== 'mask');
    setForm('image', { inputs: inputs?.length === 0 ? undefined : inputs, error: undefined });
    return null;
  }
  const file = await storeDrawn(image, 'mask', mask);
  if (file !== null) putInput('image', 'mask', file);
  return file?.id ?? null;
}

/** Puts an image with room around it into the form, with the mask of what is new; `false` where it could not be stored. */
export async function putGrown(
  image: AddedFile,
  grown: { readonly image: Blob; readonly mask: Blob },
): Promise<boolean> {
  const from = formOf('image').inputs?.find(({ file }) => file.id === image.id)?.from;
  const larger = await storeDrawn(image, 'extended', grown.image);
  if (larger === null) return false;
  putInput('image', 'image', larger, from);
  const model = find(chosenFormModel('image'));
  return !rolesTaken('image', model).includes('mask') || (await putMask(larger, grown.mask)) !== null;
}

/** A file that was made here from an image; `null` where it could not be stored. */
async function storeDrawn({ name }: AddedFile, what: string, blob: Blob): Promise<AddedFile | null> {
  const stem = name.replace(/\.\w{1,5}$/, '');
  const drawn = `${stem} ${what}.png`.slice(-limits.attachmentNameCharacters).trim();
  const answer = await call('attachments.add', { name: drawn, base64: await base64Of(blob) });
  if (answer.ok) return answer.value;
  showProblem('Couldn’t add the file', answer.error);
  return null;
}

/** The first role that is free for a file dropped or pasted without saying which; the last one where none is. */
export function freeRole(modality: MediaModality, type: string): InputRole | null {
  const kind = type.split('/')[0];
  const { inputs = [] } = formOf(modality);
  const fitting = rolesTaken(modality, find(chosenFormModel(modality))).filter(
    (role) => inputSlots[role].kind === kind,
  );
  const isFree = (role: InputRole) =>
    inputs.filter((one) => one.role === role).length < inputSlots[role].most;
  return fitting.find(isFree) ?? fitting.at(-1) ?? null;
}

/** Opens the image form with a result, a model that takes a mask, and the editor that draws it. */
export async function editPart(item: MediaItem): Promise<void> {
  await fillInput(item, 'image', 'image', ['mask']);
  const image = formOf('image').inputs?.find(({ role }) => role === 'image');
  if (image?.from?.mediaId === item.id) openImageEdit('mask', image.file.id);
}

/** How many variations are asked for, and how much of the image they may change, until the form says otherwise. */
const variations = { count: 4, strength: 0.5 };

/** Opens the image form for several new images from a result, with its prompt, and strength where the model takes it. */
export async function makeVariations(item: MediaItem): Promise<void> {
  setForm('image', { text: item.origin.prompt });
  await fillInput(item, 'image', 'image');
  const [taken] = modalities.image.parameters.filter(({ id }) => id === 'strength');
  const { capabilities = null } = find(chosenFormModel('image')) ?? {};
  const takesStrength = taken?.kind === 'number' && takesSetting(taken, capabilities);
  // The same seed would make the same image again.
  const { seed: _seed, strength: _before, ...kept } = formOf('image').parameters;
  const { count, strength } = variations;
  setForm('image', { parameters: { ...kept, count, ...(takesStrength && { strength }) } });
}

/** Opens the form of a modality with a result in one of its slots, and a model that takes it. */
export async function fillInput(
  item: MediaItem,
  modality: MediaModality,
  role: InputRole,
  also: readonly InputRole[] = [],
): Promise<void> {
  const answer = await call('attachments.addFromLibrary', { mediaId: item.id });
  if (!answer.ok) showProblem('Couldn’t use the result', answer.error);
  else
    open(modality, [role, ...also], {
      file: answer.value,
      from: { jobId: item.origin.jobId, mediaId: item.id },
    });
}

/** Opens the video form with two images as its first and its last frame, and a model that takes both. */
export async function fillFrames(first: MediaItem, last: MediaItem): Promise<void> {
  await fillInput(first, 'video', 'firstFrame', ['lastFrame']);
  await fillInput(last, 'video', 'lastFrame', ['firstFrame']);
}

interface Opened {
  readonly file: AddedFile;
  readonly from: InputOrigin;
}

/** @param roles the first is the result's; the model takes all of them, where there is one */
function open(modality: MediaModality, roles: readonly [InputRole, ...InputRole[]], opened: Opened): void {
  const { file, from } = opened;
  const takes = (model: Model | undefined) =>
    roles.every((role) => rolesTaken(modality, model).includes(role));
  if (!takes(find(chosenFormModel(modality)))) {
    const fitting = models().find(
      (model) => makesKind(model, modalities[modality].mediaKind) && takes(model),
    );
    if (fitting !== undefined) setForm(modality, { model: fitting.id });
  }
  putInput(modality, roles[0], file, from);
  goTo(`#/${modality}`);
  focusSoon('composer');
}

/** The last frame of a video, as the page shows it, in the first-frame slot of the next one. */
export async function continueVideo(item: MediaItem, address: string): Promise<void> {
  const frame = await lastFrame(address, item.durationMs).catch(() => null);
  if (frame === null) {
    const message = 'This video can’t be decoded here. Open it in another app and save its last frame.';
    return showProblem('Couldn’t read the last frame', { code: 'invalid_input', message });
  }
  const name = `${item.fileName.replace(/\.\w+$/, '')} last frame.png`.slice(
    -limits.attachmentNameCharacters,
  );
  const answer = await call('attachments.add', { name, base64: await base64Of(frame) });
  if (!answer.ok) showProblem('Couldn’t use the last frame', answer.error);
  else
    open('video', ['firstFrame'], {
      file: answer.value,
      from: { jobId: item.origin.jobId, mediaId: item.id },
    });
}

/** Seconds before its end: at the end itself some decoders show nothing. */
const beforeEnd = 0.01;

/** @param durationMs of the file, for a recording that doesn’t state it: its player says that it is endless */
async function lastFrame(address: string, durationMs: number | null): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const happens = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('the video can’t be decoded')), { once: true });
    });
  const loaded = happens('loadeddata');
  video.src = address;
  await loaded;
  const sought = happens('seeked');
  const seconds = Number.isFinite(video.duration) ? video.duration : (durationMs ?? 0) / 1_000;
  video.currentTime = Math.max(0, seconds - beforeEnd);
  await sought;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  video.removeAttribute('src');
  video.load();
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
