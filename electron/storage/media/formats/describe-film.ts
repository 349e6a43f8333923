/** Video in older containers: what their headers state. */
import { type ByteSource, viewOf } from '../bytes';
import {
  frameRateFact,
  type MediaDescription,
  soundFacts,
  unknownMedia,
  wholeMilliseconds,
} from './media-description';
import { describeOggChain } from './ogg/describe';

const HEAD_BYTES = 64 * 1024;

/** AVI: the main header states the microseconds of a frame, the number of frames, and the size. */
export async function describeAvi(source: ByteSource): Promise<MediaDescription> {
  const head = await source.read(0, HEAD_BYTES);
  const at = Buffer.from(head).indexOf('avih');
  if (at < 0 || at + 48 > head.length) return unknownMedia;
  const [frameMicroseconds, frames, width, height] = [8, 24, 40, 44].map((more) =>
    viewOf(head).getUint32(at + more, true),
  ) as [number, number, number, number];
  const seconds = (frameMicroseconds * frames) / 1e6 || aviSoundSeconds(head);
  const durationMs = wholeMilliseconds(seconds);
  const rate = frameRateFact(1e6 / frameMicroseconds);
  return { ...unknownMedia, durationMs, ...sizeOf(width, height), ...aviSound(head), ...rate };
}

/** Without a frame, how long its sound is: so many units, of which so many are a second. */
function aviSoundSeconds(head: Uint8Array): number {
  const at = Buffer.from(head).indexOf('auds');
  if (at < 0 || at + 36 > head.length) return 0;
  const [scale, rate, length] = [20, 24, 32].map((more) => viewOf(head).getUint32(at + more, true));
  return rate ? ((length ?? 0) * (scale ?? 0)) / rate : 0;
}

/** The format of the stream of sound is the one of WAV. */
function aviSound(head: Uint8Array) {
  const kind = Buffer.from(head).indexOf('auds');
  const format = kind < 0 ? -1 : Buffer.from(head).indexOf('strf', kind);
  if (format < 0 || format + 16 > head.length) return {};
  const view = viewOf(head);
  return rateOf(view.getUint32(format + 12, true), view.getUint16(format + 10, true));
}

/** FLV: a list of names and numbers at the start. */
export async function describeFlv(source: ByteSource): Promise<MediaDescription> {
  const head = await source.read(0, HEAD_BYTES);
  const numbers = ['duration', 'width', 'height', 'audiosamplerate'].map((name) => flvNumber(head, name));
  const [duration = 0, width = 0, height = 0, sampleRate = 0] = numbers;
  const channels = flvFlag(head, 'stereo') === 1 ? 2 : 1;
  const durationMs = wholeMilliseconds(duration);
  return { ...unknownMedia, durationMs, ...sizeOf(width, height), ...rateOf(sampleRate, channels) };
}

/** The name, a zero for "number", and eight bytes. */
function flvNumber(head: Uint8Array, name: string): number {
  const at = Buffer.from(head).indexOf(`\0${String.fromCharCode(name.length)}${name}\0`, 0, 'latin1');
  const value = at + 3 + name.length;
  return at < 0 || value + 8 > head.length ? 0 : viewOf(head).getFloat64(value);
}

function flvFlag(head: Uint8Array, name: string): number {
  const at = Buffer.from(head).indexOf(`\0${String.fromCharCode(name.length)}${name}\x01`, 0, 'latin1');
  return at < 0 ? 0 : (head[at + 3 + name.length] ?? 0);
}

/** ASF, which WMV and WMA are: objects that begin with an id of 16 bytes. */
const ASF = {
  file: Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'),
  stream: Buffer.from('9107dcb7b7a9cf118ee600c00c205365', 'hex'),
  sound: Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex'),
  film: Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex'),
};
const ASF_TYPE_DATA = 24 + 54;

export async function describeAsf(source: ByteSource): Promise<MediaDescription> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
  const file = head.indexOf(ASF.file);
  const isStated = file >= 0 && file + 88 <= head.length;
  // In units of 100 ns, with the time that players wait first, in milliseconds.
  const seconds = isStated
    ? Number(head.readBigUInt64LE(file + 64)) / 1e7 - Number(head.readBigUInt64LE(file + 80)) / 1e3
    : 0;
  const [sound, film] = [asfStream(head, ASF.sound), asfStream(head, ASF.film)];
  return {
    ...unknownMedia,
    durationMs: wholeMilliseconds(seconds),
    ...(film !== null && sizeOf(head.readUInt32LE(film), head.readUInt32LE(film + 4))),
    ...(sound !== null && rateOf(head.readUInt32LE(sound + 4), head.readUInt16LE(sound + 2))),
  };
}

/** Where the description of the stream of one kind begins. */
function asfStream(head: Buffer, kind: Buffer): number | null {
  for (let at = head.indexOf(ASF.stream); at >= 0; at = head.indexOf(ASF.stream, at + 1)) {
    const data = at + ASF_TYPE_DATA;
    if (data + 8 <= head.length && head.compare(kind, 0, 16, at + 24, at + 40) === 0) return data;
  }
  return null;
}

const THEORA = '\x80theora';
const TAIL_BYTES = 64 * 1024;

/** Theora in Ogg: its header states size and rate, and its last page the number of the last frame. */
export async function describeOggVideo(source: ByteSource): Promise<MediaDescription> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
  const at = head.indexOf(THEORA, 0, 'latin1');
  if (at < 28 || at + 42 > head.length) return unknownMedia;
  const [width, height] = [head.readUIntBE(at + 14, 3), head.readUIntBE(at + 17, 3)];
  const [rate, base] = [head.readUInt32BE(at + 22), head.readUInt32BE(at + 26)];
  const shift = (head.readUInt16BE(at + 40) >> 5) & 31;
  const time = await lastTime(source, head.readUInt32LE(at - 28 + 14));
  const frames =
    time === null ? 0 : Number(time >> BigInt(shift)) + Number(time & ((1n << BigInt(shift)) - 1n));
  const filmMs = rate > 0 ? wholeMilliseconds((frames * base) / rate) : null;
  // The sound beside it may be longer.
  const { durationMs: soundMs = null, ...sound } = (await describeOggChain(source, true)) ?? {};
  const durationMs = Math.max(filmMs ?? 0, soundMs ?? 0) || null;
  return { ...unknownMedia, ...sound, durationMs, ...sizeOf(width, height), ...frameRateFact(rate / base) };
}

/** The timestamp of the last page of a stream. */
async function lastTime(source: ByteSource, serial: number): Promise<bigint | null> {
  const start = Math.max(0, source.size - TAIL_BYTES);
  const tail = Buffer.from(await source.read(start, TAIL_BYTES));
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    if (at + 27 > tail.length || tail.readUInt32LE(at + 14) !== serial) continue;
    const time = tail.readBigInt64LE(at + 6);
    if (time >= 0n) return time;
  }
  return null;
}

function sizeOf(width: number, height: number) {
  return width > 0 && height > 0 && Number.isInteger(width) && Number.isInteger(height)
    ? { width, height }
    : {};
}

function rateOf(sampleRate: number, channels: number): Pick<MediaDescription, 'sampleRate' | 'channels'> {
  const facts = soundFacts({ sampleRate, channels, seconds: null });
  return facts.sampleRate === undefined ? {} : { sampleRate: facts.sampleRate, channels };
}
