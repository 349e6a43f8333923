/** How a person orders results: ratings, tags, notes. */
export const orderLimits = { rating: 5, tags: 30, tagCharacters: 60, noteCharacters: 10_000 } as const;

/** A tag, and how many results have it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** What a library can be narrowed down to by where results come from. */
export const mediaOrigins = ['made', 'used', 'generated', 'edited', 'imported'] as const;
export type MediaOriginKind = (typeof mediaOrigins)[number];

/** A setting that results were made with. */
export interface SettingCount {
  readonly name: string;
  readonly value: string;
  readonly count: number;
}

/** What a person gave a result; each absent where nothing was given. */
export interface MediaOrder {
  /** 1 to 5. */
  readonly rating?: number;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** Names of the main color of an image. */
export const colorNames = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'gray',
  'white',
] as const;
export type ColorName = (typeof colorNames)[number];

/** How long a likeness is, and how long one without colors. */
export const likenessDigits = { bits: 16, all: 16 + 9 * 6 } as const;

/** What an image looks like, as far as it is compared. */
export interface Look {
  /**
   * In hexadecimal: 64 bits, near in Hamming distance where two images look alike, then nine colors, from the left top
   * to the right bottom. What was noted before there were colors has the bits alone.
   */
  readonly likeness: string;
  readonly color: ColorName;
}

/** Results with the same content. */
export interface EqualFiles {
  /** Ids of results of one content, two at least; the one to keep first: with a star, the best rated, the oldest. */
  readonly groups: readonly (readonly string[])[];
  /** More files are compared with the next request. */
  readonly isPartial: boolean;
}
