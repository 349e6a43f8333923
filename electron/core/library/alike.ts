/** Which results look alike: by the distance of their 64 bits, and by their colors where the bits say little. */
import { likenessDigits } from '../../../shared/media/order';
import type { Looked } from '../ports/media-store';

/** Of 64 bits: up to here two images show much the same, and up to the second they are copies of each other. */
const alike = 10;
const copies = 3;
/**
 * Of a plain color, and of what only gets darker to the right, hardly a bit is set: all such images have nearly the same
 * bits.
 */
const leastTelling = 12;
/** A copy of another size may be rounded to whole pixels. */
const ratioStep = 1.05;
/** How far colors are from each other, 0 to 255: the mean of their channels, and for copies also the largest. */
const near = 28;
const same = { mean: 6, most: 18 } as const;

interface Bits {
  readonly id: string;
  readonly color: string | null;
  readonly high: number;
  readonly low: number;
  /** Nine colors in hexadecimal; empty where none were noted. */
  readonly colors: string;
  readonly ratio: number | null;
}

const bitsOf = ({ id, color, likeness, ratio = null }: Looked): Bits => ({
  id,
  color,
  ratio,
  high: Number.parseInt(likeness.slice(0, 8), 16) | 0,
  low: Number.parseInt(likeness.slice(8, likenessDigits.bits), 16) | 0,
  colors: likeness.slice(likenessDigits.bits),
});

const distance = (one: Bits, other: Bits): number =>
  bitCount(one.high ^ other.high) + bitCount(one.low ^ other.low);

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function isTelling({ high, low }: Bits): boolean {
  const set = bitCount(high) + bitCount(low);
  return set >= leastTelling && set <= 64 - leastTelling;
}

function colorDistance(one: Bits, other: Bits): { readonly mean: number; readonly most: number } {
  const channels = one.colors.length / 2;
  let [sum, most] = [0, 0];
  for (let at = 0; at < one.colors.length; at += 2) {
    const [of, against] = [one, other].map(({ colors }) => Number.parseInt(colors.slice(at, at + 2), 16));
    const step = Math.abs((of ?? 0) - (against ?? 0));
    sum += step;
    most = Math.max(most, step);
  }
  return { mean: sum / channels, most };
}

const haveColors = (one: Bits, other: Bits): boolean => one.colors !== '' && other.colors !== '';

function areAlike(one: Bits, other: Bits): boolean {
  if (distance(one, other) > alike) return false;
  if (!haveColors(one, other) || (isTelling(one) && isTelling(other))) return true;
  return colorDistance(one, other).mean <= near;
}

const haveOneShape = ({ ratio: one }: Bits, { ratio: other }: Bits): boolean =>
  one === null || other === null || Math.max(one / other, other / one) <= ratioStep;

function areCopies(one: Bits, other: Bits): boolean {
  if (distance(one, other) > copies || !haveOneShape(one, other)) return false;
  if (!haveColors(one, other)) return one.color === other.color;
  const { mean, most } = colorDistance(one, other);
  return mean <= same.mean && most <= same.most;
}

/** Those that look like one of them, that one too. */
export function alikeTo(all: readonly Looked[], id: string): readonly string[] {
  const bits = all.map(bitsOf);
  const wanted = bits.find((one) => one.id === id);
  return wanted === undefined ? [id] : bits.filter((one) => areAlike(one, wanted)).map((one) => one.id);
}

/**
 * Those that have a copy among the others, in groups. Two that differ in three bits have one of four quarters in common,
 * so only those with a common quarter are compared.
 */
export function copiesAmong(all: readonly Looked[]): readonly (readonly string[])[] {
  const bits = all.map(bitsOf);
  const pairs: (readonly [string, string])[] = [];
  for (const quarter of [0, 1, 2, 3]) {
    const part = (one: Bits) =>
      ((quarter < 2 ? one.high : one.low) >>> (quarter % 2 === 0 ? 0 : 16)) & 0xffff;
    for (const group of grouped(bits, part).values()) noteCopies(group, pairs);
  }
  return joined(pairs);
}

/** Of very many in one group, such as plain colors, only neighbors are compared. */
const mostCompared = 400;

function noteCopies(group: readonly Bits[], pairs: (readonly [string, string])[]): void {
  for (const [index, one] of group.entries())
    for (const other of group.slice(index + 1, index + 1 + mostCompared))
      if (areCopies(one, other)) pairs.push([one.id, other.id]);
}

/** Sets that have something in common are one. */
export function joined(sets: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const groups = new Map<string, Set<string>>();
  for (const set of sets) {
    const [largest = new Set<string>(), ...others] = [
      ...new Set(set.flatMap((id) => groups.get(id) ?? [])),
    ].sort((one, other) => other.size - one.size);
    for (const id of [...set, ...others.flatMap((one) => [...one])]) {
      largest.add(id);
      groups.set(id, largest);
    }
  }
  return [...new Set(groups.values())].map((group) => [...group]);
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
