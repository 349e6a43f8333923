/** The packets of an Ogg file that is one stream of Opus or Vorbis. */
import { asciiAt, type ByteSource, concat } from '../../bytes';
import { isWholeStream, type OggPage, oggPages, pageBody } from './pages';

export interface OggStream {
  readonly codec: 'opus' | 'vorbis';
  /** The packets before the audio: two of Opus, three of Vorbis. */
  readonly heads: readonly Uint8Array[];
  readonly packets: () => AsyncGenerator<Uint8Array, void, undefined>;
  /** Samples up to the end, as the last page states them; for Opus, those that are dropped at the start are counted. */
  readonly end: number;
}

const HEADS = { opus: 2, vorbis: 3 } as const;

/** `null` where the file is anything else, such as two streams in a row, or is cut. */
export async function oggStream(source: ByteSource): Promise<OggStream | null> {
  const pages = await oggPages(source);
  if (!pages || !(await isWholeStream(source, pages))) return null;
  const heads = await headsOf(source, pages);
  const codec = codecOf(heads[0] ?? new Uint8Array());
  const last = pages.at(-1);
  if (codec === null || last === undefined || heads.length < HEADS[codec]) return null;
  const end = last.time;
  if (end < 0) return null;
  const count = HEADS[codec];
  return { codec, heads: heads.slice(0, count), packets: () => packetsOf(source, pages, count), end };
}

function codecOf(head: Uint8Array): OggStream['codec'] | null {
  const name = asciiAt(head, 0, 8);
  if (name === 'OpusHead' && head.length >= 19) return 'opus';
  return name.startsWith('\x01vorbis') && head.length >= 30 ? 'vorbis' : null;
}

async function headsOf(source: ByteSource, pages: readonly OggPage[]): Promise<Uint8Array[]> {
  const heads: Uint8Array[] = [];
  for await (const packet of packetsOf(source, pages, 0)) {
    heads.push(packet);
    if (heads.length === HEADS.vorbis) break;
  }
  return heads;
}

async function* packetsOf(source: ByteSource, pages: readonly OggPage[], skipped: number) {
  let open: Uint8Array[] = [];
  let count = 0;
  for (const page of pages) {
    const body = await pageBody(source, page);
    let at = 0;
    for (const length of page.lacing) {
      open.push(body.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      if (count >= skipped) yield concat(...open);
      count += 1;
      open = [];
    }
  }
}
