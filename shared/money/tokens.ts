/** About how many characters a token has. An exact count is not needed for an estimate and takes longer. */
export const CHARACTERS_PER_TOKEN = 4;

/**
 * The most tokens that a character can have: tokenizers work on bytes where they know nothing longer, and a UTF-16
 * character has at most three in UTF-8. Chinese text often has one or two.
 */
export const MOST_TOKENS_PER_CHARACTER = 3;

/** More than any chat template adds around a message, and around a whole prompt. */
export const MOST_TOKENS_AROUND_MESSAGE = 16;
export const MOST_TOKENS_AROUND_PROMPT = 128;

/** About how many tokens a text of so many characters has. */
export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** As OpenAI's models have them; newer ones have the first. */
export const vocabularies = ['o200k_base', 'cl100k_base'] as const;
export type Vocabulary = (typeof vocabularies)[number];

export interface Token {
  readonly id: number;
  /** Bytes that are no whole character are shown as a replacement character; empty where there is no such token. */
  readonly text: string;
}
