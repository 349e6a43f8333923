/**
 * A video as the frames that it is made of. No decoder of videos runs here, but a VP8 key frame is a lossy WebP without
 * its head, which is decoded as any picture: videos of key frames alone are read, as this gateway writes them.
 */
import { Image } from '@napi-rs/canvas';
import { BufferSource, EncodedPacketSink, Input, MATROSKA, WEBM } from 'mediabunny';
import { UNREADABLE_VIDEO } from './tasks';

interface GivenFrame {
  /** Seconds from the first one. */
  readonly at: number;
  readonly keyFrame: Uint8Array;
}

class UnreadableVideoError extends Error {
  override readonly name = UNREADABLE_VIDEO;
}

const NEXT_STEP =
  'this model reads WebM of VP8 key frames, as the videos of this gateway are, whole or trimmed; send one of those';

/** @throws an error named {@link UNREADABLE_VIDEO} that says what can be read */
export async function framesOfVideo(bytes: Uint8Array): Promise<readonly GivenFrame[]> {
  const frames: GivenFrame[] = [];
  for await (const { type, timestamp, data } of packetsOf(bytes)) {
    if (type !== 'key') throw new UnreadableVideoError(`has frames that need others; ${NEXT_STEP}`);
    frames.push({ at: timestamp - (frames[0]?.at ?? timestamp), keyFrame: data });
  }
  const [first] = frames;
  if (first === undefined) throw new UnreadableVideoError(`has no frames; ${NEXT_STEP}`);
  await pictureOf(first);
  return frames;
}

async function* packetsOf(bytes: Uint8Array) {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, MATROSKA] });
  const track = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null;
  if (track === null || (await track.getCodec()) !== 'vp8')
    throw new UnreadableVideoError(`has another format; ${NEXT_STEP}`);
  yield* new EncodedPacketSink(track).packets();
}

/** @throws an error named {@link UNREADABLE_VIDEO} */
export async function pictureOf({ keyFrame }: GivenFrame): Promise<Image> {
  const image = new Image();
  try {
    image.src = webpOf(keyFrame);
    await image.decode();
  } catch {
    throw new UnreadableVideoError(`has a damaged frame; ${NEXT_STEP}`);
  }
  return image;
}

function webpOf(keyFrame: Uint8Array): Buffer {
  const isOdd = keyFrame.length % 2;
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + keyFrame.length + isOdd, 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(keyFrame.length, 16);
  return Buffer.concat([head, keyFrame, Buffer.alloc(isOdd)]);
}
