import { piecesOf } from './choice-pieces';

/**
 * Choices in a prompt: it stands for one prompt for each combination of them.
 *
 *     choice = "{" option { "|" option } "}"      at least two options, on one line; an option may hold choices
 *            | "{" number ".." number "}"         whole numbers, up or down
 *     escape = "\{" | "\}" | "\|"                 the sign itself, where the prompt has choices
 *
 * Code and data are not taken for choices: what is JSON as a whole, has two braces in a row, or holds quotation marks, a
 * colon or an equals sign before a blank, a semicolon or `||` stays text, with all that is inside. Whoever sends a prompt with choices is shown
 * all prompts first.
 */

export interface PromptChoices {
  /** The text between the choices: one more than there are choices. */
  readonly texts: readonly string[];
  /** The options of each choice. */
  readonly choices: readonly (readonly string[])[];
  /** How many prompts it stands for. */
  readonly count: number;
}

export const mostChosenPrompts = 500;
/** `null` for a prompt without choices, which is sent as it is. */
export function readChoices(prompt: string): PromptChoices | null {
  if (!prompt.includes('{') || isJson(prompt)) return null;
  const texts: string[] = [''];
  const choices: (readonly string[])[] = [];
  for (const piece of piecesOf(prompt)) {
    if (typeof piece === 'string') texts[texts.length - 1] += piece;
    else {
      choices.push(piece);
      texts.push('');
    }
  }
  if (choices.length === 0) return null;
  return { texts, choices, count: choices.reduce((count, options) => count * options.length, 1) };
}

/** Each prompt, the last choice changing fastest. */
export function chosenPrompts(
  { texts, choices }: PromptChoices,
  most = mostChosenPrompts,
): readonly string[] {
  let prompts = [texts[0] ?? ''];
  for (const [at, options] of choices.entries())
    prompts = prompts
      .flatMap((before) => options.map((option) => before + option + (texts[at + 1] ?? '')))
      .slice(0, most);
  return prompts;
}

function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}
