import type { Message, RunSettings } from '../../../shared/chat';
import { CHARACTERS_PER_TOKEN } from '../../../shared/tokens';

/** A message as far as its size matters. */
export type Sized = Pick<Message, 'text'> & Partial<Pick<Message, 'usage'>>;

/**
 * About how many characters a call sends: its branch and the system prompt. From the newest reply whose prompt the
 * gateway counted on, that figure stands for all that was sent with it, so nothing above it needs to be read.
 *
 * Only the prompt's figure is used: the tokens of a reply also count its reasoning and its other choices, which are
 * not sent again.
 *
 * @param branch oldest first
 */
export function promptCharacters(
  branch: readonly Sized[],
  { systemPrompt = '' }: Pick<RunSettings, 'systemPrompt'>,
): number {
  let characters = 0;
  for (const { text, usage } of branch.toReversed()) {
    characters += text.length;
    if (usage) return characters + usage.promptTokens * CHARACTERS_PER_TOKEN;
  }
  return characters + systemPrompt.length;
}
