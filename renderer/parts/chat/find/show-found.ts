/** Shows what a search of all chats found where it is: opens what hides it, marks its words, and scrolls to the first. */
import type { SearchHit } from '../../../../shared/chat/chat';
import { foldWithPlaces, searchTerms, termPattern } from '../../../../shared/text/search-text';
import { setFound } from '../../../state/ui/found-state';
import type { Place } from './find-matches';
import { clearHighlights, gapOfBlocks, markFound, messageElement, rangesIn } from './highlight-matches';

/** A chat may have to load first. */
const waitsMs = 5_000;
/** The rows are measured and moved in the first ones. */
const settleFrames = 20;
const userEvents = ['wheel', 'keydown', 'pointerdown'] as const;
const endEvents = ['pointerdown', 'input'] as const;

let endLast: () => void = () => undefined;

export function showFound({ conversationId, messageId, part }: SearchHit, query: string): void {
  endLast();
  if (messageId === null) return;
  setFound(part?.id ?? null);
  const patterns = searchTerms(query).map(termPattern);
  const find = () => rangesOf(messageId, part?.id, (text) => placesOfWords(text, patterns));
  const stopScroll = scrollToFound(() => show(find, messageId, part?.id));
  const ended = new AbortController();
  endLast = () => {
    endLast = () => undefined;
    ended.abort();
    stopScroll();
    clearHighlights();
  };
  const { signal } = ended;
  for (const type of userEvents) addEventListener(type, stopScroll, { signal, capture: true });
  // They mark what was found, not what is written or looked at next.
  for (const type of endEvents) addEventListener(type, () => endLast(), { signal, capture: true });
  const leave = () => location.hash.includes(conversationId) || endLast();
  addEventListener('hashchange', leave, { signal });
}

/** Calls `step` in each frame until it has shown something for some of them. Returns a function that ends it. */
function scrollToFound(step: () => boolean): () => void {
  const until = performance.now() + waitsMs;
  let frame = 0;
  let shown = 0;
  const next = () => {
    if (step()) shown += 1;
    if (shown < settleFrames && performance.now() < until) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

function show(find: () => readonly Range[], messageId: string, partId: string | undefined): boolean {
  const ranges = find();
  markFound(ranges);
  const [first] = ranges;
  if (first === undefined) openOne(messageId, partId);
  else bringIntoView(first);
  return first !== undefined;
}

function bodiesOf(messageId: string, partId: string | undefined): readonly HTMLElement[] {
  const message = messageElement(messageId);
  if (message === null) return [];
  if (partId === undefined) return [...message.querySelectorAll<HTMLElement>('.markdown, [data-own-text]')];
  return [...message.querySelectorAll<HTMLElement>(`[data-part~="${CSS.escape(partId)}"]`)];
}

const rangesOf = (
  messageId: string,
  partId: string | undefined,
  places: (text: string) => readonly Place[],
): readonly Range[] => bodiesOf(messageId, partId).flatMap((body) => rangesIn(body, places, gapOfBlocks));

/** A branch of a tree that is folded, as those that are deep down are. */
function openOne(messageId: string, partId: string | undefined): void {
  if (partId === undefined) return;
  for (const body of bodiesOf(messageId, partId)) {
    const closed = body.querySelector<HTMLDetailsElement>('details:not([open])');
    if (closed === null) continue;
    closed.open = true;
    return;
  }
}

/** Escapes of a JSON text are no letters, as in the index; the length stays. */
const ESCAPES = /\\[nrtbf"/]/g;

function placesOfWords(text: string, patterns: readonly RegExp[]): readonly Place[] {
  const { folded, startOf, endOf } = foldWithPlaces(text.replace(ESCAPES, '  '));
  return patterns
    .flatMap((pattern) => [...folded.matchAll(pattern)])
    .map(({ index, 0: match }) => ({ start: startOf(index), end: endOf(index + match.length - 1) }))
    .sort((one, other) => one.start - other.start);
}

/** In each box that scrolls around it, up to the transcript. */
function bringIntoView(range: Range): void {
  let box = range.startContainer.parentElement;
  while (box !== null) {
    const place = range.getBoundingClientRect();
    const { top, bottom, height } = box.getBoundingClientRect();
    const scrolls = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible';
    if (scrolls && (place.top < top || place.bottom > bottom)) box.scrollTop += place.top - top - height / 3;
    if (box.role === 'log') return;
    box = box.parentElement;
  }
}
