/** Numbers that follow from one seed, so that a run can be repeated to the letter. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number of both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the keys, each as likely as its weight says. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  bytes(length: number): Uint8Array<ArrayBuffer>;
  uuid(): string;
}

/** @param seed any text: runs that differ in it have nothing in common */
export function createRandom(seed: string): Random {
  const draw = generator(seed);
  const next = () => draw() / 2 ** 32;
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const bytes = (length: number) => Uint8Array.from({ length }, () => draw() & 255);
  return {
    next,
    int,
    bytes,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new Error('Nothing to pick from');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names.at(-1) as (typeof names)[number];
    },
    uuid: () => toUuid(bytes(16)),
  };
}

function toUuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** sfc32 by Chris Doty-Humphrey (public domain), seeded by a 32-bit FNV-1a hash of the text. */
function generator(seed: string): () => number {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, 0x01000193);
  let c = hash(seed, 0x9e3779b9);
  let counter = 1;
  const draw = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) draw();
  return draw;
}

function hash(text: string, start: number): number {
  let value = start | 0;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
