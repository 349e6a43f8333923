/** The vocabularies of models: which tokens a text is made of. */
import { z } from 'zod';
import type { PromptTokens } from '../chat/prompt-tokens';
import { type Token, vocabularies } from '../money/tokens';
import { chatSend } from './chat-commands';
import { answers } from './spec';

/** The message that would be sent; without text or files it is the chat as it is. */
const promptInput = chatSend.omit({ messageId: true, isConfirmed: true });
export type PromptInput = z.output<typeof promptInput>;

export const tokensCommands = {
  /** What a message would send, piece by piece. Asks no gateway. */
  'tokens.ofPrompt': answers<PromptTokens>()(promptInput),
  /** The tokens of a text, and those of ids. Asks no gateway; the vocabulary is loaded at the first use. */
  'tokens.split': answers<{ readonly tokens: readonly Token[]; readonly named: readonly Token[] }>()(
    z.strictObject({
      vocabulary: z.enum(vocabularies),
      text: z.string().max(1_000),
      ids: z.array(z.int().min(0).max(1_000_000)).max(300),
    }),
  ),
};
