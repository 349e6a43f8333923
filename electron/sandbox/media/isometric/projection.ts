/** From a world of cubes to the flat picture: the classic two-to-one view from above. */
import { alpha, shade } from '../art/color';
import type { Context } from '../art/drawing';
import { polygon } from '../art/drawing';

/** Where the world stands in the picture. */
export interface Projection {
  /** Half the width of one tile, in pixels; also the height of a cube. */
  readonly half: number;
  readonly originX: number;
  readonly originY: number;
}

export interface Box {
  /** Corner of the ground nearest to the back, in tiles. */
  readonly x: number;
  readonly y: number;
  /** Height of its floor, in cubes. */
  readonly z: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
}

export type Point = readonly [number, number];

export function project({ half, originX, originY }: Projection, x: number, y: number, z: number): Point {
  return [originX + (x - y) * half, originY + (x + y) * half * 0.5 - z * half * 0.82];
}

/** Three visible sides: the top in full light, the left in half, the right in shade. */
export function drawBox(context: Context, view: Projection, box: Box, color: string): void {
  const { x, y, z, width, depth, height } = box;
  const top = z + height;
  const at = (dx: number, dy: number, level: number): Point => project(view, x + dx, y + dy, level);
  polygon(
    context,
    [at(0, depth, top), at(width, depth, top), at(width, depth, z), at(0, depth, z)],
    shade(color, -0.1),
  );
  polygon(
    context,
    [at(width, 0, top), at(width, depth, top), at(width, depth, z), at(width, 0, z)],
    shade(color, -0.27),
  );
  polygon(
    context,
    [at(0, 0, top), at(width, 0, top), at(width, depth, top), at(0, depth, top)],
    shade(color, 0.07),
  );
  context.strokeStyle = alpha(shade(color, 0.4), 0.35);
  context.lineWidth = Math.max(0.6, view.half * 0.018);
  context.beginPath();
  for (const [px, py] of [at(0, depth, top), at(width, depth, top), at(width, 0, top)])
    context.lineTo(px, py);
  context.stroke();
}

/** A square of the left (`'left'`) or right side of a box, in shares of that side. */
export function drawPane(
  context: Context,
  view: Projection,
  box: Box,
  side: 'left' | 'right',
  [from, bottom, to, top]: readonly [number, number, number, number],
  color: string,
): void {
  const corner = (along: number, up: number): Point => {
    const level = box.z + box.height * up;
    return side === 'left'
      ? project(view, box.x + box.width * along, box.y + box.depth, level)
      : project(view, box.x + box.width, box.y + box.depth * (1 - along), level);
  };
  polygon(context, [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)], color);
}

/** A pyramid on a square of the ground: roofs, tree tops, rocks. */
export function drawPyramid(context: Context, view: Projection, box: Box, color: string): void {
  const { x, y, z, width, depth, height } = box;
  const tip = project(view, x + width / 2, y + depth / 2, z + height);
  const front = project(view, x + width, y + depth, z);
  polygon(context, [tip, project(view, x, y + depth, z), front], shade(color, 0.02));
  polygon(context, [tip, front, project(view, x + width, y, z)], shade(color, -0.22));
}

/** A soft shadow on the ground, towards the right. */
export function drawShadow(
  context: Context,
  view: Projection,
  x: number,
  y: number,
  z: number,
  size: number,
): void {
  const [px, py] = project(view, x, y, z);
  context.fillStyle = alpha('#10142a', 0.22);
  context.beginPath();
  context.ellipse(
    px + view.half * size * 0.25,
    py,
    view.half * size,
    view.half * size * 0.5,
    0,
    0,
    Math.PI * 2,
  );
  context.fill();
}
