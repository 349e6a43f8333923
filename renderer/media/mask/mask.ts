/**
 * The marked part of an image, in tiles: a tile holds how far each of its pixels is marked (0 to 255), and one that nothing
 * touched holds nothing. An edit replaces the tiles that it touches, so undo keeps the old ones and copies no whole image.
 */

export const tileSide = 128;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whole pixels: left and top are inside, right and bottom are not. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Tile = Uint8Array;
type Tiles = Map<number, Tile>;

/** What an edit changed; applied a second time it takes the edit back. */
type Step =
  | { readonly kind: 'tiles'; readonly tiles: Map<number, Tile | undefined> }
  | { readonly kind: 'whole'; readonly tiles: Tiles; readonly base: number }
  | { readonly kind: 'invert' };

export interface Mask {
  readonly width: number;
  readonly height: number;
  tiles: Tiles;
  /** What pixels without a tile are: 0 or 255. */
  base: number;
  /** Edits that can be taken back, the newest last. */
  readonly done: Step[];
  readonly undone: Step[];
  /** The tiles as they were before the edit that is drawn now; `null` between edits. */
  open: Map<number, Tile | undefined> | null;
  /** Tells one state from another. */
  version: number;
}

export const createMask = (width: number, height: number): Mask => ({
  width,
  height,
  tiles: new Map(),
  base: 0,
  done: [],
  undone: [],
  open: null,
  version: 0,
});

export const tilesAcross = ({ width }: Mask): number => Math.ceil(width / tileSide);

const wholeOf = ({ width, height }: Mask): Area => ({ left: 0, top: 0, right: width, bottom: height });

/** The part of an area that is inside the image; `null` where nothing is. */
export function within(mask: Mask, { left, top, right, bottom }: Area): Area | null {
  const cut = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(mask.width, Math.ceil(right)),
    bottom: Math.min(mask.height, Math.ceil(bottom)),
  };
  return cut.left < cut.right && cut.top < cut.bottom ? cut : null;
}

/** The tiles that an area touches. */
export function* tilesIn(mask: Mask, { left, top, right, bottom }: Area): Generator<number> {
  const across = tilesAcross(mask);
  for (let row = Math.floor(top / tileSide); row * tileSide < bottom; row += 1)
    for (let column = Math.floor(left / tileSide); column * tileSide < right; column += 1)
      yield row * across + column;
}

/** Where a tile is; those at the right and bottom edge are larger than what they cover. */
export function areaOf(mask: Mask, index: number): Area {
  const across = tilesAcross(mask);
  const left = (index % across) * tileSide;
  const top = Math.floor(index / across) * tileSide;
  return {
    left,
    top,
    right: Math.min(mask.width, left + tileSide),
    bottom: Math.min(mask.height, top + tileSide),
  };
}

/** Everything until `endEdit` is one step of undo. */
export function beginEdit(mask: Mask): void {
  mask.open ??= new Map();
}

/** @returns whether it changed anything */
export function endEdit(mask: Mask): boolean {
  const { open } = mask;
  mask.open = null;
  if (open === null || open.size === 0) return false;
  return record(mask, { kind: 'tiles', tiles: open });
}

function record(mask: Mask, step: Step): true {
  mask.done.push(step);
  mask.undone.length = 0;
  mask.version += 1;
  return true;
}

/** A tile that the edit may write to. */
export function tileToWrite(mask: Mask, index: number): Tile {
  const open = mask.open ?? new Map<number, Tile | undefined>();
  mask.open = open;
  const known = mask.tiles.get(index);
  if (open.has(index) && known !== undefined) return known;
  open.set(index, known);
  const tile = known === undefined ? new Uint8Array(tileSide * tileSide).fill(mask.base) : known.slice();
  mask.tiles.set(index, tile);
  return tile;
}

/** Swaps what is marked with what is not. */
export function invert(mask: Mask): Area {
  endEdit(mask);
  apply(mask, { kind: 'invert' });
  record(mask, { kind: 'invert' });
  return wholeOf(mask);
}

/** Marks nothing. */
export function clear(mask: Mask): Area {
  endEdit(mask);
  if (!isEmpty(mask)) record(mask, apply(mask, { kind: 'whole', tiles: new Map(), base: 0 }));
  return wholeOf(mask);
}

/** @returns what changed; `null` where there is nothing to take back */
export const undo = (mask: Mask): Area | null => move(mask, mask.done, mask.undone);
export const redo = (mask: Mask): Area | null => move(mask, mask.undone, mask.done);

function move(mask: Mask, from: Step[], to: Step[]): Area | null {
  endEdit(mask);
  const step = from.pop();
  if (step === undefined) return null;
  to.push(apply(mask, step));
  mask.version += 1;
  return step.kind === 'tiles' ? around(mask, [...step.tiles.keys()]) : wholeOf(mask);
}

/** Makes a step, and returns the one that takes it back. */
function apply(mask: Mask, step: Step): Step {
  if (step.kind === 'invert') {
    for (const [index, tile] of mask.tiles)
      mask.tiles.set(
        index,
        tile.map((value) => 255 - value),
      );
    mask.base = 255 - mask.base;
    return step;
  }
  if (step.kind === 'whole') {
    const before = { kind: 'whole', tiles: mask.tiles, base: mask.base } as const;
    mask.tiles = new Map(step.tiles);
    mask.base = step.base;
    return before;
  }
  const before = new Map<number, Tile | undefined>();
  for (const [index, tile] of step.tiles) {
    before.set(index, mask.tiles.get(index));
    if (tile === undefined) mask.tiles.delete(index);
    else mask.tiles.set(index, tile);
  }
  return { kind: 'tiles', tiles: before };
}

function around(mask: Mask, indexes: readonly number[]): Area {
  const areas = indexes.map((index) => areaOf(mask, index));
  return {
    left: Math.min(...areas.map(({ left }) => left)),
    top: Math.min(...areas.map(({ top }) => top)),
    right: Math.max(...areas.map(({ right }) => right)),
    bottom: Math.max(...areas.map(({ bottom }) => bottom)),
  };
}

const isEmpty = (mask: Mask): boolean => markedShare(mask) === 0;

/** A tile is never written to once its edit has ended, so what it holds is counted once. */
const counted = new WeakMap<Tile, number>();

/** How much of the image is marked, 0 to 1. */
export function markedShare(mask: Mask): number {
  let marked = 0;
  let covered = 0;
  for (const [index, tile] of mask.tiles) {
    const area = areaOf(mask, index);
    covered += (area.right - area.left) * (area.bottom - area.top);
    const known = mask.open === null ? counted.get(tile) : undefined;
    const sum = known ?? sumOf(tile, area);
    if (mask.open === null) counted.set(tile, sum);
    marked += sum;
  }
  const pixels = mask.width * mask.height;
  return (marked + mask.base * (pixels - covered)) / (255 * pixels);
}

function sumOf(tile: Tile, { left, top, right, bottom }: Area): number {
  let sum = 0;
  for (let y = 0; y < bottom - top; y += 1)
    for (let at = y * tileSide, end = at + right - left; at < end; at += 1) sum += tile[at] ?? 0;
  return sum;
}

/** How far one pixel is marked. */
export function markAt(mask: Mask, x: number, y: number): number {
  const index = Math.floor(y / tileSide) * tilesAcross(mask) + Math.floor(x / tileSide);
  return mask.tiles.get(index)?.[(y % tileSide) * tileSide + (x % tileSide)] ?? mask.base;
}
