/** The header of an MPEG layer III frame: four bytes that state how long the frame is. */

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const frameHeadBytes = 4;

export interface Mp3Frame {
  /** Of the whole frame, including its header. */
  readonly bytes: number;
  readonly samples: number;
  readonly sampleRate: number;
  /** Kilobits per second. */
  readonly bitrate: number;
  readonly channels: 1 | 2;
  /**
   * Where the audio data begins, after the header and the side information; a frame without audio may hold anything.
   */
  readonly sideEnd: number;
}

/** `null` where no such frame begins at this place. */
export function mp3FrameAt(bytes: Uint8Array, at = 0): Mp3Frame | null {
  const [sync, version, rates, mode] = [0, 1, 2, 3].map((more) => bytes[at + more] ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2;
  const isVersion1 = (version & 0x18) === 0x18;
  const bitrate = bitratesOf(version)[rates >> 4];
  const fullRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (!isLayer3 || (version & 0x18) === 0x08 || !bitrate || !fullRate) return null;
  const sampleRate = isVersion1 ? fullRate : (version & 0x18) === 0x10 ? fullRate / 2 : fullRate / 4;
  const samples = isVersion1 ? 1152 : 576;
  const isMono = mode >> 6 === 3;
  return {
    bytes: Math.floor(((samples / 8) * 1000 * bitrate) / sampleRate) + ((rates >> 1) & 1),
    samples,
    sampleRate,
    bitrate,
    channels: isMono ? 1 : 2,
    sideEnd: frameHeadBytes + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  };
}

/** The header of the smallest frame of the same kind that holds this many bytes; `null` where none is that large. */
export function headOfFrameFor(like: Uint8Array, wantedBytes: number): Uint8Array<ArrayBuffer> | null {
  const [sync = 0, version = 0, rates = 0, mode = 0] = like;
  for (const index of bitratesOf(version).keys()) {
    // Without a checksum and without a padding byte.
    const head = Uint8Array.of(sync, version | 1, (index << 4) | (rates & 0x0c), mode);
    if ((mp3FrameAt(head)?.bytes ?? 0) >= wantedBytes) return head;
  }
  return null;
}

const bitratesOf = (version: number): readonly number[] =>
  (version & 0x18) === 0x18 ? BITRATES_V1 : BITRATES_V2;

// The frame at the start of an MP3 that holds no audio but states how many frames follow, where to seek, and
// how much to trim at both ends: encoders work in whole frames and start with a delay. Called Xing or Info,
// followed by LAME's tag.

/** Samples in the file that are not part of the source audio. */
export interface Gapless {
  /** At the start, added by the encoder; every decoder adds 529 of its own, which players know. */
  readonly delay: number;
  readonly padding: number;
}

export interface Mp3Sound {
  /** The first bytes of an audio frame. */
  readonly head: Uint8Array;
  /** Where each frame begins, relative to the end of this one. */
  readonly starts: readonly number[];
  readonly bytes: number;
  readonly isConstantRate: boolean;
  readonly gapless: Gapless | null;
}

const FIELD = { frames: 1, bytes: 2, places: 4, quality: 8 } as const;
const ALL_FIELDS = FIELD.frames | FIELD.bytes | FIELD.places | FIELD.quality;
const PLACES = 100;
/** Name, flags, frame count, byte count, seek table, quality. */
const XING_BYTES = 4 + 4 + 4 + 4 + PLACES + 4;
const LAME_BYTES = 36;
/** Offset from the start of LAME's tag. */
const LAME = { bitrate: 20, delays: 21, length: 28, checksum: 34 } as const;
const MAX_DELAY = 4095;

/**
 * The same size for all audio of one kind, so that room can be reserved and filled in at the end.
 * @throws Error where no frame of this kind has room for it; layer III always has.
 */
export function infoFrame(sound: Mp3Sound): Uint8Array<ArrayBuffer> {
  const like = mp3FrameAt(sound.head);
  const size = (like?.sideEnd ?? 0) + XING_BYTES + LAME_BYTES;
  const head = like && headOfFrameFor(sound.head, size);
  const frame = head && mp3FrameAt(head);
  if (!head || !frame) throw new Error('These are not layer III frames.');
  const bytes = new Uint8Array(frame.bytes);
  bytes.set(head);
  bytes.set(xing(sound, frame.bytes), frame.sideEnd);
  if (sound.gapless) addLame(bytes, frame, like.bitrate, sound.gapless);
  return bytes;
}

function xing(sound: Mp3Sound, ownBytes: number): Uint8Array {
  const name = new TextEncoder().encode(sound.isConstantRate ? 'Info' : 'Xing');
  const numbers = [ALL_FIELDS, sound.starts.length, ownBytes + sound.bytes].map(uint32);
  return Uint8Array.from(
    [name, ...numbers, placesOf(sound, ownBytes), uint32(0)].flatMap((part) => [...part]),
  );
}

/** For each hundredth of the duration, the position in the file, in 256ths. */
function placesOf({ starts, bytes }: Mp3Sound, ownBytes: number): Uint8Array {
  return Uint8Array.from({ length: PLACES }, (_, share) => {
    const start = starts[Math.floor((starts.length * share) / PLACES)] ?? 0;
    return Math.min(255, Math.floor((256 * (ownBytes + start)) / (ownBytes + bytes)));
  });
}

function addLame(bytes: Uint8Array, { sideEnd }: Mp3Frame, bitrate: number, gapless: Gapless): void {
  const at = sideEnd + XING_BYTES;
  // Players use the delays only after this name.
  bytes.set(new TextEncoder().encode('LAME3.100'), at);
  bytes[at + LAME.bitrate] = Math.min(255, bitrate);
  const delay = Math.min(MAX_DELAY, gapless.delay);
  const padding = Math.min(MAX_DELAY, gapless.padding);
  bytes.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], at + LAME.delays);
  const view = viewOf(bytes);
  view.setUint32(at + LAME.length, view.getUint32(sideEnd + 12));
  view.setUint16(at + LAME.checksum, checksum(bytes.subarray(0, at + LAME.checksum)));
}

/** Whether a first frame holds facts about the file in place of audio, in the form of Xing, LAME or Fraunhofer. */
export function isInfoFrame(bytes: Uint8Array): boolean {
  const frame = mp3FrameAt(bytes);
  if (frame === null) return false;
  // Fraunhofer's facts are at one place, however long the side information is.
  const names = [asciiAt(bytes, frame.sideEnd, 4), asciiAt(bytes, 36, 4)];
  return names[0] === 'Xing' || names[0] === 'Info' || names[1] === 'VBRI';
}

/** What a first frame states about the ends; `null` where it is not such a frame, or does not state it. */
export function gaplessOf(bytes: Uint8Array): Gapless | null {
  const frame = mp3FrameAt(bytes);
  const name = frame && asciiAt(bytes, frame.sideEnd, 4);
  if (!frame || (name !== 'Info' && name !== 'Xing') || bytes.length < frame.sideEnd + 8) return null;
  const fields = viewOf(bytes).getUint32(frame.sideEnd + 4);
  const at = frame.sideEnd + 8 + lengthOf(fields);
  const [first, middle, last] = bytes.subarray(at + LAME.delays, at + LAME.delays + 3);
  const isKnown = /^(LAME|Lavc|Lavf)/.test(asciiAt(bytes, at, 4));
  if (!isKnown || first === undefined || middle === undefined || last === undefined) return null;
  return { delay: (first << 4) | (middle >> 4), padding: ((middle & 15) << 8) | last };
}

/** How many frames follow, by a first frame in the form of Xing; `null` where it does not say. */
export function statedFrames(bytes: Uint8Array): number | null {
  const frame = mp3FrameAt(bytes);
  const name = frame && asciiAt(bytes, frame.sideEnd, 4);
  if (!frame || (name !== 'Info' && name !== 'Xing') || bytes.length < frame.sideEnd + 12) return null;
  const view = viewOf(bytes);
  return (view.getUint32(frame.sideEnd + 4) & FIELD.frames) === 0 ? null : view.getUint32(frame.sideEnd + 8);
}

function lengthOf(fields: number): number {
  const has = (field: number, bytes: number) => ((fields & field) === 0 ? 0 : bytes);
  return has(FIELD.frames, 4) + has(FIELD.bytes, 4) + has(FIELD.places, PLACES) + has(FIELD.quality, 4);
}

/** CRC-16 as LAME computes it. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value);
  return bytes;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Shorter at the end of the bytes. */
const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
