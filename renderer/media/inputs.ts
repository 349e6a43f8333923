/** The inputs of a form: which its model takes, and how files and results become some. */

import { limits } from '../../shared/limits';
import { takesFiles } from '../../shared/media/file-inputs';
import type { AddedFile } from '../../shared/media/files';
import type { MediaItem } from '../../shared/media/media';
import { type MediaModality, modalities } from '../../shared/modalities/modalities';
import type { Model } from '../../shared/models/models';
import type { InputRole } from '../../shared/run/input-roles';
import { type InputOrigin, inputSlots, rolesOf } from '../../shared/run/inputs';
import { base64Of } from '../lib/base64';
import { focusName } from '../lib/focus';
import { makesKind } from '../lib/models-for';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { chosenFormModel, formOf, setForm } from '../state/ui/forms';
import { goTo } from '../state/ui/navigation';
import { showProblem } from '../state/ui/problem';

/** What a model takes, as its record says; where it says nothing, its gateway decides. */
export const rolesTaken = (modality: MediaModality, model: Model | undefined): readonly InputRole[] =>
  rolesOf[modality].filter(
    (role) => model?.capabilities?.inputs?.includes(role) ?? takesFiles(model, inputSlots[role].kind),
  );

const models = () => useCoreState.getState().app?.catalogue.models ?? [];
const find = (id: string | null) => models().find((model) => model.id === id);

/** Puts a stored file into a form; one that is there already in a role for one file is replaced. */
function putInput(modality: MediaModality, role: InputRole, file: AddedFile, from?: InputOrigin): void {
  const { inputs = [] } = formOf(modality);
  const { most, label } = inputSlots[role];
  const others = most === 1 ? inputs.filter((one) => one.role !== role) : inputs;
  setForm(modality, { inputs: [...others, { role, file, ...(from && { from }) }], error: undefined });
  announce(`${label} added`);
}

export function removeInput(modality: MediaModality, position: number): void {
  const { inputs = [] } = formOf(modality);
  const rest = inputs.filter((_, index) => index !== position);
  setForm(modality, { inputs: rest.length === 0 ? undefined : rest, error: undefined });
}

/** Stores a file and puts it into a form. */
export async function addInput(modality: MediaModality, role: InputRole, file: File): Promise<void> {
  const name = file.name.trim().slice(0, limits.attachmentNameCharacters) || inputSlots[role].label;
  const answer = await call('attachments.add', { name, base64: await base64Of(file) });
  if (answer.ok) putInput(modality, role, answer.value);
  else showProblem('Couldn’t add the file', answer.error);
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

/** Opens the form of a modality with a result in one of its slots, and a model that takes it. */
export async function fillInput(item: MediaItem, modality: MediaModality, role: InputRole): Promise<void> {
  const answer = await call('attachments.addFromLibrary', { mediaId: item.id });
  if (!answer.ok) showProblem('Couldn’t use the result', answer.error);
  else open(modality, role, { file: answer.value, from: { jobId: item.origin.jobId, mediaId: item.id } });
}

interface Opened {
  readonly file: AddedFile;
  readonly from: InputOrigin;
}

function open(modality: MediaModality, role: InputRole, { file, from }: Opened): void {
  const takes = (model: Model | undefined) => rolesTaken(modality, model).includes(role);
  if (!takes(find(chosenFormModel(modality)))) {
    const fitting = models().find(
      (model) => makesKind(model, modalities[modality].mediaKind) && takes(model),
    );
    if (fitting !== undefined) setForm(modality, { model: fitting.id });
  }
  putInput(modality, role, file, from);
  goTo(`#/${modality}`);
  requestAnimationFrame(() => focusName('composer'));
}

/** The last frame of a video, as the page shows it, in the first-frame slot of the next one. */
export async function continueVideo(item: MediaItem, address: string): Promise<void> {
  const frame = await lastFrame(address).catch(() => null);
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
    open('video', 'firstFrame', {
      file: answer.value,
      from: { jobId: item.origin.jobId, mediaId: item.id },
    });
}

/** Seconds before its end: at the end itself some decoders show nothing. */
const beforeEnd = 0.01;

async function lastFrame(address: string): Promise<Blob | null> {
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
  video.currentTime = Math.max(0, video.duration - beforeEnd);
  await sought;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  video.removeAttribute('src');
  video.load();
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
