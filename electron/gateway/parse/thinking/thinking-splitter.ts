/**
 * Tells a reply's thinking from its text where both come as one text: between tags, before a closing tag alone, or in
 * the channels of the harmony format. A tag that the reply only quotes, in a sentence or in code, stays text.
 *
 * Each character is looked at once, so the work grows with the text and not with the number of its pieces; those that
 * begin no mark are passed over together.
 */
import { type CodeContext, contextLetters, createCodeContext } from './code-context';
import { bareFinal, type Family, firstLetters, harmony, type Marker, markerAt } from './markers';
import { createSplitOutput, type SplitOutput, type SplitStep } from './split-output';

export interface ThinkingSplitter {
  /** @param isTold whether the thinking comes in a field of its own: then a closing tag alone ends nothing */
  push(piece: string, isTold?: boolean): SplitStep;
  /** What was held back in case it was the beginning of a tag. */
  end(): SplitStep;
}

/** A head of a harmony message longer than this is none. */
const LONGEST_HEAD = 300;

/** A tag that opens or closes thinking has no such character behind it: a sentence has. */
const inSentence = /[\s,.;:!?)]/;

interface State {
  readonly output: SplitOutput;
  context: CodeContext;
  /** What the characters belong to; a head is that of a harmony message. */
  part: 'text' | 'thinking' | 'channel' | 'head';
  family: Family | null;
  /** Opening tags that are only quoted, on this line of the text or in a code block of the thinking; so are as many closing ones. */
  quoted: number;
  head: string;
  isHarmony: boolean;
  /** Some thinking was recognized, or came in its own field. */
  isTold: boolean;
  /** The text so far may be harmony without its special tokens. */
  isBare: boolean;
  start: string;
  /** Tags that are words, and were opened as elements of the text. */
  readonly elements: Set<Family>;
  /** A tag that the reply may only speak of, where the text that it took away stands alone: it is given back at the end. */
  mentioned: { readonly before: string; readonly behind: string } | null;
}

export function createThinkingSplitter(): ThinkingSplitter {
  const output = createSplitOutput();
  const state: State = {
    output,
    context: createCodeContext(),
    part: 'text',
    family: null,
    quoted: 0,
    head: '',
    isHarmony: false,
    isTold: false,
    isBare: false,
    start: '',
    elements: new Set(),
    mentioned: null,
  };
  let pending = '';
  const read = (piece: string, isEnd: boolean) => {
    const whole = pending + piece;
    pending = whole.slice(readAll(state, whole, isEnd));
    if (isEnd) {
      if (state.part === 'head') giveBackHead(state);
      if (state.mentioned !== null && !output.hasText()) output.restore(state.mentioned);
      output.end();
    }
    return output.take();
  };
  return {
    push(piece, isTold = false) {
      state.isTold ||= isTold;
      return read(piece, false);
    },
    end: () => read('', true),
  };
}

/** Reads as far as the text is certain; returns how far. */
function readAll(state: State, text: string, isEnd: boolean): number {
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const run = plainRun(state, text, at);
    if (run !== '') {
      takeRun(state, run);
      at += run.length;
      continue;
    }
    const marker = markerFor(state, text, at);
    if (!isEnd && isOpen(marker, text.length - at)) break;
    if (marker !== null && marker !== 'partial') {
      put(state, text.slice(from, at));
      from = at;
      const end = at + marker.length;
      if (takeMarker(state, marker, text.slice(at, end), text.charAt(end))) {
        at = end;
        from = end;
        continue;
      }
    }
    const isHead = state.part === 'head';
    take(state, text.charAt(at));
    at += 1;
    if (isHead) from = at;
  }
  put(state, text.slice(from, at));
  return at;
}

const withoutBare = [...firstLetters].filter((letter) => letter !== bareFinal.charAt(0)).join('');
const plain = new RegExp(`[^${`${withoutBare}${contextLetters}`.replaceAll(/[[\]\\^-]/g, '\\$&')}]+`, 'y');

/** Characters from here on that begin no mark and change nothing around them; empty where each has to be looked at. */
function plainRun({ part, isBare, start }: State, text: string, at: number): string {
  if (part === 'head' || isBare || start.length <= BARE_START) return '';
  plain.lastIndex = at;
  return plain.exec(text)?.[0] ?? '';
}

function takeRun(state: State, run: string): void {
  state.context.takeRun(run);
  if (state.part !== 'text' && !state.context.isFence()) state.quoted = 0;
}

function markerFor(state: State, text: string, at: number): Marker | 'partial' | null {
  return state.part !== 'head' && mayBegin(state, text.charAt(at)) ? markerAt(text, at) : null;
}

/** More text may complete the mark, or show what it is by what follows it. */
const isOpen = (marker: Marker | 'partial' | null, left: number): boolean =>
  marker === 'partial' || marker?.length === left;

/** Letters are looked at only where a reply begins as harmony without its tokens does. */
function mayBegin({ isBare }: State, character: string): boolean {
  const letter = character.toLowerCase();
  return firstLetters.has(letter) && (isBare || letter !== bareFinal.charAt(0));
}

function take(state: State, character: string): void {
  if (state.part === 'head') {
    takeOfHead(state, character);
    return;
  }
  state.context.take(character);
  if (state.part === 'text' ? character === '\n' : !state.context.isFence()) state.quoted = 0;
  if (state.start.length > BARE_START) return;
  state.start += character;
  state.isBare = /^analysis[A-Z“"]/.test(state.start);
}

function takeOfHead(state: State, character: string): void {
  state.head += character;
  if (state.head.endsWith(harmony.message)) endHead(state);
  else if (state.head.length > LONGEST_HEAD) giveBackHead(state);
}

const BARE_START = 'analysis'.length;

function put({ part, output }: State, piece: string): void {
  if (piece === '' || part === 'head') return;
  if (part === 'text') output.text(piece);
  else output.reasoning(piece);
}

/** Answers whether the marker is one; otherwise it is text like any other. */
function takeMarker(state: State, marker: Marker, mark: string, after: string): boolean {
  if (state.part === 'thinking') return takeInThinking(state, marker, after);
  const isTaken = !isQuoted(state, after) && takeInText(state, marker, mark, after);
  if (!isTaken && marker.kind === 'open') noteOpening(state, marker.family);
  if (!isTaken && marker.kind === 'close' && state.quoted > 0) state.quoted -= 1;
  return isTaken;
}

function noteOpening(state: State, family: Family): void {
  state.quoted += 1;
  if (family.isWord === true) state.elements.add(family);
}

function takeInText(state: State, marker: Marker, mark: string, after: string): boolean {
  if (marker.kind === 'head') {
    if (state.isHarmony) state.output.mark();
    Object.assign(state, { part: 'head', head: mark });
    return true;
  }
  if (marker.kind === 'end') return state.isHarmony && endMessage(state);
  if (state.part === 'channel') return false;
  if (marker.kind === 'open')
    return isOpening(state, marker.family, after) && begin(state, marker.family, after);
  if (marker.kind === 'close') return takeClosing(state, marker.family, after);
  return state.isBare && !state.isTold && moveText(state, (text) => text.slice(BARE_START));
}

const isQuoted = ({ context, part }: State, after: string): boolean =>
  (part === 'text' ? context.isCode() : context.isInline() && after === '`') || context.isQuoted(after);

function takeInThinking(state: State, marker: Marker, after: string): boolean {
  const { context, output, family } = state;
  if (!('family' in marker)) return false;
  if (marker.family !== family && !isKinsClosing(state, marker, after)) return false;
  if (marker.kind === 'open') {
    if (context.isFence()) state.quoted += 1;
    return output.isFresh();
  }
  if (isQuoted(state, after)) return false;
  if (state.quoted > 0) {
    state.quoted -= 1;
    return false;
  }
  return endMessage(state);
}

/** `<thinking>` that ends with `</think>`. */
const isKinsClosing = ({ family, context }: State, { kind, ...marker }: Marker, after: string): boolean =>
  kind === 'close' &&
  'family' in marker &&
  family?.isTag === true &&
  marker.family.isTag === true &&
  endsThinking(context, after);

/** At a reply's beginning or after other thinking; elsewhere on a line of its own. */
function isOpening({ output, context }: State, family: Family, after: string): boolean {
  if (output.isFresh()) return true;
  const isOwnLine = context.isLineStart() && (after === '\n' || !inSentence.test(after));
  return isOwnLine && family.isWord !== true;
}

function begin(state: State, family: Family, after: string): true {
  const isFirst = !state.isTold && !state.output.hasText();
  // `<think> is the tag …`: thinking begins on a line of its own or right behind the tag.
  const isSentence = isFirst && inSentence.test(after) && after !== '\n';
  const before = `${family.open}${after.trim() === '' ? after : ''}`;
  state.mentioned = isSentence ? { before, behind: '' } : null;
  state.output.mark();
  return enter(state, 'thinking', family);
}

function endMessage(state: State): true {
  state.mentioned = null;
  state.output.mark();
  return enter(state, 'text', null);
}

function enter(state: State, part: State['part'], family: Family | null): true {
  Object.assign(state, { part, family, quoted: 0, isTold: true, context: createCodeContext() });
  return true;
}

/** A closing tag alone: the opening one was part of the prompt, so all that came before it is thinking. */
function takeClosing(state: State, family: Family, after: string): boolean {
  const { output, isTold, quoted } = state;
  if (output.isFresh()) return endMessage(state);
  const isElement = quoted > 0 || state.elements.has(family);
  if (isTold || isElement || !endsThinking(state.context, after)) return false;
  moveText(state, String);
  // With no text behind it, the reply would be empty.
  state.mentioned = { before: '', behind: family.close };
  return true;
}

/** Not where a sentence mentions it. */
function endsThinking(context: CodeContext, after: string): boolean {
  if (context.isItemStart()) return false;
  if (context.isLineStart()) return after === '\n' || !inSentence.test(after);
  if (context.before().trim() === '') return /[.!?…。！？]/.test(context.lastVisible());
  return !/[,;:)]/.test(after);
}

function moveText(state: State, clean: (text: string) => string): true {
  state.output.moveText(clean);
  return enter(state, 'text', null);
}

/** Only the final channel, and a message without a channel, is the reply. */
function endHead(state: State): void {
  const channel = /<\|channel\|>\s*([\w-]*)/i.exec(state.head)?.[1]?.toLowerCase() ?? 'final';
  const { output } = state;
  const isFinal = channel === 'final';
  // A reply that speaks of the format goes on as text.
  const isFirstHead = !state.isHarmony && !state.isTold && output.hasText();
  if (!isFinal && isFirstHead) {
    giveBackHead(state);
    return;
  }
  if (isFirstHead) output.moveText((text) => text.replace(/<\|end\|>\s*$/i, ''));
  output.mark();
  state.isHarmony = true;
  enter(state, isFinal ? 'text' : 'channel', null);
}

/** It was no head of a message; in the middle of harmony it is one that was cut. */
function giveBackHead(state: State): void {
  const { head, isHarmony, output } = state;
  Object.assign(state, { part: 'text', head: '' });
  if (!isHarmony) output.text(head);
}
