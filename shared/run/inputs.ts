/** What media are made from beside their text: images, a mask, frames, video and sound, each with a role in the request. */
import type { StoredFile } from '../media/files';
import type { ResultKind } from '../media/media';
import type { MediaModality } from '../modalities/modalities';
import type { InputRole } from './input-roles';

/** Which result of the library an input is a copy of; it may have been deleted since. */
export interface InputOrigin {
  readonly jobId: string;
  readonly mediaId: string;
}

/** An input as a request names it: a stored file by the hash of its bytes. */
export interface InputRef {
  readonly role: InputRole;
  readonly id: string;
  readonly name: string;
  /** Absent for a file that came from elsewhere. */
  readonly from?: InputOrigin;
}

/** An input as a job keeps it. */
export interface JobInput {
  readonly role: InputRole;
  readonly name: string;
  /** `null` where the file is no longer stored. */
  readonly file: StoredFile | null;
  /** What is sent in its place: the same image in a format or size that the model takes. */
  readonly sent?: StoredFile;
  readonly from?: InputOrigin;
}

export interface InputSlot {
  readonly label: string;
  readonly kind: ResultKind;
  /** How many of it a request has at most. */
  readonly most: number;
  /** In an error: “the mask”. */
  readonly inWords: string;
}

export const inputSlots: Readonly<Record<InputRole, InputSlot>> = {
  image: { label: 'Image to edit', kind: 'image', most: 1, inWords: 'an image to edit' },
  mask: { label: 'Mask', kind: 'image', most: 1, inWords: 'a mask' },
  reference: { label: 'Reference image', kind: 'image', most: 8, inWords: 'reference images' },
  firstFrame: { label: 'First frame', kind: 'image', most: 1, inWords: 'a first frame' },
  lastFrame: { label: 'Last frame', kind: 'image', most: 1, inWords: 'a last frame' },
  video: { label: 'Video', kind: 'video', most: 1, inWords: 'a video' },
  sound: { label: 'Sound', kind: 'audio', most: 1, inWords: 'a sound' },
  source: { label: 'Edited from', kind: 'file', most: 1_000, inWords: 'a source' },
};

/** Of one request. */
export const mostInputs = 12;

/** Which inputs the requests of a modality have. */
export const rolesOf: Readonly<Record<MediaModality, readonly InputRole[]>> = {
  image: ['image', 'mask', 'reference'],
  speech: [],
  video: ['firstFrame', 'lastFrame', 'reference', 'video', 'sound'],
};

export const toInputRefs = (inputs: readonly JobInput[] = []): InputRef[] =>
  inputs.flatMap(({ role, name, file, from }) =>
    file === null ? [] : [{ role, id: file.id, name, ...(from && { from }) }],
  );

/** Whether it goes with the request; what a result was edited from on this computer does not. */
export const isSent = ({ role }: Pick<InputRef, 'role'>): boolean => role !== 'source';
