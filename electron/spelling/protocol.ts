/** What the spelling thread is asked, and what it answers. */
export interface SpellingSetup {
  readonly affixes: string;
  readonly words: string;
}

export type SpellingRequest =
  | { readonly id: number; readonly kind: 'check'; readonly words: readonly string[] }
  | { readonly id: number; readonly kind: 'suggest'; readonly word: string };

export interface SpellingReply {
  readonly id: number;
  /** The wrong ones among the words, or what may have been meant. */
  readonly words: readonly string[];
}
