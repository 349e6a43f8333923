/**
 * The first description of samples of a sound in MP4 and MOV. `mp4a` says only that an `esds` names the codec (ISO
 * 14496-1), and writers put 2 beside it for the channels whatever it has: what AAC itself says is what one hears.
 */
import { asciiAt, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts } from '../media-description';
import { type Box, innerBoxes } from './boxes';

interface SoundEntry extends Pick<MediaDescription, 'sampleRate' | 'channels'> {
  /** In the names that `codec-names.ts` knows. */
  readonly format: string;
}

/** Where the boxes of the first entry begin, by the version of the entry. */
const BOXES_AT: Readonly<Record<number, number>> = { 0: 44, 1: 60 };

/**
 * @param table the data of an `stsd` box
 * @param scale of the track: rates above 65,535 Hz have no room beside the channels
 */
export function soundEntry(table: Uint8Array, scale: number): SoundEntry {
  const format = asciiAt(table, 12, 4);
  if (table.length < 44) return { format };
  const view = viewOf(table);
  const stated = { channels: view.getUint16(32), sampleRate: view.getUint32(40) / 65_536 || scale };
  const elementary = format === 'mp4a' ? elementaryStream(table) : null;
  const boxes = boxesOf(table);
  const own = dolbyChannels(boxes) ?? appleChannels(boxes);
  const channels = (elementary && monoOrMore(elementary, stated.sampleRate)) ?? own ?? stated.channels;
  const { sampleRate } = soundFacts({ ...stated, seconds: null });
  const named = { format: formats[elementary?.kind ?? 0] ?? format };
  return sampleRate === undefined ? named : { ...named, sampleRate, channels };
}

/** Object types of ISO 14496-1 that are not AAC. */
const formats: Readonly<Record<number, string>> = {
  105: '.mp3',
  107: '.mp3',
  165: 'ac-3',
  166: 'ec-3',
  169: 'dtsc',
  173: 'Opus',
};
const AAC_KIND = 64;

interface ElementaryStream {
  readonly kind: number;
  /** What a decoder needs; empty where it is not there. */
  readonly setup: Uint8Array;
}

/** What the first entry holds beside its numbers. */
function boxesOf(table: Uint8Array): readonly Box[] {
  const end = Math.min(table.length, 8 + viewOf(table).getUint32(8));
  return innerBoxes(table.subarray(BOXES_AT[viewOf(table).getUint16(24)] ?? end, end)) ?? [];
}

/** Channels by their arrangement (ETSI TS 102 366, annex F), and one for low frequencies. */
const DOLBY_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5];

/** `null` where it is no Dolby Digital, or says less. */
function dolbyChannels(boxes: readonly Box[]): number | null {
  const plain = boxes.find(({ name }) => name === 'dac3')?.data;
  const plus = boxes.find(({ name }) => name === 'dec3')?.data;
  const bits = plain?.length === 3 ? Buffer.from(plain).readUIntBE(0, 3) : null;
  // The same bits, behind two bytes and a few further ones.
  const later = plus !== undefined && plus.length >= 5 ? Buffer.from(plus).readUIntBE(2, 3) : null;
  if (bits !== null) return (DOLBY_CHANNELS[(bits >> 11) & 7] ?? 0) + ((bits >> 10) & 1);
  return later === null ? null : (DOLBY_CHANNELS[(later >> 9) & 7] ?? 0) + ((later >> 8) & 1);
}

/** Of ALAC, as its decoder is set up: behind version and flags, the length of a frame and five bytes. */
const appleChannels = (boxes: readonly Box[]): number | null =>
  boxes.find(({ name }) => name === 'alac')?.data[13] || null;

function elementaryStream(table: Uint8Array): ElementaryStream | null {
  const boxes = boxesOf(table);
  // QuickTime puts it one box deeper.
  const wave = innerBoxes(boxes.find(({ name }) => name === 'wave')?.data ?? new Uint8Array()) ?? [];
  const data = [...boxes, ...wave].find(({ name }) => name === 'esds')?.data;
  return data === undefined ? null : readDescriptors(data.subarray(4));
}

const TAG = { stream: 3, decoder: 4, setup: 5 };

/** Descriptors lie in each other: a tag, a length in groups of seven bits, and fields before the next tag. */
function readDescriptors(data: Uint8Array): ElementaryStream | null {
  const stream = descriptor(data, TAG.stream);
  const decoder = stream && descriptor(stream.subarray(3 + optionalBytes(stream)), TAG.decoder);
  if (decoder === null || decoder.length < 13) return null;
  return {
    kind: decoder[0] ?? 0,
    setup: descriptor(decoder.subarray(13), TAG.setup) ?? new Uint8Array(),
  };
}

/** Fields that a stream has by its flags: what it depends on, an address, a clock. */
function optionalBytes(stream: Uint8Array): number {
  const flags = stream[2] ?? 0;
  const address = (flags & 0x40) !== 0 ? 1 + (stream[3 + ((flags & 0x80) !== 0 ? 2 : 0)] ?? 0) : 0;
  return ((flags & 0x80) !== 0 ? 2 : 0) + address + ((flags & 0x20) !== 0 ? 2 : 0);
}

/** Its data; `null` where another tag is there, or it is longer than what holds it. */
function descriptor(data: Uint8Array, tag: number): Uint8Array | null {
  if (data[0] !== tag) return null;
  let length = 0;
  for (let at = 1; at <= 4; at += 1) {
    const byte = data[at] ?? 0;
    length = length * 128 + (byte & 0x7f);
    if (byte < 0x80) return at + 1 + length > data.length ? null : data.subarray(at + 1, at + 1 + length);
  }
  return null;
}

const LOW_COMPLEXITY = 2;
/** Below this, one channel may become two by what follows in the frames (parametric stereo). */
const MOST_DOUBLED_HZ = 24_000;

/** As plain AAC states its channels; `null` where something else decides them. */
function monoOrMore({ kind, setup }: ElementaryStream, sampleRate: number): number | null {
  const [first = 0, second = 0] = setup;
  const isIndexed = (((first & 7) << 1) | (second >> 7)) !== 15;
  const isPlain = kind === AAC_KIND && setup.length >= 2 && first >> 3 === LOW_COMPLEXITY && isIndexed;
  if (!isPlain || sampleRate <= MOST_DOUBLED_HZ) return null;
  const stated = (second >> 3) & 15;
  if (stated === 7) return 8;
  return stated >= 1 && stated <= 6 ? stated : null;
}
