/**
 * Chance from a seed: numbers, and the smooth curves and fields that hills, light and ground are made of.
 */

/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, at least 0, below `bound`. */
  below(bound: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The generator known as mulberry32: small, fast, and good enough to fill a page with text. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
  };
}

/** A seed of 32 bits for any whole number, so that neighbors and large numbers give different texts. */
export function mixSeed(seed: number, salt: number): number {
  const high = Math.floor(seed / 4_294_967_296);
  return Math.imul((seed | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
}

/** Smooth random curves and fields: the shapes of hills, light and ground. */
const SIZE = 256;

/** Between -1 and 1, smooth in both directions, the same for the same point. */
export type Noise = (x: number, y?: number) => number;

export function createNoise(random: Random): Noise {
  const values = Float64Array.from({ length: SIZE }, () => random.next() * 2 - 1);
  const order = Uint8Array.from({ length: SIZE }, () => random.below(SIZE));
  const corner = (x: number, y: number): number =>
    values[((order[x & (SIZE - 1)] ?? 0) + Math.imul(y, 57)) & (SIZE - 1)] ?? 0;
  return (x, y = 0) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [ease(x - left), ease(y - top)];
    const above = blend(corner(left, top), corner(left + 1, top), across);
    const below = blend(corner(left, top + 1), corner(left + 1, top + 1), across);
    return blend(above, below, down);
  };
}

/** Several layers of noise, each twice as fine and half as strong: rocks and clouds instead of waves. */
export function layered(noise: Noise, x: number, y: number, layers: number): number {
  let sum = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    sum += noise(x * 2 ** layer, y * 2 ** layer + layer * 17) / 2 ** layer;
  }
  return sum;
}

/** Like {@link layered}, folded at zero: sharp crests and wide slopes, as mountains have. About 0 to 1. */
export function ridged(noise: Noise, x: number, y: number, layers: number): number {
  let sum = 0;
  let total = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    const strength = 0.48 ** layer;
    sum += (1 - Math.abs(noise(x * 2 ** layer, y + layer * 17))) ** 2 * strength;
    total += strength;
  }
  return sum / total;
}

const ease = (share: number): number => share * share * (3 - 2 * share);
const blend = (one: number, other: number, share: number): number => one + (other - one) * share;
