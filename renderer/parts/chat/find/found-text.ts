/** The text of messages in the page, where a search looks for words: of a whole message, or of one of its parts. */
import type { Place } from './find-matches';

export const messageElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main [data-message="${CSS.escape(id)}"]`);

const TEXTS = '.markdown, [data-own-text]';
const PART = '[data-part]';

/** Where a part is, and for its text alone each piece of it; nothing while they are folded or not in the page. */
export function bodiesOf(message: HTMLElement | null, partId: string | undefined): readonly HTMLElement[] {
  if (message === null) return [];
  const wanted = partId === undefined ? TEXTS : `[data-part~="${CSS.escape(partId)}"]`;
  return [...message.querySelectorAll<HTMLElement>(wanted)];
}

/** All that a search looks through, in its order. */
export const allBodiesOf = (message: HTMLElement): readonly HTMLElement[] => [
  ...message.querySelectorAll<HTMLElement>(`${TEXTS}, ${PART}`),
];

/** Escapes of a JSON text are no letters, as in the index; the length stays. */
const ESCAPES = /\\[nrtbf"/]/g;

/** The places in a body: text of two blocks is not one word, such as the size of one file and the name of the next. */
export function rangesIn(body: HTMLElement, placesIn: (text: string) => readonly Place[]): readonly Range[] {
  const pieces: Piece[] = [];
  const blockOf = blocks();
  let text = '';
  for (const node of textNodesOf(body)) {
    const before = pieces.at(-1);
    if (before !== undefined && blockOf(before.node) !== blockOf(node)) text += '\n';
    pieces.push({ node, at: text.length });
    text += node.data;
  }
  const read = body.matches(PART) ? text.replace(ESCAPES, '  ') : text;
  return placesIn(read).map((place) => rangeBetween(pieces, place));
}

interface Piece {
  readonly node: Text;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** Colored code has thousands of pieces in one block. */
function blocks() {
  const known = new Map<HTMLElement, HTMLElement | null>();
  const find = (element: HTMLElement | null): HTMLElement | null => {
    if (element === null) return null;
    const found = known.get(element);
    if (found !== undefined) return found;
    const isInline = getComputedStyle(element).display === 'inline';
    const block = isInline ? find(element.parentElement) : element;
    known.set(element, block);
    return block;
  };
  return ({ parentElement }: Text) => find(parentElement);
}

/** What no message says: buttons but for the name of a file, which is pressed to save it; fields; words beside the content. */
const NOT_SAID = 'button:not([data-file-name]), textarea, select, .sr-only, [data-beside]';

function textNodesOf(body: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) {
    const other = walker.currentNode.parentElement?.closest(NOT_SAID) ?? null;
    if (other === null) nodes.push(walker.currentNode as Text);
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

/** A branch of a tree that is folded, as those that are deep down are, or the rest of a long text or code. */
export function openOne(message: HTMLElement | null, partId: string | undefined): void {
  if (partId === undefined) {
    message?.querySelector<HTMLElement>(CUT)?.click();
    return;
  }
  for (const body of bodiesOf(message, partId)) {
    const closed = body.querySelector<HTMLDetailsElement>('details:not([open])');
    const cut = closed ?? body.querySelector<HTMLElement>(CUT);
    if (cut === null) continue;
    if (closed === null) cut.click();
    else closed.open = true;
    return;
  }
}

/** A button that shows all of what is cut. */
const CUT = 'button[data-shows-all]';

/** In each box that scrolls around it, up to the transcript. */
export function bringIntoView(range: Range): void {
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
