/** Answers in several parts (RFC 2046): JSON beside files, as some gateways send both at once. */
import { isRecord, type JsonRecord } from '../parse/json';
import { parseJson } from './body';
import { readRaw } from './raw-file';

/** More than any answer has. */
const MOST_PARTS = 1_000;

/** A file as JSON holds one. */
export interface PartFile {
  readonly b64_json: string;
  readonly mime_type?: string;
}

export interface MultipartBody {
  readonly records: readonly JsonRecord[];
  readonly files: readonly PartFile[];
  /** Of parts that are neither. */
  readonly texts: readonly string[];
}

/** `null` where the type names no boundary. */
export function readMultipart(
  body: Uint8Array,
  type: string | null,
  clean: (text: string) => string,
): MultipartBody | null {
  const [, boundary] = /^\s*multipart\/[\w.+-]+\s*;.*?boundary="?([^";]{1,200})"?/i.exec(type ?? '') ?? [];
  if (boundary === undefined) return null;
  const [records, files, texts]: [JsonRecord[], PartFile[], string[]] = [[], [], []];
  for (const { type: partType, bytes } of partsOf(Buffer.from(body), boundary.trimEnd())) {
    const file = fileOf(bytes, partType);
    const text = file === null ? bytes.toString().trim() : '';
    const record = parseJson(text, clean);
    if (file !== null) files.push(file);
    else if (isRecord(record)) records.push(record);
    else if (text !== '') texts.push(text);
  }
  return { records, files, texts };
}

/** The same as one answer: what its JSON says, with the files where results are. */
export function asOneRecord({ records, files, texts }: MultipartBody): JsonRecord {
  const said: JsonRecord = Object.assign({}, ...records);
  const { seed, revised_prompt } = said;
  const results = files.map((file) => ({ ...file, seed, revised_prompt }));
  if (files.length > 0) return { ...said, output: results };
  return records.length > 0 ? said : { choices: [{ index: 0, message: { content: texts.join('\n\n') } }] };
}

/** A body that is one file, or a part that is; `null` for text. */
export function fileOf(bytes: Uint8Array, type: string | null): PartFile | null {
  if (readRaw(bytes, type) === null) return null;
  const b64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { b64_json: b64, ...(type !== null && { mime_type: type }) };
}

interface Part {
  readonly type: string | null;
  readonly bytes: Buffer;
}

function* partsOf(body: Buffer, boundary: string): Generator<Part> {
  const mark = `--${boundary}`;
  let at = body.indexOf(mark);
  for (let count = 0; at !== -1 && count < MOST_PARTS; count++) {
    const from = at + mark.length;
    const next = body.indexOf(`\n${mark}`, from);
    // The last part of an answer that was cut has no end.
    const part = body.subarray(from, next === -1 ? body.length : next);
    if (part.toString('latin1', 0, 2) === '--') return;
    yield readPart(part);
    at = next === -1 ? -1 : next + 1;
  }
}

/** The longest head of a part that is looked for. */
const MOST_HEAD = 16_384;

function readPart(part: Buffer): Part {
  const start = part.toString('latin1', 0, MOST_HEAD);
  const [whole = '', head = ''] = /^[ \t]*\r?\n((?:[^\r\n]+\r?\n)*)\r?\n/.exec(start) ?? [];
  const data = part.subarray(whole.length, part.at(-1) === 0x0d ? part.length - 1 : part.length);
  const header = (name: string) => new RegExp(`^${name}:\\s*(.+?)\\s*$`, 'im').exec(head)?.[1] ?? null;
  const isBase64 = /^base64$/i.test(header('content-transfer-encoding') ?? '');
  const bytes = isBase64 ? Buffer.from(data.toString('latin1'), 'base64') : data;
  return { type: header('content-type'), bytes };
}
