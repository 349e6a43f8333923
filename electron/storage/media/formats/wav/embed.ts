/** WAV: an information list at the end, so the samples stay where they are. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource, bytesSource, concat } from '../../bytes';
import { asciiOriginText, captionOf, maxOriginBytes, parseOrigin } from '../origin-text';
import { lengthOf, type Piece, stretch } from '../pieces';
import { maxRiffBytes, type RiffChunk, riffChunk, riffChunks, riffHead } from '../riff';
import { type WavLayout, wavLayout } from './layout';

const COMMENT = 'ICMT';
/** Where the file has a comment of its own. */
const OWN_PLACE = 'IGTH';
const PLACES = [COMMENT, OWN_PLACE];

/**
 * `null` where it is not one WAV to its last byte. One that was streamed gets its real length where every player takes
 * the samples to last to the end of the file: where the length is all ones, not where it is zero.
 */
export async function planWav(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const layout = await wavLayout(source);
  if (layout === null || !(await isStated(source, layout))) return null;
  const pieces: Piece[] = [new TextEncoder().encode('WAVE')];
  const present = new Set<string>();
  for (const chunk of layout.chunks) {
    const list = await infoOf(source, chunk);
    if (list !== null && isOurs(list)) continue;
    for (const [name] of list ?? []) present.add(name);
    // Players show the description in it as the comment.
    if (chunk.name === 'bext') present.add(COMMENT);
    pieces.push(...chunkPieces(chunk));
  }
  pieces.push(infoList(origin, present));
  const bytes = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return bytes <= maxRiffBytes ? [riffHead('RIFF', bytes), ...pieces] : null;
}

/** Some players take a length of zero for "to the end of the file", so nothing may come behind it. */
async function isStated(source: ByteSource, { isStated, data }: WavLayout): Promise<boolean> {
  if (isStated) return data.dataEnd > data.dataStart;
  return (await source.read(data.start + 4, 4)).every((byte) => byte === 0xff);
}

/** A length that was not known when the file was started is known now, so the header is new. */
function chunkPieces({ name, dataStart, dataEnd }: RiffChunk): Piece[] {
  const length = dataEnd - dataStart;
  return [riffHead(name, length), stretch(dataStart, dataEnd), new Uint8Array(length % 2)];
}

export async function readWav(source: ByteSource): Promise<MediaOrigin | null> {
  for (const chunk of await riffChunks(source)) {
    const found = originOf((await infoOf(source, chunk)) ?? []);
    if (found) return found;
  }
  return null;
}

/** The names and texts of an information list; `null` for any other chunk. */
async function infoOf(source: ByteSource, chunk: RiffChunk): Promise<[string, string][] | null> {
  const length = chunk.dataEnd - chunk.dataStart;
  if (chunk.name !== 'LIST' || length > maxOriginBytes) return null;
  const list = await source.read(chunk.dataStart, length);
  if (asciiAt(list, 0, 4) !== 'INFO') return null;
  // Its entries are chunks as well, eight bytes nearer to the start than those of a file.
  const inside = bytesSource(concat(new Uint8Array(8), list));
  const entries: [string, string][] = [];
  for (const entry of await riffChunks(inside)) entries.push([entry.name, await textOf(inside, entry)]);
  return entries;
}

function originOf(entries: readonly [string, string][]): MediaOrigin | null {
  for (const [name, text] of entries) {
    const found = PLACES.includes(name) ? parseOrigin(text) : null;
    if (found) return found;
  }
  return null;
}

/** A list that holds what we wrote and nothing else. */
function isOurs(entries: readonly [string, string][]): boolean {
  const origin = originOf(entries);
  if (origin === null) return false;
  const ours = [...textsOf(origin), [OWN_PLACE, asciiOriginText(origin)]];
  return entries.every(([name, text]) =>
    ours.some(([one, value]) => one === name && latin1(value ?? '') === text),
  );
}

const latin1 = (text: string) => new TextDecoder('latin1').decode(Buffer.from(text, 'utf8'));

async function textOf(source: ByteSource, { dataStart, dataEnd }: RiffChunk): Promise<string> {
  return new TextDecoder('latin1')
    .decode(await source.read(dataStart, dataEnd - dataStart))
    .replace(/\0+$/, '');
}

function textsOf(origin: MediaOrigin): [string, string][] {
  const { title, description, software, created } = captionOf(origin);
  return [
    ['INAM', title],
    ['ISBJ', description],
    [COMMENT, asciiOriginText(origin)],
    ['ISFT', software],
    ['ICRD', created.toISOString().slice(0, 10)],
  ];
}

/** @param present entries that the file has: they stay the only ones of their name */
function infoList(origin: MediaOrigin, present: ReadonlySet<string>): Uint8Array {
  const entries = textsOf(origin)
    .map(([name, text]) => [name === COMMENT && present.has(COMMENT) ? OWN_PLACE : name, text] as const)
    .filter(([name]) => name === OWN_PLACE || !present.has(name));
  const chunks = entries.map(([name, text]) => riffChunk(name, new TextEncoder().encode(`${text}\0`)));
  return riffChunk('LIST', concat(new TextEncoder().encode('INFO'), ...chunks));
}
