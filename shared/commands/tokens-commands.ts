/** The vocabularies of models: which tokens a text is made of. */
import { z } from 'zod';
import { answers } from './spec';

/** As OpenAI's models have them; newer ones have the first. */
export const vocabularies = ['o200k_base', 'cl100k_base'] as const;
export type Vocabulary = (typeof vocabularies)[number];

export interface Token {
  readonly id: number;
  /** Bytes that are no whole character are shown as a replacement character; empty where there is no such token. */
  readonly text: string;
}

export const tokensCommands = {
  /** The tokens of a text, and those of ids. Asks no gateway; the vocabulary is loaded at the first use. */
  'tokens.split': answers<{ readonly tokens: readonly Token[]; readonly named: readonly Token[] }>()(
    z.strictObject({
      vocabulary: z.enum(vocabularies),
      text: z.string().max(1_000),
      ids: z.array(z.int().min(0).max(1_000_000)).max(300),
    }),
  ),
};
