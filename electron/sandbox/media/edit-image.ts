/** Makes one picture from others. The same pictures, prompt and seed make the same bytes. */
import { type Canvas, createCanvas, Image, type ImageData } from '@napi-rs/canvas';
import type { Context, Size } from './art/drawing';
import { readScene } from './art/scene';
import { createLandscape } from './landscape/landscape';
import { lit, type Pixels } from './light';
import type { EditTask } from './tasks';

const QUALITY = 90;
/** Of the width and height, on each side. */
const MARGIN = 0.25;

type Editor = (task: EditTask, pictures: readonly Image[], mask: Image | null) => Canvas;

const editors: Readonly<Record<EditTask['edit'], Editor>> = {
  retouch,
  relight({ prompt, seed, strength }, pictures) {
    const canvas = copyOf(first(pictures));
    const pixels = pixelsOf(canvas);
    lit(pixels.data, readScene(prompt, seed).hour, strength ?? 1);
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    return canvas;
  },
  extend,
  upscale(_task, pictures) {
    const { width, height } = first(pictures);
    const canvas = createCanvas(width * 2, height * 2);
    const context = canvas.getContext('2d');
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(first(pictures), 0, 0, canvas.width, canvas.height);
    return canvas;
  },
  cutout(_task, pictures) {
    const canvas = copyOf(first(pictures));
    const pixels = pixelsOf(canvas);
    clearBackground(pixels.data, canvas);
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    return canvas;
  },
  collage,
};

/** The bytes of one file. Its pictures were decoded before, so their bytes are known to be whole. */
export async function editImage(task: EditTask): Promise<Uint8Array> {
  const pictures = await Promise.all(task.pictures.map(decode));
  const mask = task.mask === null ? null : await decode(task.mask);
  const canvas = editors[task.edit](task, pictures, mask);
  return task.format === 'png' ? canvas.encodeSync('png') : canvas.encodeSync(task.format, QUALITY);
}

async function decode(bytes: Uint8Array): Promise<Image> {
  const image = new Image();
  image.src = Buffer.from(bytes);
  await image.decode();
  return image;
}

/** Where the mask is transparent, the scene of the prompt; without one, where the picture itself is, or lightly over all. */
function retouch(
  { prompt, seed, strength }: EditTask,
  pictures: readonly Image[],
  mask: Image | null,
): Canvas {
  const picture = first(pictures);
  const canvas = copyOf(picture);
  const pixels = pixelsOf(canvas);
  const scene = pixelsOf(sceneOf(prompt, seed, canvas)).data;
  const shape = mask === null ? null : pixelsOf(copyOf(mask)).data;
  const keptOfAll = strength === null ? 128 : 0;
  const isCutOut = shape === null && pixels.data.some((value, at) => at % 4 === 3 && value < 255);
  for (let at = 0; at < scene.length; at += 4) {
    const alpha = pixels.data[at + 3] ?? 255;
    const kept = shape?.[at + 3] ?? (isCutOut ? alpha : keptOfAll);
    const share = (1 - kept / 255) * (strength ?? 1);
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = pixels.data[at + channel] ?? 0;
      pixels.data[at + channel] = before + ((scene[at + channel] ?? 0) - before) * share;
    }
    pixels.data[at + 3] = Math.max(alpha, Math.round(255 * share));
  }
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  return canvas;
}

/** The picture stands in the middle of itself, enlarged and dimmed. */
function extend(_task: EditTask, pictures: readonly Image[]): Canvas {
  const picture = first(pictures);
  const side = { x: Math.round(picture.width * MARGIN), y: Math.round(picture.height * MARGIN) };
  const canvas = createCanvas(picture.width + 2 * side.x, picture.height + 2 * side.y);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.fillStyle = '#00000030';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // What was transparent stays so.
  context.clearRect(side.x, side.y, picture.width, picture.height);
  context.drawImage(picture, side.x, side.y);
  return canvas;
}

/** Each picture in a column of its own, in front of the scene. */
function collage(task: EditTask, pictures: readonly Image[]): Canvas {
  const { prompt, seed, width, height } = task;
  const canvas = sceneOf(prompt, seed, { width, height });
  const context = canvas.getContext('2d');
  const column = width / pictures.length;
  for (const [index, picture] of pictures.entries()) {
    const scale = Math.min((column * 0.86) / picture.width, (height * 0.7) / picture.height);
    const size = { width: picture.width * scale, height: picture.height * scale };
    const left = column * index + (column - size.width) / 2;
    context.drawImage(picture, left, (height - size.height) / 2, size.width, size.height);
  }
  return canvas;
}

function sceneOf(prompt: string, seed: number, { width, height }: Size): Canvas {
  const canvas = createCanvas(width, height);
  const context: Context = canvas.getContext('2d');
  createLandscape(readScene(prompt, seed), { width, height }, { curtains: 0.2 }).paint(context, {
    seconds: 0.5,
    pan: 0,
  });
  return canvas;
}

function copyOf(picture: Image): Canvas {
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas;
}

const pixelsOf = (canvas: Canvas): ImageData =>
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);

function first([picture]: readonly Image[]): Image {
  if (picture === undefined) throw new Error('There is no picture to edit');
  return picture;
}

/** How far a color may be from its neighbor's in the background, summed over red, green and blue. */
const NEAR = 36;

/** Makes transparent what is reached from the border over neighbors of nearly one color. */
function clearBackground(pixels: Pixels, { width, height }: Size): void {
  const isBackground = new Uint8Array(width * height);
  const waiting: number[] = [];
  const reach = (place: number) => {
    if (isBackground[place] === 1) return;
    isBackground[place] = 1;
    waiting.push(place);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) reach(y * width + x);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) reach(y * width + x);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
    for (const next of neighbors(place, width, height)) if (isNear(pixels, place, next)) reach(next);
  for (const [place, mark] of isBackground.entries()) if (mark === 1) pixels[place * 4 + 3] = 0;
}

function neighbors(place: number, width: number, height: number): readonly number[] {
  const x = place % width;
  return [
    ...(x > 0 ? [place - 1] : []),
    ...(x < width - 1 ? [place + 1] : []),
    ...(place >= width ? [place - width] : []),
    ...(place < width * (height - 1) ? [place + width] : []),
  ];
}

function isNear(pixels: Pixels, one: number, other: number): boolean {
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1)
    sum += Math.abs((pixels[one * 4 + channel] ?? 0) - (pixels[other * 4 + channel] ?? 0));
  return sum <= NEAR;
}
