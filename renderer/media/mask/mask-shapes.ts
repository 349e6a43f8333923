/** What is drawn into a mask: strokes of a brush, rectangles and outlines. Each returns the area that it changed. */
import { type Area, areaOf, type Mask, type Point, tileSide, tilesIn, tileToWrite, within } from './mask';

export interface Brush {
  /** Its diameter, in pixels of the image. */
  readonly size: number;
  /** How much of its radius fades out, 0 to 1. */
  readonly softness: number;
  readonly isEraser: boolean;
}

/** Draws from one point to the next. What a stroke covers twice is marked once, so its speed makes no difference. */
export function stroke(mask: Mask, from: Point, to: Point, brush: Brush): Area | null {
  const radius = brush.size / 2;
  const area = within(mask, {
    left: Math.min(from.x, to.x) - radius,
    top: Math.min(from.y, to.y) - radius,
    right: Math.max(from.x, to.x) + radius + 1,
    bottom: Math.max(from.y, to.y) + radius + 1,
  });
  if (area === null) return null;
  const line = lineOf(from, to, brush);
  for (const index of tilesIn(mask, area)) {
    const place = areaOf(mask, index);
    if (distance(line, place.left + half, place.top + half) > radius + tileSide) continue;
    if (isCovered(line, place)) coverTile(mask, index, brush.isEraser);
    else paintTile(tileToWrite(mask, index), place, area, line);
  }
  return area;
}

const half = tileSide / 2;

/** The line of a stroke, with what each pixel needs of it. */
interface Line {
  readonly from: Point;
  readonly wide: number;
  readonly high: number;
  /** One divided by its squared length; 0 for a dot. */
  readonly perLength: number;
  /** Beyond it nothing is marked; a hard edge fades over one pixel, so that it is smooth. */
  readonly outer: number;
  /** Up to it all is marked. */
  readonly inner: number;
  readonly isEraser: boolean;
}

function lineOf(from: Point, to: Point, { size, softness, isEraser }: Brush): Line {
  const [wide, high] = [to.x - from.x, to.y - from.y];
  const length = wide * wide + high * high;
  const outer = size / 2 + 0.5;
  const inner = Math.max(0, outer - Math.max(1, (size / 2) * softness));
  return { from, wide, high, perLength: length === 0 ? 0 : 1 / length, outer, inner, isEraser };
}

function distance({ from, wide, high, perLength }: Line, x: number, y: number): number {
  const [dx, dy] = [x - from.x, y - from.y];
  const share = Math.min(1, Math.max(0, (dx * wide + dy * high) * perLength));
  return Math.hypot(dx - share * wide, dy - share * high);
}

/** What is near a line has no hollows, so a tile is inside where its corners are. */
const isCovered = (line: Line, { left, top }: Area): boolean =>
  [left, left + tileSide].every((x) =>
    [top, top + tileSide].every((y) => distance(line, x, y) <= line.inner),
  );

function coverTile(mask: Mask, index: number, isEraser: boolean): void {
  const value = isEraser ? 0 : 255;
  const known = mask.tiles.get(index);
  const isSo = known === undefined ? mask.base === value : known.every((one) => one === value);
  if (!isSo) tileToWrite(mask, index).fill(value);
}

/** Each pixel by its distance from the line: without calls, since a wide brush covers a million of them. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over pixels, which calls would slow down.
function paintTile(tile: Uint8Array, place: Area, area: Area, line: Line): void {
  const { from, wide, high, perLength, outer, inner, isEraser } = line;
  const [outerSquare, innerSquare, perFade] = [outer * outer, inner * inner, 255 / (outer - inner)];
  const [left, right] = [Math.max(area.left, place.left), Math.min(area.right, place.right)];
  const [top, bottom] = [Math.max(area.top, place.top), Math.min(area.bottom, place.bottom)];
  const end = isEraser ? 0 : 255;
  for (let y = top; y < bottom; y += 1) {
    const dy = y + 0.5 - from.y;
    const row = (y - place.top) * tileSide - place.left;
    for (let x = left; x < right; x += 1) {
      const before = tile[row + x] as number;
      if (before === end) continue;
      const dx = x + 0.5 - from.x;
      const along = (dx * wide + dy * high) * perLength;
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      const [offX, offY] = [dx - share * wide, dy - share * high];
      const square = offX * offX + offY * offY;
      if (square >= outerSquare) continue;
      const cover = square <= innerSquare ? 255 : ((outer - Math.sqrt(square)) * perFade + 0.5) | 0;
      if (isEraser ? before > 255 - cover : before < cover) tile[row + x] = isEraser ? 255 - cover : cover;
    }
  }
}

/** Marks or unmarks a rectangle between two corners; both are inside. */
export function rectangle(mask: Mask, one: Point, other: Point, isEraser: boolean): Area | null {
  const area = within(mask, {
    left: Math.round(Math.min(one.x, other.x)),
    top: Math.round(Math.min(one.y, other.y)),
    right: Math.round(Math.max(one.x, other.x)),
    bottom: Math.round(Math.max(one.y, other.y)),
  });
  if (area === null) return null;
  fillRows(mask, area, isEraser, () => [[area.left, area.right]]);
  return area;
}

/** Marks or unmarks what is inside an outline, which closes itself. */
export function outline(mask: Mask, corners: readonly Point[], isEraser: boolean): Area | null {
  if (corners.length < 3) return null;
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const area = within(mask, {
    left: least(xs),
    top: least(ys),
    right: -least(xs.map((x) => -x)),
    bottom: -least(ys.map((y) => -y)),
  });
  if (area === null) return null;
  fillRows(mask, area, isEraser, (y) => crossings(corners, y + 0.5, area));
  return area;
}

/** `Math.min` of a list that may be too long for its arguments. */
const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);

type Spans = readonly (readonly [number, number])[];

/** Where a row is inside an outline: between each crossing and the next. */
function crossings(corners: readonly Point[], y: number, area: Area): Spans {
  const cut: number[] = [];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from;
    if (from.y <= y !== to.y <= y) cut.push(from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y));
  }
  cut.sort((one, other) => one - other);
  const spans: [number, number][] = [];
  for (let at = 0; at + 1 < cut.length; at += 2) {
    const left = Math.max(area.left, Math.round(cut[at] ?? 0));
    const right = Math.min(area.right, Math.round(cut[at + 1] ?? 0));
    if (left < right) spans.push([left, right]);
  }
  return spans;
}

function fillRows(mask: Mask, area: Area, isEraser: boolean, spansOf: (y: number) => Spans): void {
  const value = isEraser ? 0 : 255;
  const rows = new Map<number, Spans>();
  for (let y = area.top; y < area.bottom; y += 1) rows.set(y, spansOf(y));
  for (const index of tilesIn(mask, area)) {
    const place = areaOf(mask, index);
    const tile = tileToWrite(mask, index);
    for (let y = Math.max(area.top, place.top); y < Math.min(area.bottom, place.bottom); y += 1)
      for (const [left, right] of rows.get(y) ?? []) {
        const [start, end] = [Math.max(left, place.left), Math.min(right, place.right)];
        const row = (y - place.top) * tileSide - place.left;
        if (start < end) tile.fill(value, row + start, row + end);
      }
  }
}
