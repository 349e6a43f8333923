/**
 * Media as gateways really send them: containers that were never closed, bytes after the end, two files in one body, raw
 * samples, formats that no page shows. Each was paid for.
 */
import type { Random } from '../world/random';
import type { Gateway } from './gateway';
import { type MadeFile, png, turnedPng, wav, webm } from './media';

const MARK_BYTES = 16;

type Form = (random: Random) => MadeFile;

/** Kept byte for byte: nothing but the whole file is the result. */
function asItIs(bytes: Uint8Array, contentType: string, mark = bytes.subarray(-MARK_BYTES)): MadeFile {
  const own = new Uint8Array(bytes);
  return { bytes: own, mark: Buffer.from(mark), payload: own, contentType };
}

/** A form of which only the beginning is real: the app has to store it without understanding it. */
const unread =
  (contentType: string, ...start: readonly (string | number)[]): Form =>
  (random) => {
    const head = start.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.alloc(part),
    );
    return asItIs(Buffer.concat([...head, random.bytes(200)]), contentType);
  };

/** A server that closed the picture and went on. */
function pngWithMore(random: Random): MadeFile {
  const { bytes, mark } = png(random);
  return asItIs(Buffer.concat([bytes, random.bytes(24)]), 'image/png', mark);
}

/** Written as a stream: the length was not known when the header was sent. */
const openWav =
  (length: number): Form =>
  (random) => {
    const file = wav(random);
    new DataView(file.bytes.buffer).setUint32(40, length, true);
    return file;
  };

/**
 * Samples without a header, in either byte order: what is heard is the same. The first is −1, which two bytes of an MP3 look
 * like, and some begin with silence.
 */
function pcm(random: Random): MadeFile {
  const noise = random.bytes(160);
  const steps = Int16Array.from(noise, (byte, at) => (at === 0 ? -1 : 4_000 * Math.sin(at / 5) + byte));
  const sound = Buffer.from(steps.buffer);
  const silence = Buffer.alloc(random.chance(0.4) ? random.int(1, 400) * 2 : 0);
  const payload = new Uint8Array(Buffer.concat([silence, sound]));
  const bytes = new Uint8Array(payload);
  if (random.chance(0.5)) Buffer.from(bytes.buffer).swap16();
  return {
    bytes,
    mark: sound.subarray(-MARK_BYTES),
    payload,
    contentType: 'audio/L16;rate=16000;channels=1',
  };
}

function webmTwice(random: Random): MadeFile {
  const [one, other] = [webm(random), webm(random)];
  return asItIs(Buffer.concat([one.bytes, other.bytes]), 'video/webm');
}

/** The boxes of a photo: its index names the bytes of the image, which lie behind it. */
function heic(random: Random): MadeFile {
  const image = random.bytes(200);
  const box = (name: string, ...data: readonly Uint8Array[]): Buffer => {
    const whole = Buffer.concat([Buffer.from(`\0\0\0\0${name}`, 'latin1'), ...data]);
    whole.writeUInt32BE(whole.length);
    return whole;
  };
  const kind = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  // One item of one piece; places and lengths are four bytes each.
  const place = Buffer.from('00000000440000010001000000010000000000000000', 'hex');
  const index = () => box('meta', Buffer.alloc(4), box('iloc', place));
  place.writeUInt32BE(kind.length + index().length + 8, 14);
  place.writeUInt32BE(image.length, 18);
  return asItIs(Buffer.concat([kind, index(), box('mdat', image)]), 'image/heic');
}

/** Eight by eight pixels without compression, of which a part of the random bytes is enough. */
const plainPixels =
  (contentType: string, head: string, bytes: number): Form =>
  (random) =>
    asItIs(Buffer.concat([Buffer.from(head, 'hex'), random.bytes(200).subarray(0, bytes)]), contentType);

/** 24 bits a pixel; the file states how long it is. */
const bmp = plainPixels(
  'image/bmp',
  `424df6000000000000003600000028000000${'08000000'.repeat(2)}0100180000000000c0000000${'00'.repeat(16)}`,
  192,
);
/** Tag, a number of four bytes, and its value. */
const tiffEntry = ([tag = 0, value = 0]: readonly number[]): string => {
  const entry = Buffer.from('000004000100000000000000', 'hex');
  entry.writeUInt16LE(tag, 0);
  entry.writeUInt32LE(value, 8);
  return entry.toString('hex');
};
/** Size, bits, no compression, gray, and one strip of pixels: where it is, and how long. */
const tiffTags = [
  ...[
    [0x100, 8],
    [0x101, 8],
    [0x102, 8],
    [0x103, 1],
    [0x106, 1],
    [0x111, 122],
    [0x115, 1],
  ],
  ...[
    [0x116, 8],
    [0x117, 64],
  ],
];
/** Its directory comes first, and the pixels behind it. */
const tiff = plainPixels(
  'image/tiff',
  `49492a0008000000${'0900'}${tiffTags.map(tiffEntry).join('')}00000000`,
  64,
);
/** Gray, with neither colors, resources nor layers. */
const psd = plainPixels(
  'image/vnd.adobe.photoshop',
  `384250530001${'00'.repeat(6)}0001${'00000008'.repeat(2)}00080001${'00000000'.repeat(3)}0000`,
  64,
);

const images: readonly Form[] = [
  pngWithMore,
  turnedPng,
  unread('image/gif', 'GIF89a', '\x08\x00\x08\x00\x00\x00\x00'),
  ...[bmp, tiff, heic, psd],
];
const speech: readonly Form[] = [
  openWav(0),
  openWav(0xffffffff),
  pcm,
  unread('audio/aiff', 'FORM\0\0\0\xffAIFF', 'COMM'),
  unread('audio/x-caf', 'caff\0\x01\0\0', 'desc'),
  unread('audio/basic', '.snd\0\0\0\x18', 16),
];
const videos: readonly Form[] = [
  webmTwice,
  unread('image/gif', 'GIF89a', '\x08\x00\x08\x00\x00\x00\x00'),
  unread('video/x-flv', 'FLV\x01\x05\0\0\0\x09', 4),
  unread('video/x-msvideo', 'RIFF\xff\0\0\0AVI LIST', 8),
];

const plain: Readonly<Record<'image' | 'speech' | 'video', Form>> = { image: png, speech: wav, video: webm };

/** A result, in most cases of the plainest form. */
export function makeFile(gateway: Gateway, what: keyof typeof plain): MadeFile {
  const { random, manners } = gateway;
  if (what === 'speech') return (speech[manners.speechForm] ?? plain.speech)(random);
  const odd = what === 'image' ? images : videos;
  return (random.chance(0.2) ? random.pick(odd) : plain[what])(random);
}
