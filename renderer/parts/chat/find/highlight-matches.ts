/** Marks matches in the messages that are in the page, with the browser's own highlights: the page stays as it is. */
import { type Match, type Place, placesOf } from './find-matches';

const allName = 'find';
const currentName = 'find-current';
/** One letter is found in a long message more often than anyone can look at. */
const mostMarked = 5_000;

/** Marks every match, and the current one apart. */
export function highlightMatches(query: string, current: Match | null): void {
  const articles = [...document.querySelectorAll<HTMLElement>('main [data-message]')];
  const ranges = articles.flatMap((article) => rangesOfText(article, query));
  const all = new Highlight();
  for (const one of ranges.slice(0, mostMarked)) all.add(one);
  CSS.highlights.set(allName, all);
  const range = current === null ? null : rangeOf(query, current);
  CSS.highlights.set(currentName, new Highlight(...(range === null ? [] : [range])));
}

/** Marks what a search of all chats found. */
export function markFound(ranges: readonly Range[]): void {
  const all = new Highlight();
  for (const one of ranges.slice(0, mostMarked)) all.add(one);
  CSS.highlights.set(allName, all);
}

export function clearHighlights(): void {
  CSS.highlights.delete(allName);
  CSS.highlights.delete(currentName);
}

export const messageElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main [data-message="${CSS.escape(id)}"]`);

/** The match in the page; the nearest before it where the page holds fewer, such as in code that is folded. */
function rangeOf(query: string, { messageId, nth }: Match): Range | null {
  const article = messageElement(messageId);
  if (article === null) return null;
  const ranges = rangesOfText(article, query);
  return ranges[Math.min(nth, ranges.length - 1)] ?? null;
}

/** Only in the text of the message, not in its buttons and figures. */
function rangesOfText(article: HTMLElement, query: string): readonly Range[] {
  const bodies = [...article.querySelectorAll<HTMLElement>('.markdown, [data-own-text]')];
  return bodies.flatMap((body) => rangesIn(body, (text) => placesOf(text, query)));
}

/** What is between two neighboring pieces of text, which are one text where it is empty. */
type Gap = (one: Text, next: Text) => string;

const nothing: Gap = () => '';

/** Text of two blocks is not one word, such as the size of one file and the name of the next. */
export const gapOfBlocks: Gap = (one, next) => (blockOf(one) === blockOf(next) ? '' : '\n');

function blockOf({ parentElement }: Text): HTMLElement | null {
  let at = parentElement;
  while (at !== null && getComputedStyle(at).display === 'inline') at = at.parentElement;
  return at;
}

export function rangesIn(
  body: HTMLElement,
  placesIn: (text: string) => readonly Place[],
  gap: Gap = nothing,
): readonly Range[] {
  const pieces: Piece[] = [];
  let text = '';
  for (const node of textNodesOf(body)) {
    const before = pieces.at(-1);
    if (before !== undefined) text += gap(before.node, node);
    pieces.push({ node, at: text.length });
    text += node.data;
  }
  return placesIn(text).map((place) => rangeBetween(pieces, place));
}

interface Piece {
  readonly node: Text;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** The name of a file is pressed to save it. */
const CONTROLS = 'button:not([data-file-name]), .sr-only';

function textNodesOf(body: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) {
    const control = walker.currentNode.parentElement?.closest(CONTROLS) ?? null;
    if (control === null) nodes.push(walker.currentNode as Text);
  }
  return nodes;
}

function rangeBetween(pieces: readonly Piece[], { start, end }: Place): Range {
  const range = document.createRange();
  for (const { node, at } of pieces) {
    const next = at + node.length;
    if (start >= at && start < next) range.setStart(node, start - at);
    if (end > at && end <= next) {
      range.setEnd(node, end - at);
      break;
    }
  }
  return range;
}

const settleFrames = 20;

/** Scrolls until the match is in sight: its message may still be on its way into the page, and move while measured. */
export function showMatch(query: string, match: Match, frames = settleFrames): void {
  if (frames === 0) return;
  const place = (rangeOf(query, match) ?? messageElement(match.messageId))?.getBoundingClientRect();
  const scroller = messageElement(match.messageId)?.closest<HTMLElement>('[role="log"]');
  if (place !== undefined && scroller != null) {
    const { top, height } = scroller.getBoundingClientRect();
    const isSeen = place.top >= top && place.top < top + height - place.height;
    if (!isSeen) scroller.scrollTop += place.top - top - height / 3;
  }
  requestAnimationFrame(() => showMatch(query, match, frames - 1));
}
