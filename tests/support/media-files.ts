/** Real media files, generated on demand: images by the canvas, audio by encoders, video by a muxer. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { createEncoder } from 'wasm-media-encoders/esnext';

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

function paint(context: SKRSContext2D, width: number, height: number, hue: number): void {
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, `hsl(${hue}, 80%, 40%)`);
  gradient.addColorStop(1, `hsl(${hue + 90}, 70%, 70%)`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff8';
  context.fillRect(width / 4, height / 3, width / 5, height / 4);
}

export async function picture(
  format: PictureFormat,
  { width = 96, height = 64, hue = 200, isTransparent = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (isTransparent) context.fillRect(0, 0, width / 2, height / 2);
  else paint(context, width, height, hue);
  return new Uint8Array(
    await (format === 'png' ? canvas.encode('png') : canvas.encode(format as 'jpeg', 80)),
  );
}

/** The smallest real GIF: one pixel. */
export const gif = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);

/** 36 bytes whose screen is one pixel, and whose one frame has this many. */
export function gifOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(36);
  bytes.write('GIF89a', 'latin1');
  bytes.set([1, 0, 1, 0, 0x80], 6);
  // Two colors, then the frame; its pixels end at once.
  bytes[19] = 0x2c;
  bytes.writeUInt16LE(width, 24);
  bytes.writeUInt16LE(height, 26);
  bytes.set([2, 2, 0x4c, 0x01, 0, 0x3b], 29);
  return new Uint8Array(bytes);
}

/** A tone of −6 dB, as samples from −1 to 1. */
export function tone(seconds: number, { sampleRate = 16_000, hertz = 440 } = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  );
}

/** 16-bit mono. */
export function wav(seconds: number, { sampleRate = 16_000, hertz = 440 } = {}): Uint8Array<ArrayBuffer> {
  const samples = tone(seconds, { sampleRate, hertz });
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries())
    bytes.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2);
  return new Uint8Array(bytes);
}

async function encoded(
  contentType: 'audio/mpeg' | 'audio/ogg',
  samples: Float32Array,
  sampleRate: number,
  bitrate = 64,
): Promise<Uint8Array<ArrayBuffer>> {
  const wasm = `wasm-media-encoders/wasm/${contentType === 'audio/mpeg' ? 'mp3' : 'ogg'}`;
  const program = await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(wasm)));
  const encoder = await createEncoder(contentType, program);
  const quality = contentType === 'audio/mpeg' ? { bitrate } : { vbrQuality: 3 };
  encoder.configure({ sampleRate, channels: 1, ...quality } as Parameters<typeof encoder.configure>[0]);
  const parts = [Uint8Array.from(encoder.encode([samples])), Uint8Array.from(encoder.finalize())];
  return new Uint8Array(Buffer.concat(parts));
}

/** @param options.bitrate in kilobits a second */
export function mp3(seconds: number, { sampleRate = 16_000, hertz = 440, bitrate = 64 } = {}) {
  return encoded('audio/mpeg', tone(seconds, { sampleRate, hertz }), sampleRate, bitrate);
}

export function vorbis(seconds: number, { sampleRate = 16_000, hertz = 440 } = {}) {
  return encoded('audio/ogg', tone(seconds, { sampleRate, hertz }), sampleRate);
}

/** Silence in frames of 20 ms, each a whole and valid packet of three bytes. */
const opusSilence = Uint8Array.of(0xf8, 0xff, 0xfe);

function opusHead(preSkip: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.set([1, 1], 8);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  return new Uint8Array(head);
}

async function addOpus(output: Output, seconds: number, preSkip = 312): Promise<() => Promise<void>> {
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  const decoderConfig = {
    codec: 'opus',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: opusHead(preSkip),
  };
  return async () => {
    for (let index = 0; index * 0.02 < seconds - 1e-9; index += 1)
      await source.add(new EncodedPacket(opusSilence, 'key', index * 0.02, 0.02), { decoderConfig });
    source.close();
  };
}

async function finished(output: Output<OutputFormat, BufferTarget>, ...feeds: (() => Promise<void>)[]) {
  await output.start();
  await Promise.all(feeds.map((feed) => feed()));
  await output.finalize();
  return new Uint8Array(output.target.buffer as ArrayBuffer);
}

export async function opus(seconds: number, { preSkip = 312 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() });
  return finished(output, await addOpus(output, seconds, preSkip));
}

/** A lossy WebP holds one key frame of VP8. */
async function vp8Frame(width: number, height: number, hue: number): Promise<Uint8Array> {
  const webp = await picture('webp', { width, height, hue });
  const at = Buffer.from(webp).indexOf('VP8 ');
  return webp.subarray(at + 8, at + 8 + Buffer.from(webp).readUInt32LE(at + 4));
}

const videoFormats = {
  webm: (isStreamed: boolean) => new WebMOutputFormat({ appendOnly: isStreamed }),
  mp4: (isStreamed: boolean) => new Mp4OutputFormat({ fastStart: isStreamed ? 'fragmented' : false }),
  mov: () => new MovOutputFormat(),
};

/** 10 frames a second of VP8, with silence as Opus where asked. */
export async function video(
  container: keyof typeof videoFormats,
  { seconds = 1, width = 96, height = 64, hasSound = false, isStreamed = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Output({ format: videoFormats[container](isStreamed), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: 10 });
  const feedSound = hasSound ? [await addOpus(output, seconds)] : [];
  const feedPicture = async () => {
    for (let index = 0; index < seconds * 10; index += 1) {
      const data = await vp8Frame(width, height, index * 20);
      const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height };
      await source.add(new EncodedPacket(data, 'key', index / 10, 0.1), { decoderConfig });
    }
    source.close();
  };
  return finished(output, feedPicture, ...feedSound);
}

/** Audio only, in a video container. */
export async function m4a(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  return finished(output, await addOpus(output, seconds));
}

/**
 * WebM that says it lasts a second, with silence for much longer: a packet of two bytes holds 120 ms of it.
 * @param seconds that it really lasts
 */
export async function liarWebm(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  const decoderConfig = {
    codec: 'opus',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: opusHead(312),
  };
  // Six frames of 20 ms, none of which has a byte.
  const packet = Uint8Array.of(0xfb, 6);
  const feed = async () => {
    for (let index = 0; index * 0.12 < seconds; index += 1)
      await source.add(new EncodedPacket(packet, 'key', index * 0.12, 0.12), { decoderConfig });
    source.close();
  };
  const bytes = Buffer.from(await finished(output, feed));
  const at = bytes.indexOf(Buffer.from('4489', 'hex'));
  bytes.writeDoubleBE(1_000, at + 3);
  return new Uint8Array(bytes);
}

export async function webmSound(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  return finished(output, await addOpus(output, seconds));
}
