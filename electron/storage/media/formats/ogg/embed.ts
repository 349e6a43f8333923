/** Ogg: the comment packet is rewritten; all audio pages keep their content and their timestamps. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { captionOf, maxOriginBytes, originKey, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';
import { isWholeStream, type OggPage, oggPages, pageBody, pagesOf, renumbered } from './pages';

interface Kind {
  /** How the comment packet begins. */
  readonly mark: string;
  /** How the first packet begins. */
  readonly head: string;
  /** Packets before the audio. */
  readonly heads: number;
  /** Whether this may end the comments. */
  readonly isEnd: (rest: Uint8Array) => boolean;
}

const kinds: readonly Kind[] = [
  // Opus allows padding and other data there, which stay.
  { mark: 'OpusTags', head: 'OpusHead', heads: 2, isEnd: () => true },
  {
    mark: '\x03vorbis',
    head: '\x01vorbis',
    heads: 3,
    isEnd: (rest) => rest.length === 1 && ((rest[0] ?? 0) & 1) === 1,
  },
];

/** Vorbis codebooks take some kilobytes; comments may hold an image. */
const COMMENT_KEY = originKey.toUpperCase();
const MAX_HEAD_BYTES = 16 * 1024 * 1024 + maxOriginBytes;
/** Pages needed for this many bytes, at 64 KB per page. */
const MAX_HEAD_PAGES = 400;

/** `null` where it is not one Opus or Vorbis stream to its last byte: two in a row or side by side, or a cut one. */
export async function planOgg(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const pages = await oggPages(source);
  const [first, ...rest] = pages ?? [];
  const head = first && (await headPackets(source, rest));
  // One more page than expected: audio begins on a page where it must not.
  if (!pages || !head || head.packets.length !== head.kind.heads - 1) return null;
  if (!(await isHeadPage(source, first, head.kind)) || !(await isWholeStream(source, pages))) return null;
  const [comments = new Uint8Array(), ...others] = head.packets;
  const fresh = newComments(comments, head.kind, origin);
  if (fresh === null) return null;
  const headPages = pagesOf([fresh, ...others], first.serial, first.number + 1);
  const shift = headPages.length - head.pages;
  const sound = rest
    .slice(head.pages)
    .map(({ start, end, number }) =>
      stretch(start, end, shift === 0 ? undefined : (bytes) => renumbered(bytes, number + shift)),
    );
  return [stretch(first.start, first.end), ...headPages, ...sound];
}

/** The first page holds one packet, of the same codec as the comments. */
async function isHeadPage(source: ByteSource, first: OggPage, { head }: Kind): Promise<boolean> {
  const lengths = [...first.lacing];
  const isOne = lengths.length === 1 && (lengths[0] ?? 255) < 255;
  return isOne && asciiAt(await pageBody(source, first), 0, head.length) === head;
}

export async function readOgg(source: ByteSource): Promise<MediaOrigin | null> {
  const [, ...rest] = (await oggPages(source, MAX_HEAD_PAGES)) ?? [];
  const head = await headPackets(source, rest);
  const packet = head?.packets[0]?.subarray(head.kind.mark.length);
  return packet ? originIn(commentsOf(packet)?.comments ?? []) : null;
}

/** The packets between the first page and the audio; the last of them ends its page. */
async function headPackets(source: ByteSource, pages: readonly OggPage[]) {
  const packets: Uint8Array[] = [];
  // Joined once its last segment is there: a packet may go over as many pages as a file has.
  const open: Uint8Array[] = [];
  let bytes = 0;
  for (const [index, page] of pages.entries()) {
    const body = await pageBody(source, page);
    bytes += body.length;
    addPackets(packets, open, page, body);
    const kind = kindOf(packets[0]);
    if (bytes > MAX_HEAD_BYTES || (packets.length > 0 && !kind)) return null;
    if (kind && packets.length >= kind.heads - 1) return { kind, packets, pages: index + 1 };
  }
  return null;
}

/** @param open the beginning of the packet that is not complete */
function addPackets(packets: Uint8Array[], open: Uint8Array[], { lacing }: OggPage, body: Uint8Array): void {
  let at = 0;
  for (const length of lacing) {
    open.push(body.subarray(at, at + length));
    at += length;
    if (length < 255) packets.push(concat(...open.splice(0)));
  }
}

function kindOf(packet: Uint8Array | undefined): Kind | undefined {
  return kinds.find(({ mark }) => packet && asciiAt(packet, 0, mark.length) === mark);
}

/** The encoder's name and other programs' comments stay, also where they have one of our names. */
function newComments(old: Uint8Array, { mark, isEnd }: Kind, origin: MediaOrigin): Uint8Array | null {
  const found = commentsOf(old.subarray(mark.length));
  if (found === null || !isEnd(found.rest)) return null;
  const earlier = originIn(found.comments);
  const ours = earlier ? commentsFor(earlier).map(encoded) : [];
  const kept = found.comments.filter(
    (comment) => !isOrigin(comment) && !ours.some((one) => Buffer.compare(one, comment) === 0),
  );
  const added = commentsFor(origin)
    .filter(([name]) => name === COMMENT_KEY || !kept.some((comment) => startsWithName(comment, name)))
    .map(encoded);
  const all = [...added, ...kept];
  const list = concat(counted(found.vendor), uint32(all.length), ...all.map(counted));
  return concat(Buffer.from(mark, 'latin1'), list, found.rest);
}

function commentsFor(origin: MediaOrigin): [string, string][] {
  const { title, description, software, created } = captionOf(origin);
  return [
    [COMMENT_KEY, originText(origin)],
    ['TITLE', title],
    ['DESCRIPTION', description],
    ['DATE', created.toISOString().slice(0, 10)],
    ['ENCODED-BY', software],
  ];
}

const encoded = ([name, text]: readonly [string, string]) => new TextEncoder().encode(`${name}=${text}`);

const isOrigin = (comment: Uint8Array) => startsWithName(comment, COMMENT_KEY);

function originIn(comments: readonly Uint8Array[]): MediaOrigin | null {
  const ours = comments.find(isOrigin);
  return ours ? parseOrigin(new TextDecoder().decode(ours.subarray(COMMENT_KEY.length + 1))) : null;
}

interface Comments {
  readonly vendor: Uint8Array;
  readonly comments: readonly Uint8Array[];
  /** What comes behind the last comment. */
  readonly rest: Uint8Array;
}

/** `null` where a length points outside the packet. */
function commentsOf(packet: Uint8Array): Comments | null {
  const found: Uint8Array[] = [];
  let count = 0;
  let at = 0;
  while (found.length <= count) {
    if (at + 4 > packet.length) return null;
    const length = viewOf(packet).getUint32(at, true);
    at += 4;
    if (at + length > packet.length) return null;
    found.push(packet.subarray(at, at + length));
    at += length;
    if (found.length > 1) continue;
    if (at + 4 > packet.length) return null;
    count = viewOf(packet).getUint32(at, true);
    at += 4;
  }
  const [vendor = new Uint8Array(), ...comments] = found;
  return { vendor, comments, rest: packet.subarray(at) };
}

function startsWithName(comment: Uint8Array, name: string): boolean {
  return asciiAt(comment, 0, name.length + 1).toUpperCase() === `${name}=`;
}

const counted = (bytes: Uint8Array) => concat(uint32(bytes.length), bytes);

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, true);
  return bytes;
}
