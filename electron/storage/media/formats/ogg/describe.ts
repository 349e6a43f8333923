/** Ogg sound whose streams follow each other, or hold FLAC: what the library does not read. */
import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts } from '../media-description';
import { anyPages, opusSampleRate, pageBody, pageFlag } from './pages';

interface Link {
  readonly sampleRate: number;
  readonly channels: number;
  readonly leadIn: number;
  /** Samples up to the end of its last page. */
  end: number;
}

/**
 * The sum of all streams in a row. `null` where there is one stream of a codec that the library reads: it also finds
 * where such a stream begins later than at zero.
 */
export async function describeOggChain(source: ByteSource): Promise<MediaDescription | null> {
  const links = await linksOf(source);
  const [first] = links;
  if (first === undefined) return null;
  const seconds = links.reduce((sum, link) => sum + Math.max(0, link.end - link.leadIn) / link.sampleRate, 0);
  return soundFacts({ ...first, seconds });
}

async function linksOf(source: ByteSource): Promise<Link[]> {
  const links = new Map<number, Link>();
  const all: Link[] = [];
  let isFlac = false;
  for await (const page of anyPages(source)) {
    if ((page.flags & pageFlag.first) !== 0) {
      const head = await pageBody(source, page);
      const link = linkOf(head);
      isFlac ||= asciiAt(head, 1, 4) === 'FLAC';
      if (link) links.set(page.serial, link);
      if (link) all.push(link);
    }
    const link = links.get(page.serial);
    if (link && page.time >= 0) link.end = page.time;
  }
  return all.length > 1 || isFlac ? all : [];
}

function linkOf(head: Uint8Array): Link | null {
  const view = viewOf(head);
  if (asciiAt(head, 0, 8) === 'OpusHead' && head.length >= 19)
    return { sampleRate: opusSampleRate, channels: head[9] ?? 0, leadIn: view.getUint16(10, true), end: 0 };
  if (asciiAt(head, 1, 6) === 'vorbis' && head.length >= 30)
    return { sampleRate: view.getUint32(12, true), channels: head[11] ?? 0, leadIn: 0, end: 0 };
  if (asciiAt(head, 1, 4) !== 'FLAC' || head.length < 31) return null;
  // Its own header, the mark and a block head come before twenty bits of rate and three of channels less one.
  const packed = view.getUint32(27);
  return { sampleRate: packed >>> 12, channels: ((packed >>> 9) & 7) + 1, leadIn: 0, end: 0 };
}
