/**
 * The text of a page in the order in which it is read. Programs mostly draw it so; where a piece is drawn before what lies
 * above it, or before what lies left of it, it is moved, and all others stay.
 */
import { withColumns } from './page-columns';
import { around, type Box, type Line, linesOf, type Piece } from './page-lines';

/** More pieces of a page than this are a drawing. */
const MOST_BLOCKS = 400;

interface Block {
  readonly lines: readonly Line[];
  readonly box: Box | null;
}

export function textInOrder(pieces: readonly Piece[]): string {
  const drawn = () => pieces.map(({ str = '', hasEOL = false }) => (hasEOL ? `${str}\n` : str)).join('');
  const lines = linesOf(pieces);
  if (lines === null) return drawn();
  const blocks = blocksOf(withColumns(lines));
  if (blocks.length > MOST_BLOCKS) return drawn();
  return inOrder(blocks)
    .flatMap((block) => block.lines.map(({ text }) => text))
    .join('\n');
}

/** Lines that are drawn one below the other. */
function blocksOf(lines: readonly Line[]): readonly Block[] {
  const blocks: Line[][] = [];
  let last: Box | null = null;
  for (const line of lines) {
    const isNext = line.box === null || (last !== null && isBelow(last, line.box));
    if (isNext && blocks.length > 0) blocks.at(-1)?.push(line);
    else blocks.push([line]);
    last = line.box ?? last;
  }
  return blocks.map((own) => ({ lines: own, box: around(own.flatMap(({ box }) => box ?? [])) }));
}

/** Of the height of a line. */
const MOST_LEADING = 1.5;

function isBelow(upper: Box, lower: Box): boolean {
  const tall = Math.max(upper.top - upper.bottom, lower.top - lower.bottom);
  const gap = upper.bottom - lower.top;
  return upper.bottom > lower.bottom && gap < tall * MOST_LEADING && overlap(upper, lower) > 0;
}

const overlap = (one: Box, other: Box): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);

/** Each is placed behind the one that was drawn before it, unless another place breaks the order less. */
function inOrder(blocks: readonly Block[]): readonly Block[] {
  const placed: Block[] = [];
  let before = -1;
  for (const block of blocks) {
    const at = placeOf(block, placed, before + 1);
    placed.splice(at, 0, block);
    before = at;
  }
  return placed;
}

function placeOf(block: Block, placed: readonly Block[], usual: number): number {
  const { box } = block;
  if (box === null) return usual;
  // In front of all others it breaks as many orders as have to come before it.
  let broken = placed.filter((other) => other.box !== null && isBefore(other.box, box)).length;
  const counts = [broken];
  for (const { box: other } of placed) {
    if (other !== null && isBefore(other, box)) broken -= 1;
    else if (other !== null && isBefore(box, other)) broken += 1;
    counts.push(broken);
  }
  const least = Math.min(...counts);
  return counts[usual] === least ? usual : counts.lastIndexOf(least);
}

const SHARE = 0.2;

function isBefore(one: Box, other: Box): boolean {
  const wide = Math.min(one.right - one.left, other.right - other.left);
  if (overlap(one, other) > wide * SHARE) return isAbove(one, other);
  const tall = Math.min(one.top - one.bottom, other.top - other.bottom);
  const beside = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
  return one.right <= other.left && beside > tall * 0.6;
}

/** Apart from what touches it, such as a sign that is set higher. */
function isAbove(one: Box, other: Box): boolean {
  const touch = Math.min(one.top - one.bottom, other.top - other.bottom) * 0.3;
  return one.bottom > other.top - touch && one.top + one.bottom > other.top + other.bottom;
}
