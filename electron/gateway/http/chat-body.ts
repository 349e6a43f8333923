/** The text of a chat's answer; one that is a file, or has files as parts of its own, in the form of all others. */
import type { JsonRecord } from '../parse/json';
import { createDecoder, joinPieces, readBytes, tooLarge } from './body';
import type { Reply } from './call';
import { fileOf, type PartFile, readMultipart } from './multipart';
import { readRaw } from './raw-file';

/** The longest file that is read: in base64 it is as long as any answer may be. */
const MAX_FILE_BYTES = 190 * 1_048_576;
/** Enough to know a file by. */
const ENOUGH_BYTES = 64;

/** All of the answer at once. */
export async function readChatText(reply: Reply): Promise<string> {
  const bytes = await readBytes(reply);
  return textOfFiles(reply, bytes) ?? createDecoder(reply.headers).decode(bytes);
}

/** The answer as it comes. */
export async function* readChatTexts(reply: Reply): AsyncGenerator<string> {
  const head = await readHead(reply);
  if (isFiles(reply, head)) {
    const whole = await readAll(reply, head);
    yield textOfFiles(reply, whole) ?? createDecoder(reply.headers).decode(whole);
    return;
  }
  const decoder = createDecoder(reply.headers);
  yield decoder.decode(head, { stream: true });
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

const typeOf = ({ headers }: Reply): string | null => headers.get('content-type');

/** Where a type says that it may be a file, as much as shows that it is one; of any other the first piece. */
async function readHead(reply: Reply): Promise<Uint8Array> {
  const enough = /^(?:image|audio|video|multipart|application\/octet)/i.test(typeOf(reply) ?? '')
    ? ENOUGH_BYTES
    : 1;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size >= enough) break;
  }
  return joinPieces(pieces, size);
}

function isFiles(reply: Reply, head: Uint8Array): boolean {
  const type = typeOf(reply);
  return /^\s*multipart\//i.test(type ?? '') || readRaw(head, type) !== null;
}

async function readAll(reply: Reply, head: Uint8Array): Promise<Uint8Array> {
  const pieces = [head];
  let size = head.byteLength;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > MAX_FILE_BYTES) {
      reply.abort();
      throw reply.fail(tooLarge(MAX_FILE_BYTES));
    }
  }
  return joinPieces(pieces, size);
}

/** A line of JSON for each part; `null` where the answer is text. */
function textOfFiles(reply: Reply, bytes: Uint8Array): string | null {
  const type = typeOf(reply);
  const parts = readMultipart(bytes, type, reply.redactor.content);
  if (parts === null) {
    if (bytes.length > MAX_FILE_BYTES) return null;
    const file = fileOf(bytes, type);
    return file === null ? null : JSON.stringify(chunkOf({ images: [file] }));
  }
  const { records, files, texts } = parts;
  const isError = ({ error }: JsonRecord) => Boolean(error);
  const said = [...records.filter((one) => !isError(one)), ...texts.map((content) => chunkOf({ content }))];
  // Files come before an error, as they are kept beside it.
  const all = [...said, ...filesOf(files), ...records.filter(isError)];
  return all.length === 0 ? null : all.map((one) => JSON.stringify(one)).join('\n');
}

const filesOf = (files: readonly PartFile[]): readonly JsonRecord[] =>
  files.length === 0 ? [] : [chunkOf({ images: files })];

const chunkOf = (delta: JsonRecord): JsonRecord => ({
  choices: [{ index: 0, delta, finish_reason: 'stop' }],
});
