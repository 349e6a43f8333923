/** WAV: an information list at the end, so the samples stay where they are. */
import type { MediaOrigin } from '../../../../../shared/media';
import { asciiAt, type ByteSource, bytesSource, concat } from '../../bytes';
import { asciiOriginText, captionOf, maxOriginBytes, parseOrigin } from '../origin-text';
import { lengthOf, type Piece, stretch } from '../pieces';
import { maxRiffBytes, type RiffChunk, riffChunk, riffChunks, riffHead } from '../riff';

/** `null` where it is not a plain WAV, whose lengths have 32 bits. */
export async function planWav(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  if (asciiAt(await source.read(0, 4), 0, 4) !== 'RIFF') return null;
  const pieces: Piece[] = [new TextEncoder().encode('WAVE')];
  const chunks = await riffChunks(source);
  for (const chunk of chunks)
    if ((await originOfChunk(source, chunk)) === null) pieces.push(...chunkPieces(chunk));
  pieces.push(infoList(origin));
  const bytes = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const isWhole = chunks.some(({ name }) => name === 'data') && bytes <= maxRiffBytes;
  return isWhole ? [riffHead('RIFF', bytes), ...pieces] : null;
}

/** A length that was not known when the file was started is known now, so the header is new. */
function chunkPieces({ name, dataStart, dataEnd }: RiffChunk): Piece[] {
  const length = dataEnd - dataStart;
  return [riffHead(name, length), stretch(dataStart, dataEnd), new Uint8Array(length % 2)];
}

export async function readWav(source: ByteSource): Promise<MediaOrigin | null> {
  for (const chunk of await riffChunks(source)) {
    const found = await originOfChunk(source, chunk);
    if (found) return found;
  }
  return null;
}

async function originOfChunk(source: ByteSource, chunk: RiffChunk): Promise<MediaOrigin | null> {
  const length = chunk.dataEnd - chunk.dataStart;
  if (chunk.name !== 'LIST' || length > maxOriginBytes) return null;
  return originOfList(await source.read(chunk.dataStart, length));
}

async function originOfList(list: Uint8Array): Promise<MediaOrigin | null> {
  if (asciiAt(list, 0, 4) !== 'INFO') return null;
  // Its entries are chunks as well, eight bytes nearer to the start than those of a file.
  const source = bytesSource(concat(new Uint8Array(8), list));
  const comments = (await riffChunks(source)).filter(({ name }) => name === 'ICMT');
  for (const comment of comments) {
    const found = parseOrigin(await textOf(source, comment));
    if (found) return found;
  }
  return null;
}

async function textOf(source: ByteSource, { dataStart, dataEnd }: RiffChunk): Promise<string> {
  return new TextDecoder('latin1')
    .decode(await source.read(dataStart, dataEnd - dataStart))
    .replace(/\0+$/, '');
}

function infoList(origin: MediaOrigin): Uint8Array {
  const { title, description, software, created } = captionOf(origin);
  const entries: [string, string][] = [
    ['INAM', title],
    ['ISBJ', description],
    ['ICMT', asciiOriginText(origin)],
    ['ISFT', software],
    ['ICRD', created.toISOString().slice(0, 10)],
  ];
  const chunks = entries.map(([name, text]) => riffChunk(name, new TextEncoder().encode(`${text}\0`)));
  return riffChunk('LIST', concat(new TextEncoder().encode('INFO'), ...chunks));
}
