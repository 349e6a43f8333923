import { cutText } from '../../../shared/text/cut-text';
/** Texts about prompts. */
import type { TypedPrompt } from './prompt-actions';

const nameCharacters = 60;

/** A name for a prompt that has none yet: the beginning of its text. */
export function nameFrom(text: string): string {
  const line = text.trim().slice(0, 400).replace(/\s+/g, ' ');
  if (line.length <= nameCharacters) return line;
  const cut = cutText(line, nameCharacters);
  const space = cut.lastIndexOf(' ');
  return `${space > nameCharacters / 2 ? cut.slice(0, space) : cut}…`;
}

/** What a prompt lacks before it can be saved, in a sentence; `null` where it lacks nothing. */
export function missingOf({ name, text }: TypedPrompt): string | null {
  if (name.trim() === '') return 'Enter a name';
  if (text.trim() === '') return 'Enter the prompt text';
  return null;
}

export const promptsText = (count: number): string => (count === 1 ? '1 prompt' : `${count} prompts`);
