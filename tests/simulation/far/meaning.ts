/** What a reply says and what its model thought, and the forms in which gateways write the two into one message. */
import type { Random } from '../world/random';

/** Of one request, in tokens; what is kept for an hour is a part of what is kept. */
export interface CacheUse {
  readonly prompt: number;
  readonly cached: number;
  readonly written: number;
  readonly writtenHour: number;
}

/** What the person is to read, however it was sent. */
export interface Meant {
  readonly text: string;
  readonly reasoning: string;
  /** It goes on with a reply that the person has already. */
  readonly isContinued: boolean;
  /** The ids of the calls of tools in it. */
  readonly calls: readonly string[];
  /** Of a model that keeps prompts: its tokens. */
  readonly cache?: CacheUse;
  /** The life of the app that its end reached; `null` where none did. */
  arrivedIn: number | null;
}

/** The fields of a message. */
export interface Written {
  readonly content: string;
  /** Where the thinking has a field of its own. */
  readonly thinking: string;
  /** The same content without its thinking. */
  readonly plain: string;
}

/** In no text but the model's thinking. */
export const THOUGHT = 'pondering';

const tags: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
];
const beyondAscii = ['Größe', 'café', '你好', '–', '😀', 'übung', 'ночь'];
const inLatin1 = ['Größe', 'café', 'übung'];
const quotes = [
  ' It writes `<think>` in code, and `</think>` too.',
  '\n\n```xml\n<think>A tag that is only shown.</think>\n```\n\nSo much for code.',
  ' The tag “<think>” is only a word here.',
];
const blanks = ['', '\n\n', ' '];

/** Some replies are blank, some speak of tags, and some have letters beyond ASCII. @param isLatin only such as Latin-1 has */
export function drawText(random: Random, words: string, isLatin: boolean): string {
  if (random.chance(0.06)) return random.pick(blanks);
  const foreign = isLatin || random.chance(0.15);
  const letters = isLatin ? inLatin1 : beyondAscii;
  const said = foreign ? `${random.pick(letters)} ${random.pick(letters)} ${words}` : words;
  return random.chance(0.12) && !isLatin ? said + random.pick(quotes) : said;
}

/** @returns the reply as it is written, and its thinking; most have none */
export function writeThinking(
  random: Random,
  text: string,
  isLatin: boolean,
): { written: Written; reasoning: string } {
  const form = random.weighted({ none: 75, field: 8, tags: 13, closing: 4 });
  if (form === 'none' || isLatin || text.trim() === '')
    return { written: { content: text, thinking: '', plain: text }, reasoning: '' };
  // Until its closing tag comes, thinking without an opening one is text, and is sent back where the reply was cut.
  const thought = form === 'closing' ? 'thinking' : THOUGHT;
  const reasoning = `First some ${thought} about ${random.int(2, 40)} boats.\nThen more ${thought}.`;
  if (form === 'field') return { written: { content: text, thinking: reasoning, plain: text }, reasoning };
  const [open, close] = form === 'closing' ? ['', '</think>'] : random.pick(tags);
  const content = `${open}${open === '' ? '' : '\n'}${reasoning}\n${close}\n\n${text}`;
  return { written: { content, thinking: '', plain: text }, reasoning };
}
