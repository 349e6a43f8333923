/** Finds a typed text in the messages of a chat; pure. */
import { foldText, foldWithPlaces } from '../../../../shared/text/search-text';
import { markdownAsText } from '../markdown-as-text';

/** One match: the message, and which of its matches it is, from 0. */
export interface Match {
  readonly messageId: string;
  readonly nth: number;
}

/** What a message reads as, folded once: a query is typed letter by letter, and a reply grows beside it. */
const foldedOnce = new WeakMap<object, { readonly text: string; readonly folded: FoldedText }>();

type FoldedText = ReturnType<typeof foldWithPlaces>;

function foldedOf(message: Searched): FoldedText {
  const known = foldedOnce.get(message);
  if (known?.text === message.text) return known.folded;
  const { role, text } = message;
  const folded = foldWithPlaces(role === 'assistant' ? markdownAsText(text) : text);
  foldedOnce.set(message, { text, folded });
  return folded;
}

interface Searched {
  readonly id: string;
  readonly role: 'user' | 'assistant' | string;
  readonly text: string;
}

/** Every match, from the first message to the last; replies are searched as they read, without their markup. */
export function matchesIn(messages: readonly Searched[], query: string): readonly Match[] {
  return messages.flatMap((message) =>
    placesIn(foldedOf(message), query).map((_place, nth) => ({ messageId: message.id, nth })),
  );
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The places of the query in a text, whatever its case and accents; spaces and line breaks are alike. */
export const placesOf = (text: string, query: string): readonly Place[] =>
  query.trim() === '' ? [] : placesIn(foldWithPlaces(text), query);

function placesIn({ folded, startOf, endOf }: FoldedText, query: string): readonly Place[] {
  const wanted = foldText(query.trim()).replace(spaces, ' ');
  if (wanted === '') return [];
  const pattern = new RegExp(wanted.split(' ').map(escaped).join('\\s+'), 'gu');
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
