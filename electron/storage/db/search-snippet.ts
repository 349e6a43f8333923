import { foldWithPlaces } from '../../../shared/folded-places';
import { searchTerms, termPattern } from '../../../shared/search-text';

/** Before the first match and in all, in characters. */
const BEFORE = 32;
const LENGTH = 140;
/** A text is read in pieces of this length until one holds a match: a message may have a million characters. */
const PIECE = 20_000;
const OVERLAP = 200;

/**
 * The part of a text around the first of what was searched for.
 * @returns at most about `LENGTH` characters, the matches enclosed in U+0002 and U+0003
 */
export function searchSnippet(text: string, query: string): string {
  const patterns = searchTerms(query).map(termPattern);
  for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
    const piece = text.slice(at, at + PIECE);
    const matches = findMatches(piece, patterns);
    const [first] = matches;
    if (first === undefined) continue;
    return around(
      text,
      at + first.start,
      matches.map(({ start, end }) => ({ start: at + start, end: at + end })),
    );
  }
  return around(text, 0, []);
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
