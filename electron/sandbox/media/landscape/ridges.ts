/** Mountains, hills and dunes: one curve each, paler the farther away. */
import { layered, ridged } from '../../random';
import { alpha, mix, shade } from '../art/color';
import { polygon, verticalGradient } from '../art/drawing';
import { chances, type Layer, panorama, type Stage } from './stage';

export interface RidgeShape {
  readonly part: string;
  /** 0 is the farthest, 1 the nearest. */
  readonly depth: number;
  /** Height of its foot, as a share of the frame from the top. */
  readonly base: number;
  /** Height of its tops above the foot, as a share of the frame. */
  readonly rise: number;
  /** Tops across the frame. */
  readonly frequency: number;
  /** 1 is a smooth hill, 5 is rock. */
  readonly roughness: number;
  /** Snow on what is high. */
  readonly isSnowy?: boolean;
  /** Replaces the palette's color of this depth. */
  readonly color?: string;
}

/** From this roughness on a ridge has crests. */
const ROCK = 5;

export type Curve = (x: number) => number;

/** The upper edge of a ridge: pixels from the top for pixels from the left. */
export function ridgeCurve(stage: Stage, shape: RidgeShape): Curve {
  const { noise, random } = chances(stage, shape.part);
  const start = random.next() * 100;
  return (x) => {
    const place = start + (x / stage.width) * shape.frequency;
    const height =
      shape.roughness >= ROCK
        ? ridged(noise, place * 0.9, 0, shape.roughness) * 1.25 - 0.1
        : 0.5 + 0.5 * layered(noise, place, 0, shape.roughness);
    return (shape.base - shape.rise * height) * stage.height;
  };
}

/** Color of the ground at a depth: haze takes over with distance. */
export function groundColor(stage: Stage, depth: number): string {
  const { land, sky } = stage.scene.palette;
  const own = depth < 0.5 ? mix(land[0], land[1], depth * 2) : mix(land[1], land[2], depth * 2 - 1);
  return mix(own, sky[3], Math.max(0, 0.5 - depth) * 0.7);
}

export function ridge(stage: Stage, shape: RidgeShape): Layer {
  const curve = ridgeCurve(stage, shape);
  const color = shape.color ?? groundColor(stage, shape.depth);
  const haze = mix(color, stage.scene.palette.sky[3], 0.5 - shape.depth * 0.4);
  const top = (shape.base - shape.rise * 1.6) * stage.height;
  return panorama(stage, shape.depth, Math.max(0, top), (context, { left, right }) => {
    const edge = points(left, right, stage.unit * 3, curve);
    const ground = [[right, stage.height] as const, [left, stage.height] as const];
    polygon(context, [...edge, ...ground], color);
    context.save();
    context.clip();
    lightSlopes(stage, shape, context, edge);
    if (shape.isSnowy) snowCap(stage, shape, context, edge);
    context.fillStyle = verticalGradient(context, top, shape.base * stage.height * 1.06, [
      [0, alpha(haze, 0)],
      [0.5, alpha(haze, 0.12)],
      [1, alpha(haze, 0.85 - shape.depth * 0.75)],
    ]);
    context.fillRect(left, Math.max(0, top), right - left, stage.height);
    context.restore();
  });
}

function points(left: number, right: number, step: number, curve: Curve): (readonly [number, number])[] {
  const all: (readonly [number, number])[] = [];
  for (let x = left; x <= right + step; x += step) all.push([x, curve(x)]);
  return all;
}

type Edge = readonly (readonly [number, number])[];
type Context = Parameters<Layer['paint']>[0];

/** The side that faces the light is brighter: thin slanted slices along the edge. */
function lightSlopes(stage: Stage, shape: RidgeShape, context: Context, edge: Edge): void {
  const { palette } = stage.scene;
  const reach = shape.rise * stage.height * 1.1;
  const lit = alpha(mix(palette.glow, palette.sky[3], 0.4), 0.1 + shape.depth * 0.08);
  for (const [index, [x, y]] of edge.entries()) {
    const [nextX, nextY] = edge[index + 1] ?? [x, y];
    const towards = Math.sign(stage.light.x - x);
    const facing = ((nextY - y) / Math.max(1, nextX - x)) * -towards;
    if (facing <= 0) continue;
    const slant = towards * -reach * 0.35;
    const dip = [nextX + slant, nextY + reach] as const;
    context.globalAlpha = Math.min(1, facing * 1.4);
    polygon(context, [[x, y], [nextX, nextY], dip, [x + slant, y + reach]], lit);
  }
  context.globalAlpha = 1;
}

function snowCap(stage: Stage, shape: RidgeShape, context: Context, edge: Edge): void {
  const { noise } = chances(stage, `${shape.part} snow`);
  const line = (shape.base - shape.rise * 0.42) * stage.height;
  const snow = mix(shade(stage.scene.palette.sky[3], 0.45), '#ffffff', 0.3);
  const lower = edge.map(([x, y]) => {
    const jag = layered(noise, x / (stage.unit * 26), 3, 3) * stage.unit * 26;
    return [x, Math.max(y, line + jag + (y - line) * 0.25)] as const;
  });
  polygon(context, [...edge, ...lower.reverse()], alpha(snow, 0.82));
}
