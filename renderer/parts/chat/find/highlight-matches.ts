/** Marks matches in the messages that are in the page, with the browser's own highlights: the page stays as it is. */
import { type Match, placesOf } from './find-matches';
import { allBodiesOf, bodiesOf, bringIntoView, messageElement, openOne, rangesIn } from './found-text';
import { keepInSight } from './keep-in-sight';

const allName = 'find';
const currentName = 'find-current';
/** One letter is found in a long message more often than anyone can look at. */
const mostMarked = 5_000;

/** Marks every match, and the current one apart. */
export function highlightMatches(query: string, current: Match | null): void {
  const articles = [...document.querySelectorAll<HTMLElement>('main [data-message]')];
  markFound(articles.flatMap(allBodiesOf).flatMap((body) => rangesOf(body, query)));
  const range = current === null ? null : nearestOf(rangesOfMatch(query, current), current);
  CSS.highlights.set(currentName, new Highlight(...(range === null ? [] : [range])));
}

/** Marks what a search found. */
export function markFound(ranges: readonly Range[]): void {
  const all = new Highlight();
  for (const one of ranges.slice(0, mostMarked)) all.add(one);
  CSS.highlights.set(allName, all);
}

export function clearHighlights(): void {
  CSS.highlights.delete(allName);
  CSS.highlights.delete(currentName);
}

const rangesOf = (body: HTMLElement, query: string) => rangesIn(body, (text) => placesOf(text, query));

const rangesOfMatch = (query: string, { messageId, partId }: Match): readonly Range[] =>
  bodiesOf(messageElement(messageId), partId).flatMap((body) => rangesOf(body, query));

/** The match itself; the one before it where the page holds fewer, such as in a text that is cut. */
const nearestOf = (ranges: readonly Range[], { nth }: Match): Range | null =>
  ranges[Math.min(nth, ranges.length - 1)] ?? null;

let stopLast: () => void = () => undefined;

/**
 * Opens what hides the match and scrolls until it is in sight: its message may still be on its way into the page, and move
 * while measured.
 */
export function showMatch(query: string, match: Match): void {
  stopLast();
  stopLast = keepInSight(() => show(query, match));
}

/** @returns whether it is there */
function show(query: string, match: Match): boolean {
  const ranges = rangesOfMatch(query, match);
  const message = messageElement(match.messageId);
  const isThere = ranges.length > match.nth;
  if (!isThere) openOne(message, match.partId);
  const range = nearestOf(ranges, match);
  if (range !== null) bringIntoView(range);
  else if (message !== null) showMessage(message);
  return isThere;
}

function showMessage(message: HTMLElement): void {
  const scroller = message.closest<HTMLElement>('[role="log"]');
  const place = message.getBoundingClientRect();
  if (scroller === null) return;
  const { top, height } = scroller.getBoundingClientRect();
  const isSeen = place.top >= top && place.top < top + height;
  if (!isSeen) scroller.scrollTop += place.top - top - height / 3;
}
