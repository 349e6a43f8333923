import { readSources } from './read-citation';

type Fields = Readonly<Record<string, unknown>>;

const starts = ['start_index', 'startIndex', 'start'];
const ends = ['end_index', 'endIndex', 'end'];
/** Where a citation of one kind or another holds its place. */
const holders = ['url_citation', 'file_citation', 'container_file_citation', 'segment'];

/** What a mark must not break: code, formulas, links and addresses. */
const WHOLE =
  /(```|~~~)[\s\S]*?(?:\1|$)|`[^`\n]*`|\$\$[\s\S]*?\$\$|\$[^$\n]+\$|!?\[[^\]\n]*\]\([^)\n]*\)|<?https?:\/\/[^\s<>]+>?/g;

/**
 * A reply's text with the number of each source where its citation ends, as the list below it counts them. A citation
 * that names no place, or one that is not in the text, is in the list alone.
 */
export function markCitations(text: string, citations: readonly unknown[]): string {
  const marks = new Map<number, string[]>();
  let number = 0;
  for (const raw of citations) {
    const place = placeOf(text, raw);
    for (const { url } of readSources(raw)) {
      number += 1;
      if (place === null || (url !== null && text.slice(place.start, place.end).includes(url))) continue;
      const at = outsideOfWholes(text, place.end);
      marks.set(at, [...(marks.get(at) ?? []), markOf(number, url)]);
    }
  }
  return [...marks.entries()]
    .sort(([one], [other]) => other - one)
    .reduce((marked, [at, all]) => marked.slice(0, at) + all.join('') + marked.slice(at), text);
}

const markOf = (number: number, url: string | null): string =>
  url === null ? `\\[${number}\\]` : `[\\[${number}\\]](<${url.replace(/[<>\s\\]/g, encodeURIComponent)}>)`;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `null` where it names none, or one that the text does not have. */
function placeOf(text: string, raw: unknown): Place | null {
  const outer = fieldsOf(raw);
  const [fields = outer] = holders
    .map((name) => fieldsOf(outer[name]))
    .filter((one) => numberIn(one, ends) !== null);
  const [start = 0, end] = [numberIn(fields, starts) ?? 0, numberIn(fields, ends)];
  if (end === null || end === undefined || end <= 0 || start >= end) return null;
  const said = typeof fields.text === 'string' ? fields.text : null;
  // Most gateways count letters, as Python does; a page counts some of them twice.
  const counted = { start: unitsOf(text, start), end: unitsOf(text, end) };
  const places = [counted, { start, end }].filter((one) => one.end <= text.length);
  return places.find((one) => said === null || text.slice(one.start, one.end) === said) ?? null;
}

/** Behind the text where it has not so many letters. */
function unitsOf(text: string, letters: number): number {
  let units = 0;
  for (let left = letters; left > 0; left -= 1) {
    if (units >= text.length) return text.length + 1;
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

function outsideOfWholes(text: string, at: number): number {
  for (const { index, 0: whole } of text.matchAll(WHOLE)) {
    if (index >= at) break;
    if (at < index + whole.length) return index + whole.length;
  }
  return at;
}

function numberIn(fields: Fields, names: readonly string[]): number | null {
  const found = names.map((name) => fields[name]).find((value) => Number.isSafeInteger(value));
  return typeof found === 'number' && found >= 0 ? found : null;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
