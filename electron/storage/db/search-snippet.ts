/** What is shown of a message that a search found. */
import type { SearchHit } from '../../../shared/chat/chat';
import type { Passage } from '../../../shared/chat/searched-text';
import { foldWithPlaces, searchTerms, termPattern } from '../../../shared/text/search-text';

/** Before the first match and in all, in characters. */
const BEFORE = 32;
const LENGTH = 140;
/** A text is read in pieces of this length until one holds a match: a message may have a million characters. */
const PIECE = 20_000;
const OVERLAP = 200;

/**
 * Where a message holds what was searched for: its first passage with the most of the words, and the text around the first
 * of them.
 * @returns with a snippet of about `LENGTH` characters, the matches enclosed in U+0002 and U+0003
 */
export function foundIn(passages: readonly Passage[], query: string): Pick<SearchHit, 'snippet' | 'part'> {
  const patterns = searchTerms(query).map(termPattern);
  let best: (Found & { readonly passage: Passage }) | null = null;
  for (const passage of passages) {
    const found = firstIn(passage.text, patterns);
    if (found !== null && found.words > (best?.words ?? 0)) best = { ...found, passage };
    if (best?.words === patterns.length) break;
  }
  if (best === null) return { snippet: around(passages[0]?.text ?? '', 0, []) };
  const { part, text } = best.passage;
  return { snippet: around(text, best.at, best.matches), ...(part !== null && { part }) };
}

interface Found {
  readonly at: number;
  readonly matches: readonly Match[];
  /** How many of the words are in the piece of the text that has the first of them. */
  readonly words: number;
}

function firstIn(text: string, patterns: readonly RegExp[]): Found | null {
  for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
    const piece = text.slice(at, at + PIECE);
    const matches = findMatches(piece, patterns);
    const [first] = matches;
    if (first === undefined) continue;
    const { folded } = foldWithPlaces(piece);
    return {
      at: at + first.start,
      matches: matches.map(({ start, end }) => ({ start: at + start, end: at + end })),
      words: patterns.filter((pattern) => folded.search(pattern) !== -1).length,
    };
  }
  return null;
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/** In order of where they begin, none inside another; places are those of the text as it is written. */
function findMatches(text: string, patterns: readonly RegExp[]): readonly Match[] {
  const { folded, startOf, endOf } = foldWithPlaces(text);
  const found = patterns.flatMap((pattern) =>
    [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
      start: startOf(index),
      end: endOf(index + match.length - 1),
    })),
  );
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return found.filter(
    ({ end }, at) => end > Math.max(0, ...found.slice(Math.max(0, at - 8), at).map((one) => one.end)),
  );
}

function around(text: string, at: number, matches: readonly Match[]): string {
  const from = at <= BEFORE ? 0 : wholeFrom(text, at - BEFORE);
  const to = wholeFrom(text, Math.min(text.length, from + LENGTH));
  let snippet = from > 0 ? '…' : '';
  let last = from;
  for (const { start, end } of matches.filter((match) => match.end <= to)) {
    snippet += `${text.slice(last, start)}\u0002${text.slice(start, end)}\u0003`;
    last = end;
  }
  return `${snippet}${text.slice(last, to)}${to < text.length ? '…' : ''}`;
}

/** Never between the halves of a character. */
function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
