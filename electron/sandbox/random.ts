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
