/** Assertions about the words of a reply. */

import { wordOf } from '../text/word-of';
import type { AssertionValue } from './assertion';
import { type AssertionInput, type Found, inRange, type JudgeType, quoted, said, shown } from './found';
import { isRefusal } from './refusal';
import { sameJson } from './same-json';
import { splitList } from './split-list';
import { wordCount } from './text-scores';

export const textTypes = {
  equals,
  contains: (asked) => containsOne(asked, false),
  icontains: (asked) => containsOne(asked, true),
  'contains-all': (asked) => containsList(asked, 'all', false),
  'contains-any': (asked) => containsList(asked, 'any', false),
  'icontains-all': (asked) => containsList(asked, 'all', true),
  'icontains-any': (asked) => containsList(asked, 'any', true),
  'starts-with': ({ value, reply }) =>
    typeof value !== 'string' || value === ''
      ? noText
      : said(
          reply.text.startsWith(value),
          `The reply does not start with ${quoted(value)}.`,
          `The reply starts with ${quoted(value)}.`,
        ),
  regex: matchesPattern,
  'word-count'({ value, reply }) {
    const count = wordCount(reply.text);
    return inRange(count, value, `${count} ${count === 1 ? 'word' : 'words'}`);
  },
  'is-refusal': ({ reply }) => ({
    ...said(isRefusal(reply.text), 'The reply is not a refusal.', 'The reply is a refusal.'),
    // As promptfoo scores it: an empty reply is a refusal, and no score for it.
    ...(reply.text.trim() === '' && { score: 0, keepsScore: true }),
  }),
} satisfies Record<string, JudgeType>;

const noText = 'The assertion names no text.';

/** A value other than a text is compared as JSON. */
function equals({ value, reply }: AssertionInput): Found {
  const isSame = typeof value === 'object' ? sameJson(value, reply.text) : wordOf(value ?? '') === reply.text;
  return said(isSame, `The reply is not ${shown(value)}.`, `The reply is ${shown(value)}.`);
}

function containsOne({ value, reply }: AssertionInput, ignoresCase: boolean): Found | string {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return noText;
  return contains(reply.text, [String(value)], 'all', ignoresCase);
}

function containsList(
  { value, reply }: AssertionInput,
  how: 'all' | 'any',
  ignoresCase: boolean,
): Found | string {
  const wanted = listOf(value);
  return wanted === null ? noText : contains(reply.text, wanted, how, ignoresCase);
}

function listOf(value: AssertionValue | undefined): readonly string[] | null {
  if (Array.isArray(value)) return value.map((one: AssertionValue) => wordOf(one));
  return typeof value === 'string' && value !== '' ? splitList(value) : null;
}

function contains(text: string, wanted: readonly string[], how: 'all' | 'any', ignoresCase: boolean): Found {
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

/** A pattern that is none never holds, also where it should not be found. */
function matchesPattern({ value, reply, tools }: AssertionInput): Found | string {
  if (typeof value !== 'string' || value === '') return 'The assertion names no pattern.';
  try {
    const holds = tools.matches(value, reply.text);
    if (holds === null) return `Looking for the pattern ${quoted(value)} took too long.`;
    return said(holds, `The reply does not match ${quoted(value)}.`, `The reply matches ${quoted(value)}.`);
  } catch {
    const why = `${quoted(value)} is not a regular expression.`;
    return { holds: false, why, whyNot: why, failsAnyway: true };
  }
}
