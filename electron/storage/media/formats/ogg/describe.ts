/** Ogg sound whose streams follow each other, or hold FLAC: what the library does not read (also Speex). */
import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts } from '../media-description';
import { anyPages, opusSampleRate, pageBody, pageFlag } from './pages';

interface Link {
  readonly sampleRate: number;
  readonly channels: number;
  readonly leadIn: number;
  /** Samples up to the end of its last page. */
  end: number;
  /** The same for streams that lie beside each other. */
  readonly group: number;
}

/**
 * The sum of all streams in a row, of which some may be beside each other. `null` where there is one stream of a codec
 * that the library reads: it also finds where such a stream begins later than at zero.
 * @param isAny also where there is one
 */
export async function describeOggChain(source: ByteSource, isAny = false): Promise<MediaDescription | null> {
  const { links, isRead } = await linksOf(source);
  const [first] = links;
  if (first === undefined || (isRead && !isAny)) return null;
  const groups = new Map<number, number>();
  for (const link of links) groups.set(link.group, Math.max(groups.get(link.group) ?? 0, secondsOf(link)));
  const seconds = [...groups.values()].reduce((sum, length) => sum + length, 0);
  return soundFacts({ ...first, seconds });
}

const secondsOf = ({ end, leadIn, sampleRate }: Link): number =>
  sampleRate > 0 ? Math.max(0, end - leadIn) / sampleRate : 0;

/** @returns whether the library reads it all: a single stream, of a codec that it knows */
async function linksOf(source: ByteSource): Promise<{ links: readonly Link[]; isRead: boolean }> {
  const open = new Map<number, Link>();
  const links: Link[] = [];
  let [isOther, group, isBegun] = [false, 0, false];
  for await (const page of anyPages(source)) {
    const isFirst = (page.flags & pageFlag.first) !== 0;
    // Streams beside each other begin together, before anything else of them.
    if (isFirst && isBegun) group += 1;
    isBegun = !isFirst;
    const head = isFirst ? await pageBody(source, page) : null;
    const facts = head && linkOf(head);
    if (head && facts) {
      isOther ||= !isOfLibrary(head);
      links.push({ ...facts, end: 0, group });
      open.set(page.serial, links.at(-1) as Link);
    }
    const link = open.get(page.serial);
    if (link && page.time >= 0) link.end = page.time;
  }
  return { links, isRead: links.length === 1 && !isOther };
}

const isOfLibrary = (head: Uint8Array): boolean =>
  asciiAt(head, 1, 4) !== 'FLAC' && asciiAt(head, 0, 8) !== SPEEX;

const SPEEX = 'Speex   ';

function linkOf(head: Uint8Array): Omit<Link, 'end' | 'group'> | null {
  const view = viewOf(head);
  if (asciiAt(head, 0, 8) === 'OpusHead' && head.length >= 19)
    return { sampleRate: opusSampleRate, channels: head[9] ?? 0, leadIn: view.getUint16(10, true) };
  if (asciiAt(head, 1, 6) === 'vorbis' && head.length >= 30)
    return { sampleRate: view.getUint32(12, true), channels: head[11] ?? 0, leadIn: 0 };
  if (asciiAt(head, 0, 8) === SPEEX && head.length >= 52)
    return { sampleRate: view.getUint32(36, true), channels: view.getUint32(48, true), leadIn: 0 };
  if (asciiAt(head, 1, 4) !== 'FLAC' || head.length < 31) return null;
  // Its own header, the mark and a block head come before twenty bits of rate and three of channels less one.
  const packed = view.getUint32(27);
  return { sampleRate: packed >>> 12, channels: ((packed >>> 9) & 7) + 1, leadIn: 0 };
}
