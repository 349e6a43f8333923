/** The pictures that videos begin and end with, and videos that they are made from: files in the data folder until their job has ended. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidRequest } from '../errors';
import { filesIn, type InputFile, lookAtInput, oneFile, watchInput } from '../inputs';
import type { MediaPool } from '../media/pool';

const frameNames = ['firstFrame', 'lastFrame', 'video'] as const;
export type FrameName = (typeof frameNames)[number];
export type GivenFrames = Readonly<Partial<Record<FrameName, Uint8Array>>>;

export class Frames {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  store(jobId: string, frames: GivenFrames): void {
    for (const name of frameNames) {
      const bytes = frames[name];
      if (bytes !== undefined) writeFileSync(this.#pathOf(jobId, name), bytes);
    }
  }

  /** Of those that were given. */
  pathsOf(jobId: string): Readonly<Partial<Record<FrameName, string>>> {
    const paths = frameNames.map((name) => [name, this.#pathOf(jobId, name)] as const);
    return Object.fromEntries(paths.filter(([, path]) => existsSync(path)));
  }

  remove(jobId: string): void {
    for (const name of frameNames) rmSync(this.#pathOf(jobId, name), { force: true });
  }

  /** Deletes what belongs to none of these jobs. */
  keepOnly(jobIds: readonly string[]): void {
    const kept = new Set(jobIds.flatMap((id) => frameNames.map((name) => `${id}-${name}`)));
    for (const name of readdirSync(this.#folder))
      if (!kept.has(name)) rmSync(join(this.#folder, name), { force: true });
  }

  #pathOf(jobId: string, name: FrameName): string {
    return join(this.#folder, `${jobId}-${name}`);
  }
}

/** What a video is made from, under the names that gateways have for it. */
type Body = Readonly<Record<string, unknown>>;

const fieldsOf: Readonly<Record<FrameName, readonly string[]>> = {
  firstFrame: ['first_frame_image', 'input_reference'],
  lastFrame: ['last_frame_image'],
  video: ['video_url'],
};

/** @throws ApiError 400 or 413 that names the field */
export async function givenFrames(body: Body, pool: MediaPool, signal: AbortSignal): Promise<GivenFrames> {
  const found = frameNames.map((name) => [name, frameIn(body, name)] as const);
  const frames: Partial<Record<FrameName, Uint8Array>> = {};
  for (const [name, given] of found) {
    if (given === null) continue;
    const check = name === 'video' ? watchInput : lookAtInput;
    await check(pool, given.file, { field: given.field, signal });
    frames[name] = given.file.bytes;
  }
  return frames;
}

function frameIn(body: Body, name: FrameName): { readonly file: InputFile; readonly field: string } | null {
  const named = fieldsOf[name].flatMap((field) => {
    const file = oneFile(body[field], field);
    return file === null ? [] : [{ file, field }];
  });
  const listed = listedFrames(body.frame_images).filter(({ type }) => type === frameTypes[name]);
  const all = [...named, ...listed.map(({ file }) => ({ file, field: 'frame_images' }))];
  const [first = null, second] = all;
  if (second !== undefined)
    throw invalidRequest(
      `${second.field}: this ${name === 'video' ? 'video' : 'frame'} is given more than once`,
      second.field,
    );
  return first;
}

const frameTypes: Readonly<Partial<Record<FrameName, string>>> = {
  firstFrame: 'first_frame',
  lastFrame: 'last_frame',
};

/** `[{ type, image_url: { url }, frame_type }]` */
function listedFrames(value: unknown): readonly { readonly type: string; readonly file: InputFile }[] {
  if (value === undefined || value === null) return [];
  const field = 'frame_images';
  if (!Array.isArray(value)) throw invalidRequest(`${field}: must be a list`, field);
  return value.flatMap((one: unknown) => {
    const type =
      typeof one === 'object' && one !== null ? (one as { frame_type?: unknown }).frame_type : null;
    if (type !== 'first_frame' && type !== 'last_frame')
      throw invalidRequest(`${field}: each needs a "frame_type" of "first_frame" or "last_frame"`, field);
    return filesIn(one, field).map((file) => ({ type, file }));
  });
}
