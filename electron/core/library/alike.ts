/** Which results look alike, by the distance of their 64 bits. */

import type { Looked } from '../ports/media-store';

/** Of 64 bits: up to here two images show much the same, and up to the second they are copies of each other. */
const alike = 10;
const copies = 3;

interface Bits {
  readonly id: string;
  readonly color: string | null;
  readonly high: number;
  readonly low: number;
}

const bitsOf = ({ id, color, likeness }: Looked): Bits => ({
  id,
  color,
  high: Number.parseInt(likeness.slice(0, 8), 16) | 0,
  low: Number.parseInt(likeness.slice(8), 16) | 0,
});

const distance = (one: Bits, other: Bits): number =>
  bitCount(one.high ^ other.high) + bitCount(one.low ^ other.low);

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Those that look like one of them, that one too. */
export function alikeTo(all: readonly Looked[], id: string): readonly string[] {
  const bits = all.map(bitsOf);
  const wanted = bits.find((one) => one.id === id);
  return wanted === undefined
    ? [id]
    : bits.filter((one) => distance(one, wanted) <= alike).map((one) => one.id);
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
      if (one.color === other.color && distance(one, other) <= copies) pairs.push([one.id, other.id]);
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
