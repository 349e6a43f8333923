/** Shows what a search of all chats found where it is: opens what hides it, marks its words, and scrolls to the first. */
import type { SearchHit } from '../../../../shared/chat/chat';
import { foldWithPlaces, searchTerms, termPattern } from '../../../../shared/text/search-text';
import { setFound } from '../../../state/ui/found-state';
import type { Place } from './find-matches';
import { bodiesOf, bringIntoView, messageElement, openOne, rangesIn } from './found-text';
import { clearHighlights, markFound } from './highlight-matches';
import { keepInSight } from './keep-in-sight';

const endEvents = ['pointerdown', 'input'] as const;

let endLast: () => void = () => undefined;

export function showFound({ conversationId, messageId, part }: SearchHit, query: string): void {
  endLast();
  if (messageId === null) return;
  setFound(part?.id ?? null);
  const patterns = searchTerms(query).map(termPattern);
  const find = () => rangesOf(messageId, part?.id, (text) => placesOfWords(text, patterns));
  const stopScroll = keepInSight(() => show(find, messageId, part?.id));
  const ended = new AbortController();
  endLast = () => {
    endLast = () => undefined;
    ended.abort();
    stopScroll();
    clearHighlights();
  };
  const { signal } = ended;
  // They mark what was found, not what is written or looked at next.
  for (const type of endEvents) addEventListener(type, () => endLast(), { signal, capture: true });
  const leave = () => location.hash.includes(conversationId) || endLast();
  addEventListener('hashchange', leave, { signal });
}

function show(find: () => readonly Range[], messageId: string, partId: string | undefined): boolean {
  const ranges = find();
  markFound(ranges);
  const [first] = ranges;
  if (first === undefined) openOne(messageElement(messageId), partId);
  else bringIntoView(first);
  return first !== undefined;
}

const rangesOf = (
  messageId: string,
  partId: string | undefined,
  places: (text: string) => readonly Place[],
): readonly Range[] => bodiesOf(messageElement(messageId), partId).flatMap((body) => rangesIn(body, places));

function placesOfWords(text: string, patterns: readonly RegExp[]): readonly Place[] {
  const { folded, startOf, endOf } = foldWithPlaces(text);
  return patterns
    .flatMap((pattern) => [...folded.matchAll(pattern)])
    .map(({ index, 0: match }) => ({ start: startOf(index), end: endOf(index + match.length - 1) }))
    .sort((one, other) => one.start - other.start);
}
