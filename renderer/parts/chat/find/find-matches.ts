/** Finds a typed text in the messages of a chat; pure. */
import { isFilePart, isRawPart, isTextPart, type Part } from '../../../../shared/chat/parts';
import { passagesOf, type SearchedPart } from '../../../../shared/chat/searched-text';
import { foldText, foldWithPlaces } from '../../../../shared/text/search-text';
import { markdownAsText } from '../markdown-as-text';

/** One match: where it is, and which of the matches there, from 0. */
export interface Match {
  readonly messageId: string;
  /** The first of the neighboring parts of one kind that have it; absent where the text of the message does. */
  readonly partId?: string;
  readonly nth: number;
}

interface Searched {
  readonly id: string;
  readonly role: 'user' | 'assistant' | string;
  readonly text: string;
  /** Absent of a message that is its text alone. */
  readonly parts?: readonly Part[];
}

/** One stretch of a message that is searched by itself, folded once. */
interface Stretch {
  readonly partId?: string;
  readonly folded: FoldedText;
}

type FoldedText = ReturnType<typeof foldWithPlaces>;

/** A query is typed letter by letter, and a reply grows beside it. */
const foldedOnce = new WeakMap<object, { readonly text: string; readonly stretches: readonly Stretch[] }>();

function stretchesOf(message: Searched): readonly Stretch[] {
  const known = foldedOnce.get(message);
  if (known?.text === message.text) return known.stretches;
  const { role, text } = message;
  const own = { folded: foldWithPlaces(role === 'assistant' ? markdownAsText(text) : text) };
  const stretches = [...othersOf(message, true), own, ...othersOf(message, false)];
  foldedOnce.set(message, { text, stretches });
  return stretches;
}

/** What the message says beside its text, in neighbors that are shown together, before its text or behind it. */
function othersOf({ parts = [] }: Searched, isBefore: boolean): readonly Stretch[] {
  const first = parts.findIndex(({ type }) => type === 'text');
  const at = first === -1 ? parts.length : first;
  const own = isBefore ? parts.slice(0, at) : parts.slice(at);
  const passages = passagesOf(own.map(searchedOf)).flatMap(({ part, text }) =>
    part ? [{ part, text }] : [],
  );
  const groups = neighborsOf(own);
  const byGroup = groups.map((ids) => passages.filter(({ part }) => ids.includes(part.id)));
  return byGroup.flatMap((said, group) => {
    const partId = groups[group]?.[0];
    if (partId === undefined || said.length === 0) return [];
    return [{ partId, folded: foldWithPlaces(said.map(({ text }) => text).join('\n')) }];
  });
}

const searchedOf = (part: Part): SearchedPart => {
  if (isTextPart(part) || isRawPart(part)) return part;
  return { id: part.id, type: part.type, name: isFilePart(part) ? part.file.name : '' };
};

/** Ids of neighbors that are shown as one. Thinking and refusals are shown alone. */
function neighborsOf(parts: readonly Part[]): readonly (readonly string[])[] {
  const groups: { readonly kind: string; readonly ids: string[] }[] = [];
  for (const part of parts) {
    const kind = isTextPart(part) ? part.id : isFilePart(part) ? 'file' : part.type;
    const last = groups.at(-1);
    if (last?.kind === kind) last.ids.push(part.id);
    else groups.push({ kind, ids: [part.id] });
  }
  return groups.map(({ ids }) => ids);
}

/**
 * Every match, from the first message to the last, in each in the order of what it says. Replies are searched as they
 * read, without their markup.
 */
export function matchesIn(messages: readonly Searched[], query: string): readonly Match[] {
  const pattern = patternOf(query);
  if (pattern === null) return [];
  return messages.flatMap((message) =>
    stretchesOf(message).flatMap(({ partId, folded }) =>
      placesIn(folded, pattern).map((_place, nth) => ({
        messageId: message.id,
        ...(partId !== undefined && { partId }),
        nth,
      })),
    ),
  );
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The places of the query in a text, whatever its case and accents; spaces and line breaks are alike. */
export function placesOf(text: string, query: string): readonly Place[] {
  const pattern = patternOf(query);
  return pattern === null ? [] : placesIn(foldWithPlaces(text), pattern);
}

/** `null` where nothing is to be found. */
function patternOf(query: string): RegExp | null {
  const wanted = foldText(query.trim()).replace(spaces, ' ');
  return wanted === '' ? null : new RegExp(wanted.split(' ').map(escaped).join('\\s+'), 'gu');
}

function placesIn({ folded, startOf, endOf }: FoldedText, pattern: RegExp): readonly Place[] {
  return [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
    start: startOf(index),
    end: endOf(index + match.length - 1),
  }));
}

const spaces = /\s+/g;
const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The place one step on in a list that goes round; where nothing is chosen, its first or last. */
export function placeRound(place: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (place < 0) return step === 1 ? 0 : count - 1;
  return (place + step + count) % count;
}
