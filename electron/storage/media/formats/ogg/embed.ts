/** Ogg: the comment packet is rewritten; all audio pages keep their content and their timestamps. */
import type { MediaOrigin } from '../../../../../shared/media';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { captionOf, maxOriginBytes, originKey, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';
import { type OggPage, oggPages, pageBody, pagesOf, renumbered } from './pages';

interface Kind {
  /** How the comment packet begins. */
  readonly mark: string;
  /** Packets before the audio. */
  readonly heads: number;
  /** What ends the comments. */
  readonly end: Uint8Array;
}

const kinds: readonly Kind[] = [
  { mark: 'OpusTags', heads: 2, end: new Uint8Array() },
  { mark: '\x03vorbis', heads: 3, end: Uint8Array.of(1) },
];

/** Vorbis codebooks take some kilobytes; comments may hold an image. */
const COMMENT_KEY = originKey.toUpperCase();
const MAX_HEAD_BYTES = 16 * 1024 * 1024 + maxOriginBytes;
/** Pages needed for this many bytes, at 64 KB per page. */
const MAX_HEAD_PAGES = 400;

/** `null` where it is not a complete file with one Opus or Vorbis stream. */
export async function planOgg(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const [first, ...rest] = (await oggPages(source)) ?? [];
  const head = first && (await headPackets(source, rest));
  // One more page than expected: audio begins on a page where it must not.
  if (!head || head.packets.length !== head.kind.heads - 1) return null;
  const [comments = new Uint8Array(), ...others] = head.packets;
  const fresh = newComments(comments, head.kind, origin);
  if (fresh === null) return null;
  const pages = pagesOf([fresh, ...others], first.serial, first.number + 1);
  const shift = pages.length - head.pages;
  const sound = rest
    .slice(head.pages)
    .map(({ start, end, number }) =>
      stretch(start, end, shift === 0 ? undefined : (bytes) => renumbered(bytes, number + shift)),
    );
  return [stretch(first.start, first.end), ...pages, ...sound];
}

export async function readOgg(source: ByteSource): Promise<MediaOrigin | null> {
  const [, ...rest] = (await oggPages(source, MAX_HEAD_PAGES)) ?? [];
  const head = await headPackets(source, rest);
  const [, ...comments] =
    (head && texts((head.packets[0] ?? new Uint8Array()).subarray(head.kind.mark.length))) ?? [];
  const ours = comments.find((comment) => startsWithName(comment, COMMENT_KEY));
  return ours ? parseOrigin(new TextDecoder().decode(ours.subarray(COMMENT_KEY.length + 1))) : null;
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

/** The encoder's name and other programs' comments stay. */
function newComments(old: Uint8Array, { mark, end }: Kind, origin: MediaOrigin): Uint8Array | null {
  const { title, description, software, created } = captionOf(origin);
  const ours: [string, string][] = [
    [COMMENT_KEY, originText(origin)],
    ['TITLE', title],
    ['DESCRIPTION', description],
    ['DATE', created.toISOString().slice(0, 10)],
    ['ENCODED-BY', software],
  ];
  const [vendor, ...comments] = texts(old.subarray(mark.length)) ?? [];
  if (vendor === undefined) return null;
  const isOurs = (comment: Uint8Array) => ours.some(([name]) => startsWithName(comment, name));
  const all = [
    ...ours.map(([name, text]) => new TextEncoder().encode(`${name}=${text}`)),
    ...comments.filter((comment) => !isOurs(comment)),
  ];
  return concat(Buffer.from(mark, 'latin1'), counted(vendor), uint32(all.length), ...all.map(counted), end);
}

/** The vendor's name, then the comments; `null` where a length points outside the packet. */
function texts(packet: Uint8Array): Uint8Array[] | null {
  const found: Uint8Array[] = [];
  let count = 0;
  for (let at = 0; found.length <= count; ) {
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
  return found;
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
