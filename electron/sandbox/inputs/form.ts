/** Multipart forms: their text fields as JSON would have them, their files as {@link InputFile}s. */
import { createHash } from 'node:crypto';
import { invalidRequest } from '../errors';
import { InputFile } from './input-file';

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
const numbers = ['n', 'seed', 'duration', 'seconds'];

function numberOr(name: string, text: string): unknown {
  return numbers.includes(name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
