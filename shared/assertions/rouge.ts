/**
 * ROUGE-1 as F-measure over single words, each counted as often as both have it (Lin 2004,
 * https://aclanthology.org/W04-1013). Words are split as in the Penn Treebank, as promptfoo does.
 */
import { countRuns, sharedCount } from './text-scores';

export function rouge(reply: string, reference: string): number {
  const said = treebankWords(reply.toLowerCase());
  const wanted = treebankWords(reference.toLowerCase());
  if (said.length === 0 || wanted.length === 0) return 0;
  const shared = sharedCount(countRuns(said, 1), countRuns(wanted, 1));
  return (2 * shared) / (said.length + wanted.length);
}

/** Each rule sets spaces around what is a word of its own: marks, quotes, and the halves of contractions. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/\.{3}/g, ' ... '],
  [/[:,](?!\p{Nd})/gu, ' $& '],
  [/[;@#$%&]/g, ' $& '],
  [/([^.])(?<!\b[A-Za-z]\.[A-Za-z])(\.)([\])}>'\s]*)$/g, '$1 $2$3 '],
  [/[?!]/g, ' $& '],
  [/[\][(){}<>]/g, ' $& '],
  [/--/g, ' -- '],
  [/^|$/g, ' '],
  [/([^'])' /g, "$1 ' "],
  [/'([smd]) /gi, " '$1 "],
  [/(\x27(?:ll|re|ve)|n\x27t) /gi, ' $1 '],
  [/\b(can)(not)\b/gi, ' $1 $2 '],
  [/\b(gim|lem)(me)\b/gi, ' $1 $2 '],
  [/\b(gon|wan)(na)\b/gi, ' $1 $2 '],
  [/\b(got)(ta)\b/gi, ' $1 $2 '],
  [/(?<!\w)(\x27t)(is|was)\b/gi, ' $1 $2 '],
];

/** The sed script of Robert MacIntyre (1995) for the Penn Treebank, in its order. */
function treebankWords(text: string): readonly string[] {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '') return [];
  const split = rules.reduce((sum, [form, spaced]) => sum.replace(form, spaced), quotesApart(trimmed));
  return split.trim().split(/ +/);
}

/** An opening quote becomes two backticks, a closing one two apostrophes. */
const quotesApart = (text: string): string =>
  text.replace(/(^|[\s\p{Ps}<])"(?=\S)/gu, '$1 `` ').replace(/"/g, " '' ");
