/** What each type of assertion asks of a reply. */
import { cutText } from '../text/cut-text';
import type { AssertionType } from './assertion';
import { bleu, editDistance, wordsOf } from './text-scores';

/** What is known of a reply. */
export interface JudgedReply {
  readonly text: string;
  readonly finishReason: string | null;
  /** From sending to the end, in milliseconds. */
  readonly totalMs: number | null;
  /** In whole credits or dollars; `null` while unknown, or where it was charged in both. */
  readonly cost: number | null;
}

/** What may take long or needs a library, within the bounds of who gives it. */
export interface JudgeTools {
  /** Whether a pattern is in a text; `null` where that takes too long. @throws SyntaxError where it is no pattern */
  readonly matches: (pattern: string, text: string) => boolean | null;
  /** Why a value does not follow a schema; `null` where it does. @throws where the schema can't be used */
  readonly misfit: (schema: string, text: string) => string | null;
}

interface Asked {
  /** Without its variables. */
  readonly value: string;
  readonly isNot: boolean;
  readonly threshold: number | null;
  readonly reply: JudgedReply;
  readonly tools: JudgeTools;
}

interface Found {
  readonly holds: boolean;
  /** How much of it holds, 0 to 1, where that is more than yes or no. */
  readonly score?: number;
  /** Said where it should hold and does not. */
  readonly why: string;
  /** Said where it should not hold and does. */
  readonly whyNot: string;
}

/** A text instead says why nothing can be said. */
type JudgeType = (asked: Asked) => Found | string;

/** What the cells of tables mean without a number in brackets, there and here. */
const usualThreshold = 0.75;

export const judgeType: Readonly<Record<AssertionType, JudgeType>> = {
  equals: ({ value, reply }) =>
    said(value === reply.text, `The reply is not ${quoted(value)}.`, `The reply is ${quoted(value)}.`),
  contains: ({ value, reply }) => contains(reply.text, [value], 'all'),
  icontains: ({ value, reply }) => contains(reply.text, [value], 'all', true),
  'contains-all': ({ value, reply }) => contains(reply.text, listOf(value), 'all'),
  'contains-any': ({ value, reply }) => contains(reply.text, listOf(value), 'any'),
  'icontains-all': ({ value, reply }) => contains(reply.text, listOf(value), 'all', true),
  'icontains-any': ({ value, reply }) => contains(reply.text, listOf(value), 'any', true),
  'starts-with': ({ value, reply }) =>
    said(
      reply.text.startsWith(value),
      `The reply does not start with ${quoted(value)}.`,
      `The reply starts with ${quoted(value)}.`,
    ),
  regex: matchesPattern,
  'is-json': ({ value, reply, tools }) => follows([reply.text], value, tools),
  'contains-json': ({ value, reply, tools }) => follows(objectsIn(reply.text), value, tools),
  levenshtein({ value, threshold, reply }) {
    const distance = editDistance(reply.text, value);
    if (distance === null) return 'The reply is too long to count its differences.';
    const most = threshold ?? usualThreshold;
    return atMost(distance, most, `${distance} letters differ from ${quoted(value)}`);
  },
  bleu({ value, threshold, reply }) {
    const score = bleu(reply.text, value);
    const least = threshold ?? 0.5;
    const what = `BLEU is ${score.toFixed(2)}`;
    return { ...said(score >= least, `${what}, below ${least}.`, `${what}, not below ${least}.`), score };
  },
  'word-count'({ value, reply }) {
    const count = reply.text.trim() === '' ? 0 : wordsOf(reply.text).length;
    if (value.trim() === '' || Number.isNaN(Number(value)))
      return `${quoted(value)} is not a number of words.`;
    return said(count === Number(value), `${count} words, not ${value}.`, `${count} words.`);
  },
  'finish-reason'({ value, reply: { finishReason } }) {
    const what =
      finishReason === null
        ? 'The gateway gave no finish reason.'
        : `The finish reason is “${finishReason}”.`;
    return said(finishReason?.toLowerCase() === value.toLowerCase(), what, what);
  },
  cost({ threshold, reply: { cost } }) {
    if (cost === null) return 'Its cost is not known.';
    return atMost(cost, threshold ?? usualThreshold, `It cost ${cost}`);
  },
  latency({ threshold, reply: { totalMs } }) {
    if (totalMs === null) return 'Its time is not known.';
    return atMost(totalMs, threshold ?? usualThreshold, `It took ${totalMs} ms`);
  },
};

const said = (holds: boolean, why: string, whyNot: string): Found => ({ holds, why, whyNot });

const atMost = (figure: number, most: number, what: string): Found =>
  said(figure <= most, `${what}, more than ${most}.`, `${what}, not more than ${most}.`);

function contains(
  text: string,
  wanted: readonly string[],
  how: 'all' | 'any',
  ignoresCase = false,
): Found | string {
  if (wanted.every((one) => one === '')) return 'The assertion names no text.';
  const folded = (one: string) => (ignoresCase ? one.toLowerCase() : one);
  const reply = folded(text);
  const missing = wanted.filter((one) => !reply.includes(folded(one)));
  const holds = how === 'all' ? missing.length === 0 : missing.length < wanted.length;
  const found = wanted.filter((one) => !missing.includes(one));
  return said(
    holds,
    `The reply does not contain ${missing.map(quoted).join(', ')}.`,
    `The reply contains ${found.map(quoted).join(', ')}.`,
  );
}

const listOf = (value: string): readonly string[] => value.split(',').map((one) => one.trim());

/** A pattern that is none never holds, also where it should not be found. */
function matchesPattern({ value, isNot, reply, tools }: Asked): Found | string {
  try {
    const holds = tools.matches(value, reply.text);
    if (holds === null) return `Looking for the pattern ${quoted(value)} took too long.`;
    return said(holds, `The reply does not match ${quoted(value)}.`, `The reply matches ${quoted(value)}.`);
  } catch {
    const why = `${quoted(value)} is not a regular expression.`;
    return said(isNot, why, why);
  }
}

/** At least one of the texts is JSON, and follows the schema where one is given. */
function follows(texts: readonly string[], schema: string, { misfit }: JudgeTools): Found | string {
  const values = texts.filter(isJson);
  if (values.length === 0) return said(false, 'The reply is not valid JSON.', '');
  if (schema.trim() === '') return said(true, '', 'The reply is valid JSON.');
  try {
    const misfits = values.map((text) => misfit(schema, text));
    const holds = misfits.includes(null);
    return said(
      holds,
      `The reply does not follow the schema: ${misfits[0]}.`,
      'The reply follows the schema.',
    );
  } catch {
    return 'The schema can’t be used. Write it as JSON.';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** More beginnings than these are not tried, and no more text is searched: a text of braces alone ends too. */
const mostObjects = 200;
const mostSearched = 200_000;

/** Each object of JSON in a text that is in no other. */
function objectsIn(whole: string): readonly string[] {
  const text = whole.slice(0, mostSearched);
  const found: string[] = [];
  let searched = 0;
  for (const { from, to } of bracesIn(text).slice(0, mostObjects)) {
    const object = text.slice(from, to);
    if (from < searched || !isJson(object)) continue;
    found.push(object);
    searched = to;
  }
  return found;
}

interface Braces {
  readonly from: number;
  readonly to: number;
}

/** Each brace and the one that closes it, in their order; those in strings do not count. */
function bracesIn(text: string): readonly Braces[] {
  const open: number[] = [];
  const closed: Braces[] = [];
  let isString = false;
  for (const { 0: mark, index } of text.matchAll(/["{}]|\\./gs)) {
    // Quotes around an object are those of a sentence.
    if (mark === '"' && open.length > 0) isString = !isString;
    else if (!isString && mark === '{') open.push(index);
    else if (!isString && mark === '}') {
      const from = open.pop();
      if (from !== undefined) closed.push({ from, to: index + 1 });
    }
  }
  return closed.sort((one, other) => one.from - other.from);
}

const quotedCharacters = 60;

function quoted(text: string): string {
  const cut = cutText(text, quotedCharacters);
  return `“${cut}${cut.length < text.length ? '…' : ''}”`;
}
