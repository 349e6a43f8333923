/** The vocabularies of models: which tokens a text is made of. */
import { z } from 'zod';
import { type Token, vocabularies } from '../money/tokens';
import { answers } from './spec';

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
