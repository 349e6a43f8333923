import type { MessageRole } from '../chat/parts';

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

/** A part of a prompt: the system prompt, what the settings add, a message that is sent again, or the new one. */
export interface PromptPiece {
  readonly of: 'system' | 'settings' | 'message' | 'new';
  readonly role: MessageRole;
  /** The message, or the first of several that are sent as one. */
  readonly messageId?: string;
  /** The beginning of its text. */
  readonly words: string;
  /** Counted as OpenAI's newer models have them; where the prompt is very long, the oldest are estimated. */
  readonly tokens: number;
  /** Images, sound and files, whose tokens only the gateway knows. */
  readonly uncountedFiles: number;
}

/** What the next message sends, oldest first. */
export interface PromptTokens {
  readonly pieces: readonly PromptPiece[];
  /** The tokens of the prompt of the newest reply, as the gateway counted them; `null` where it named none. */
  readonly counted: { readonly messageId: string; readonly tokens: number } | null;
  /** Of the model; `null` where its catalogue names none. */
  readonly contextWindow: number | null;
  /** The most that the reply may take, where the settings limit it. */
  readonly replyTokens: number | null;
}
