/**
 * Choices in a prompt: it stands for one prompt for each combination of them.
 *
 *     choice = "{" option { "|" option } "}"      at least two options, on one line
 *            | "{" number ".." number "}"         whole numbers, up or down
 *     escape = "\{" | "\}" | "\|"                 the sign itself, where the prompt has choices
 *
 * Code and data are not taken for choices: what is JSON as a whole, has two braces in a row, or holds quotation marks, a
 * colon or an equals sign before a blank, a semicolon or `||` stays text. Whoever sends a prompt with choices is shown
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
const mostOfRange = 1_000;
/** Outside of braces only escaped braces are read; inside also the bar. */
const mark = /\\[{}]|\{\{+|\{((?:\\[{}|]|[^{}\n\\]|\\(?![{}|]))*)\}(?!\})/g;

/** `null` for a prompt without choices, which is sent as it is. */
export function readChoices(prompt: string): PromptChoices | null {
  if (!prompt.includes('{') || isJson(prompt)) return null;
  const texts: string[] = [''];
  const choices: (readonly string[])[] = [];
  let from = 0;
  const add = (text: string) => {
    texts[texts.length - 1] += text;
  };
  for (const found of prompt.matchAll(mark)) {
    const [source, inside] = found;
    add(prompt.slice(from, found.index));
    from = found.index + source.length;
    const options = inside === undefined ? null : optionsOf(inside);
    if (options !== null) {
      choices.push(options);
      texts.push('');
    } else add(source.startsWith('\\') ? source.slice(1) : source);
  }
  add(prompt.slice(from));
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

function optionsOf(inside: string): readonly string[] | null {
  const range = /^\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\s*$/.exec(inside);
  if (range !== null) return numbersOf(Number(range[1]), Number(range[2]));
  if (/["`;]|[:=](?:\s|$)|\|\|/.test(inside)) return null;
  const options = inside.split(/(?<!\\)\|/).map((option) => option.trim().replace(/\\([{}|])/g, '$1'));
  return options.length < 2 ? null : [...new Set(options)];
}

function numbersOf(from: number, to: number): readonly string[] | null {
  const length = Math.abs(to - from) + 1;
  if (length > mostOfRange) return null;
  const step = from <= to ? 1 : -1;
  return Array.from({ length }, (_, index) => String(from + index * step));
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
