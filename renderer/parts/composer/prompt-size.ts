import type { Message, RunSettings } from '../../../shared/chat';

/** Roughly how many characters a token has. */
const charactersPerToken = 4;

/**
 * Roughly how many characters the next request sends: the new text, the messages of the branch, and the system prompt.
 * Based on the newest reply whose tokens the gateway counted; these figures include everything before it.
 */
export function promptCharacters(
  text: string,
  messages: Readonly<Record<string, Message>>,
  leafId: string | null,
  { systemPrompt = '' }: Pick<RunSettings, 'systemPrompt'>,
): number {
  let characters = text.length;
  let message = leafId === null ? undefined : messages[leafId];
  while (message !== undefined) {
    if (message.usage !== null) return characters + tokensOf(message) * charactersPerToken;
    characters += message.text.length;
    message = message.parentId === null ? undefined : messages[message.parentId];
  }
  return characters + systemPrompt.length;
}

const tokensOf = ({ usage }: Message) => (usage === null ? 0 : usage.promptTokens + usage.completionTokens);

export const tokensIn = (characters: number): number => Math.ceil(characters / charactersPerToken);
