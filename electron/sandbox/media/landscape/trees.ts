/** Woods: rows of conifers along a curve, and two that frame the picture. */
import { mix } from '../art/color';
import { polygon } from '../art/drawing';
import type { Curve } from './ridges';
import { groundColor, ridgeCurve } from './ridges';
import type { Layer, Stage } from './stage';
import { chances, panorama } from './stage';

type Context = Parameters<Layer['paint']>[0];

export interface WoodShape {
  readonly part: string;
  readonly depth: number;
  readonly base: number;
  /** Of a tree, as a share of the frame's height. */
  readonly height: number;
  /** Trees across the frame. */
  readonly amount: number;
}

export function wood(stage: Stage, shape: WoodShape): Layer {
  const { random } = chances(stage, shape.part);
  const curve = ridgeCurve(stage, { ...shape, rise: 0.05, frequency: 2, roughness: 2 });
  const color = groundColor(stage, shape.depth);
  const top = Math.max(0, (shape.base - shape.height * 1.7 - 0.1) * stage.height);
  return panorama(stage, shape.depth, top, (context, { left, right }) => {
    groundUnder(context, stage, curve, left, right, color);
    const gap = (right - left) / shape.amount;
    for (let index = -1; index <= shape.amount; index += 1) {
      const x = left + (index + random.next()) * gap;
      const size = shape.height * stage.height * (0.55 + random.next() * 0.75);
      conifer(
        context,
        x,
        curve(x) + stage.unit * 6,
        size,
        mix(color, '#000000', random.next() * 0.16),
        random.next(),
      );
    }
  });
}

function groundUnder(
  context: Context,
  stage: Stage,
  curve: Curve,
  left: number,
  right: number,
  color: string,
) {
  const edge: [number, number][] = [];
  for (let x = left; x <= right + 8; x += 8) edge.push([x, curve(x)]);
  polygon(context, [...edge, [right + 8, stage.height], [left, stage.height]], color);
}

/** A spruce of `size` pixels standing on (x, base); `chance` makes each a little different. */
function conifer(
  context: Context,
  x: number,
  base: number,
  size: number,
  color: string,
  chance: number,
): void {
  const half = size * (0.17 + chance * 0.06);
  const tiers = 6 + Math.floor(chance * 3);
  const right: [number, number][] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const reach = half * ((tier + 1) / tiers) ** 0.85;
    const y = base - size + (size * 0.93 * (tier + 1)) / tiers;
    const wobble = 1 + 0.14 * Math.sin(tier * 2.4 + chance * 40);
    right.push([x + reach * wobble, y], [x + reach * 0.42, y - size * 0.012]);
  }
  const left = right.map(([across, y]): [number, number] => [2 * x - across, y]).reverse();
  polygon(context, [[x, base - size], ...right, ...left], color);
  context.fillRect(x - size * 0.012, base - size * 0.09, size * 0.024, size * 0.1);
}

/** Tall dark trees at both edges, which lead the eye to the middle. */
export function framingTrees(stage: Stage): Layer {
  const { random } = chances(stage, 'frame');
  const color = mix(stage.scene.palette.land[2], '#000000', 0.35);
  return panorama(stage, 1, 0, (context, { left, right }) => {
    for (const [side, sign] of [
      [left, 1],
      [right, -1],
    ] as const) {
      for (let count = 0; count < 4; count += 1) {
        const x = side + sign * stage.width * (0.03 + count * 0.055 + random.next() * 0.02);
        const size = stage.height * (0.86 - count * 0.16 + random.next() * 0.08);
        conifer(context, x, stage.height * 1.02, size, color, random.next());
      }
    }
  });
}
