/** The model "kinograph": the scene of the prompt as a video, with a moving camera. */
import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas';
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { type Context, drawCovering, type Size, verticalGradient } from './art/drawing';
import { setFont } from './art/fonts';
import { chanceFor, readScene } from './art/scene';
import { createLandscape, type Landscape } from './landscape/landscape';
import { fitLines, printable } from './poster/typeset';
import { createRelighter } from './relight-video';
import type { VideoTask } from './tasks';

const QUALITY = 82;
const REPORT_EVERY_FRAMES = 6;

export interface Rendering {
  /** Called at intervals with the progress, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Renders frame by frame; between two frames other work of this thread gets its turn. */
export async function renderFilm(task: VideoTask, { onProgress, signal }: Rendering): Promise<void> {
  const frames = frameCount(task);
  const film = await createFilm({ ...task, title: task.prompt });
  const paintFrame = await createPainter(task, frames);
  const canvas = createCanvas(task.width, task.height);
  // Without transparency, so that the WebP holds nothing but the frame.
  const context = canvas.getContext('2d', { alpha: false });
  try {
    for (let frame = 0; frame < frames; frame += 1) {
      signal.throwIfAborted();
      await paintFrame(context, frame);
      await film.addFrame(canvas.encodeSync('webp', QUALITY));
      if (frame % REPORT_EVERY_FRAMES === 0) onProgress(frame / frames);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await film.finish();
  } catch (error) {
    await film.cancel();
    throw error;
  }
}

/** At least one frame, however short. */
function frameCount({ duration, framesPerSecond }: VideoTask): number {
  return Math.max(1, Math.round(duration * framesPerSecond));
}

type Painter = (context: Context, frame: number) => void | Promise<void>;

async function createPainter(task: VideoTask, frames: number): Promise<Painter> {
  const { firstFrame, lastFrame, video } = task;
  if (video !== undefined) return await createRelighter(task, video);
  const scene = createScenePainter(task, frames);
  if (firstFrame === undefined && lastFrame === undefined) return scene;
  const shareOf = (frame: number) => (frames === 1 ? 0 : frame / (frames - 1));
  const direction = task.seed % 2 === 0 ? 1 : -1;
  const begin: FramePainter =
    firstFrame === undefined
      ? (context, share) => scene(context, Math.round(share * (frames - 1)))
      : moving(await pictureAt(firstFrame, task), direction, 'start');
  if (lastFrame === undefined) return (context, frame) => begin(context, shareOf(frame));
  const film = crossing(begin, moving(await pictureAt(lastFrame, task), direction, 'end'));
  return (context, frame) => film(context, shareOf(frame));
}

function createScenePainter(task: VideoTask, frames: number) {
  const scene = readScene(task.prompt, task.seed);
  const landscape: Landscape = createLandscape(scene, task, { curtains: scene.hour === 'night' ? 0.8 : 0 });
  const direction = chanceFor(scene, 'camera').next() < 0.5 ? 1 : -1;
  const title = createTitle(task);
  return (context: Context, frame: number): void => {
    const share = frames === 1 ? 0.5 : frame / (frames - 1);
    const seconds = frame / task.framesPerSecond;
    landscape.paint(context, { seconds, pan: direction * (glide(share) - 0.5) });
    title(context, seconds);
  };
}

/** Starts and stops softly. */
const glide = (share: number): number => share * share * (3 - 2 * share) * 0.6 + share * 0.4;

/** The prompt, small, at the beginning; gone after two and a half seconds or half of a short film. */
function createTitle({
  prompt,
  duration,
  width,
  height,
}: VideoTask): (context: Context, seconds: number) => void {
  const text = printable(prompt);
  const end = Math.min(2.5, duration / 2);
  const canvas = createCanvas(width, Math.ceil(height * 0.34));
  const context = canvas.getContext('2d');
  context.fillStyle = verticalGradient(context, 0, canvas.height, [
    [0, '#00000000'],
    [1, '#00000088'],
  ]);
  context.fillRect(0, 0, width, canvas.height);
  const space = { width: width * 0.8, height: height * 0.13 };
  const { lines, size, lineHeight } = fitLines(context, text, space, 600, height * 0.058);
  setFont(context, size, 600);
  context.fillStyle = '#ffffff';
  const top = canvas.height - height * 0.06 - (lines.length - 1) * lineHeight;
  for (const [index, line] of lines.entries()) context.fillText(line, width * 0.05, top + index * lineHeight);
  return (target, seconds) => {
    const fade = Math.min(1, seconds / 0.4) * Math.min(1, Math.max(0, (end - seconds) / 0.5));
    if (fade <= 0) return;
    target.globalAlpha = fade;
    target.drawImage(canvas, 0, height - canvas.height);
    target.globalAlpha = 1;
  };
}

// Writes WebM files from still images: a lossy WebP holds exactly one VP8 key frame.

interface FilmOptions extends Size {
  /** File to write; it is complete only after `finish`. */
  readonly path: string;
  readonly framesPerSecond: number;
  readonly title: string;
}

interface Film {
  /** Adds the next frame, as a lossy WebP without transparency. */
  addFrame(webp: Uint8Array): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Discards the file; what was written is of no use. */
  cancel(): Promise<void>;
}

/** Every frame is a key frame and the file has an index: a player can seek to any of them at once. */
async function createFilm({ path, width, height, framesPerSecond, title }: FilmOptions): Promise<Film> {
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

// A film between given pictures: the first frame is the one picture, the last frame the other.

/** How far a picture is enlarged on the way. */
const ZOOM = 0.14;
/** Of its width, how far the view glides. */
const PAN = 0.05;

/** @param share of the film, 0 to 1 */
type FramePainter = (context: Context, share: number) => void;

/** A picture as large as the frame. */
async function pictureAt(path: string, size: Size): Promise<Canvas> {
  const image = new Image();
  image.src = await readFile(path);
  await image.decode();
  const canvas = createCanvas(size.width, size.height);
  drawCovering(canvas.getContext('2d'), image, size);
  return canvas;
}

/** Moves away from the picture that it begins with, or comes to rest on the one that it ends with. */
const moving =
  (picture: Canvas, direction: 1 | -1, towards: 'start' | 'end'): FramePainter =>
  (context, share) => {
    const distance = towards === 'start' ? share : 1 - share;
    const zoom = 1 + ZOOM * distance;
    const [wide, high] = [picture.width * zoom, picture.height * zoom];
    const shift = direction * PAN * distance * picture.width;
    context.drawImage(picture, (picture.width - wide) / 2 + shift, (picture.height - high) / 2, wide, high);
  };

/** From one to the other: the second covers the first in the middle of the film. */
const crossing =
  (from: FramePainter, to: FramePainter): FramePainter =>
  (context, share) => {
    const covered = Math.min(1, Math.max(0, (share - 0.3) / 0.4));
    if (covered < 1) from(context, share);
    if (covered <= 0) return;
    context.globalAlpha = covered * covered * (3 - 2 * covered);
    to(context, share);
    context.globalAlpha = 1;
  };
