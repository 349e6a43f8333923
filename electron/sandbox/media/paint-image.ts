/** Paints one image: by model, size and file format. */
import { createCanvas } from '@napi-rs/canvas';
import type { Context, Size } from './art/drawing';
import { readScene } from './art/scene';
import type { Scene } from './art/scene-words';
import type { ImageStyle } from './formats';
import { paintIsometric } from './isometric/isometric';
import { createLandscape } from './landscape/landscape';
import { paintPoster } from './poster/poster';
import type { ImageTask } from './tasks';

const QUALITY = 90;

const curtainStrength = { night: 1, dusk: 0.3, dawn: 0.25, day: 0.12 } as const;

type Painter = (context: Context, scene: Scene, size: Size) => void;

const painters: Readonly<Record<ImageStyle, Painter>> = {
  aurora(context, scene, size) {
    const options = { curtains: curtainStrength[scene.hour] };
    createLandscape(scene, size, options).paint(context, { seconds: 0.5, pan: 0 });
  },
  isometric: paintIsometric,
  poster: paintPoster,
};

/** The bytes of one file; the same for the same task. */
export function paintImage(task: ImageTask): Uint8Array {
  const canvas = createCanvas(task.width, task.height);
  const scene = readScene(task.prompt, task.seed);
  painters[task.style](canvas.getContext('2d'), scene, task);
  return task.format === 'png' ? canvas.encodeSync('png') : canvas.encodeSync(task.format, QUALITY);
}
