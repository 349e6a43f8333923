/** The stage of a landscape: layers one behind the other, each shifted by how near it is as the camera moves. */
import { createNoise, type Noise, type Random } from '../../random';
import { type Context, prerender, type Size } from '../art/drawing';
import { chanceFor } from '../art/scene';
import type { Scene } from '../art/scene-words';

export interface Stage extends Size {
  readonly scene: Scene;
  /** A thousandth of the shorter side, in pixels: lines keep their look at every size. */
  readonly unit: number;
  /** Where the sky ends, from the top, in pixels. */
  readonly horizon: number;
  /** Middle of the sun or the moon. */
  readonly light: { readonly x: number; readonly y: number; readonly radius: number };
}

/** One moment of the film. A still picture is the moment at `pan` 0. */
export interface Moment {
  /** Since the beginning. */
  readonly seconds: number;
  /** Where the camera looks, from -0.5 (left) to 0.5 (right). */
  readonly pan: number;
}

export interface Layer {
  paint(context: Context, moment: Moment): void;
}

/** How far the nearest layer moves from one end of a pan to the other, as a share of the width. */
const TRAVEL = 0.16;

/** Sideways shift, in pixels, of what lies at `depth` (0 is infinitely far, 1 is nearest). */
export function shiftAt(stage: Stage, depth: number, { pan }: Moment): number {
  return -pan * depth * TRAVEL * stage.width;
}

/**
 * A layer drawn once, wider than the frame. `draw` works in the frame's own coordinates and must fill from
 * `wide.left` to `wide.right`; nothing may stand above `top` (pixels).
 */
export function panorama(
  stage: Stage,
  depth: number,
  top: number,
  draw: (context: Context, wide: Wide) => void,
): Layer {
  const margin = (TRAVEL * stage.width) / 2 + 2;
  const wide = { left: -margin, right: stage.width + margin };
  const canvas = prerender(stage.width + margin * 2, stage.height - top, (context) => {
    context.translate(margin, -top);
    draw(context, wide);
  });
  return {
    paint: (context, moment) => context.drawImage(canvas, shiftAt(stage, depth, moment) - margin, top),
  };
}

export interface Wide {
  readonly left: number;
  readonly right: number;
}

export interface Chances {
  readonly random: Random;
  readonly noise: Noise;
}

export function chances(stage: Stage, part: string): Chances {
  const random = chanceFor(stage.scene, part);
  return { random, noise: createNoise(random) };
}
