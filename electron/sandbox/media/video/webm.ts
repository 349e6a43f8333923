/** Writes WebM files from still images: a lossy WebP holds exactly one VP8 key frame. */
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Size } from '../art/drawing';

export interface FilmOptions extends Size {
  /** File to write; it is complete only after `finish`. */
  readonly path: string;
  readonly framesPerSecond: number;
  readonly title: string;
}

export interface Film {
  /** Adds the next frame, as a lossy WebP without transparency. */
  addFrame(webp: Uint8Array): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Discards the file; what was written is of no use. */
  cancel(): Promise<void>;
}

/** Every frame is a key frame and the file has an index: a player can seek to any of them at once. */
export async function createFilm({
  path,
  width,
  height,
  framesPerSecond,
  title,
}: FilmOptions): Promise<Film> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  output.setMetadataTags({ title });
  await output.start();
  const meta = { decoderConfig: { codec: 'vp8', codedWidth: width, codedHeight: height } };
  let frames = 0;
  return {
    async addFrame(webp) {
      const packet = new EncodedPacket(
        keyFrameOf(webp),
        'key',
        frames / framesPerSecond,
        1 / framesPerSecond,
      );
      await source.add(packet, frames === 0 ? meta : undefined);
      frames += 1;
    },
    finish: () => output.finalize(),
    cancel: () => output.cancel(),
  };
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** The VP8 frame inside a WebP file. */
function keyFrameOf(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= webp.length; ) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === 'VP8 ') return webp.subarray(start, start + size);
    // Chunks begin at even offsets.
    at = start + size + (size % 2);
  }
  throw new Error('This WebP holds no lossy picture');
}
