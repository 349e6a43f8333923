/**
 * What a request is made from: files however they came, as parts of a form or as data URLs in JSON, and the
 * forms that carry them.
 */
import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from './errors';
import { UNREADABLE_PICTURE } from './media/look/image-file';
import type { Sight } from './media/look/look';
import { MediaError, type MediaPool } from './media/pool';
import { UNREADABLE_VIDEO } from './media/tasks';

/** Of one file. */
const MAX_INPUT_BYTES = 20 * 1_048_576;
/** Of one picture; 4096 by 4096. */
const MAX_INPUT_PIXELS = 16_777_216;

export class InputFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.sha256 = createHash('sha256').update(bytes).digest('hex');
  }
}

/**
 * @param value a file, a data URL, an object that holds one under `image_url` or `url`, or a list of those
 * @throws ApiError 400 that names the field
 */
export function filesIn(value: unknown, field: string): readonly InputFile[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => filesIn(one, field));
  if (value instanceof InputFile) return [value];
  if (typeof value === 'string') return [fromUrl(value, field)];
  if (typeof value !== 'object') throw invalidRequest(`${field}: must be a picture`, field);
  const { image_url: image, url = image } = value as { image_url?: unknown; url?: unknown };
  if (url === undefined) throw invalidRequest(`${field}: must hold the picture under "image_url"`, field);
  return filesIn(url, field);
}

/** @throws ApiError 400 where there is more than one */
export function oneFile(value: unknown, field: string): InputFile | null {
  const [first = null, ...others] = filesIn(value, field);
  if (others.length > 0) throw invalidRequest(`${field}: must be one picture`, field);
  return first;
}

function fromUrl(url: string, field: string): InputFile {
  const [, base64] = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/\s]*={0,2})$/.exec(url) ?? [];
  if (base64 === undefined)
    throw invalidRequest(`${field}: must be a data URL in base64; no other address is read here`, field);
  return new InputFile(new Uint8Array(Buffer.from(base64, 'base64')));
}

/**
 * Decodes a picture, before anything is charged.
 * @throws ApiError 400 where it can't be decoded, 413 where it is too large; both name the field
 */
export async function lookAtInput(
  pool: MediaPool,
  { bytes }: InputFile,
  { field, signal }: { readonly field: string; readonly signal: AbortSignal },
): Promise<Sight> {
  checkLength(bytes, field);
  const run = pool.run({ kind: 'look', bytes }, { signal });
  const read = await readable(run, UNREADABLE_PICTURE, field);
  const sight: Sight = JSON.parse(new TextDecoder().decode(read));
  if (sight.width * sight.height > MAX_INPUT_PIXELS) throw tooLarge(field, '16.7 million pixels');
  return sight;
}

/**
 * Reads a video, before anything is charged.
 * @throws ApiError 400 where it can't be read, 413 where it is too large; both name the field
 */
export async function watchInput(
  pool: MediaPool,
  { bytes }: InputFile,
  { field, signal }: { readonly field: string; readonly signal: AbortSignal },
): Promise<void> {
  checkLength(bytes, field);
  await readable(pool.run({ kind: 'watch', bytes }, { signal }), UNREADABLE_VIDEO, field);
}

function checkLength(bytes: Uint8Array, field: string): void {
  if (bytes.length === 0) throw invalidRequest(`${field}: is empty`, field);
  if (bytes.length > MAX_INPUT_BYTES) throw tooLarge(field, '20 MiB');
}

/** @throws ApiError 400 where it ends with the error of a file that can't be read */
async function readable(run: Promise<Uint8Array>, errorName: string, field: string): Promise<Uint8Array> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof MediaError) || error.name !== errorName) throw error;
    throw invalidRequest(`${field}: ${error.message}`, field);
  }
}

const tooLarge = (field: string, most: string): ApiError =>
  new ApiError(`${field}: has more than ${most}`, { status: 413, code: 'payload_too_large', param: field });

/** A multipart form: its text fields as JSON would have them, its files as {@link InputFile}s. */
interface ReadForm {
  /** A field that came several times, or ends in `[]`, is a list. */
  readonly fields: Record<string, unknown>;
  /** Of names, texts and bytes, in their order. */
  readonly digest: string;
}

/** @throws ApiError 400 where the form is cut or written wrongly */
export async function readForm(bytes: ArrayBuffer, contentType: string): Promise<ReadForm> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw invalidRequest('The body is not a valid multipart form.');
    });
  const fields: Record<string, unknown> = {};
  const hash = createHash('sha256');
  for (const [name, value] of form.entries()) {
    const read = typeof value === 'string' ? value : new InputFile(new Uint8Array(await value.arrayBuffer()));
    hash.update(JSON.stringify([name, typeof read === 'string' ? read : read.sha256]));
    put(fields, name, typeof read === 'string' ? numberOr(name, read) : read);
  }
  return { fields, digest: hash.digest('hex') };
}

function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  const plain = name.replace(/\[\]$/, '');
  const before = fields[plain];
  const isList = plain !== name || before !== undefined;
  fields[plain] = isList ? [...(before === undefined ? [] : [before].flat()), value] : value;
}

/** Fields that are numbers in JSON. */
const numbers = ['n', 'seed', 'duration', 'seconds', 'strength', 'fps'];

function numberOr(name: string, text: string): unknown {
  return numbers.includes(name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
