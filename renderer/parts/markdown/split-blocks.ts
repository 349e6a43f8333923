/**
 * Splits a growing text into blocks that can be rendered separately, reading each line once.
 *
 * A cut is made only where markdown can't reach across it, so a block means the same alone as in the whole. Finished
 * blocks never change again; only the last block grows.
 */
import { opensFormula } from './math-marks';

export interface Block {
  readonly text: string;
  /** `null` where it is not a single block of fenced code. */
  readonly language: string | null;
  /** Where the source of fenced code begins in `text`. */
  readonly sourceAt: number;
  /** Fenced code whose fence is not closed (yet). */
  readonly isOpen: boolean;
}

export interface Split {
  readonly text: string;
  /** The finished blocks; the rest of the text is the last block. */
  readonly settled: readonly Block[];
  readonly line: LineState;
  /** The highest level of a heading, 1 to 6; 7 where there is none. */
  readonly highestHeading: number;
  /** Definitions of link references, by their label in lower case. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly hasFootnotes: boolean;
}

/** The parser's position: everything before `at` is read, the last block begins at `start`. */
interface LineState {
  readonly at: number;
  readonly start: number;
  readonly kind: 'none' | 'list' | 'other' | 'code';
  readonly language: string;
  readonly sourceAt: number;
  readonly afterBlank: boolean;
  /** Of a definition whose address is on the next line. */
  readonly label: string | null;
  /** What ends the range in which blank lines have no meaning; `null` outside of one. */
  readonly closer: RegExp | null;
  /** Of fences that are open inside fenced Markdown. */
  readonly inner: number;
  /** Such a fence was met in this block. */
  readonly hasInner: boolean;
}

const beginning: LineState = {
  at: 0,
  start: 0,
  kind: 'none',
  language: '',
  sourceAt: 0,
  afterBlank: false,
  label: null,
  closer: null,
  inner: 0,
  hasInner: false,
};

export const nothingSplit: Split = {
  text: '',
  settled: [],
  line: beginning,
  highestHeading: 7,
  definitions: new Map(),
  hasFootnotes: false,
};

const fence = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)$/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
/** Inside a quote. */
const quoteMarks = /^(?: {0,3}>[ \t]?)+/;
const footnote = /^ {0,3}\[\^[^\]\n]{1,200}\]:/;
const labelText = '((?:[^\\[\\]\\\\\\n]|\\\\[^\\n]){1,200})';
const address = '(?:<[^<>]*>|[^ \\t<][^ \\t]*)(?:[ \\t]+(?:"[^"]*"|\'[^\']*\'|\\([^()]*\\)))?';
/** What else follows its address is a sentence, and no definition. The address may be on the next line. */
const definition = new RegExp(`^ {0,3}\\[(?!\\^)${labelText}\\]:[ \\t]*(${address})?[ \\t]*$`);
const addressAlone = new RegExp(`^[ \\t]*${address}[ \\t]*$`);
const rawHtml = /^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i;

/** Continues where `before` ended; from the beginning where the text is another one. */
export function growSplit(before: Split, text: string): Split {
  const from = text.startsWith(before.text) ? before : nothingSplit;
  const reader = new Reader(from, text);
  return reader.read();
}

/** The same for a text that has ended: where fences inside fences don't come out even, each ends at the next, as Markdown has it. */
export function endSplit(before: Split, text: string): Split {
  const grown = growSplit(before, `${text}\n`);
  return grown.line.hasInner ? new Reader(nothingSplit, `${text}\n`, false).read() : grown;
}

/** Models put whole documents into fences of three marks, with fences of three marks inside. */
const document = /^(?:markdown|md|mdx)$/i;

/** The blocks of a text, the last one as far as it has arrived. */
export function blocksOf({ text, settled, line }: Split): readonly Block[] {
  const rest = text.slice(line.start);
  if (rest.trim() === '') return settled;
  const isCode = line.kind === 'code';
  const last = {
    text: rest,
    language: isCode ? line.language : null,
    sourceAt: line.sourceAt,
    isOpen: isCode,
  };
  return [...settled, last];
}

class Reader {
  private readonly text: string;
  private readonly settled: Block[];
  private readonly definitions: Map<string, string>;
  private line: LineState;
  private highest: number;
  private hasFootnotes: boolean;

  constructor(
    from: Split,
    text: string,
    private readonly nests = true,
  ) {
    this.text = text;
    this.settled = [...from.settled];
    this.definitions = new Map(from.definitions);
    this.line = from.line;
    this.highest = from.highestHeading;
    this.hasFootnotes = from.hasFootnotes;
  }

  read(): Split {
    for (;;) {
      const end = this.text.indexOf('\n', this.line.at);
      if (end < 0) break;
      this.take(this.text.slice(this.line.at, end).replace(/\r$/, ''), end + 1);
    }
    const { text, settled, line, definitions, hasFootnotes } = this;
    return { text, settled, line, highestHeading: this.highest, definitions, hasFootnotes };
  }

  private take(line: string, next: number): void {
    if (this.line.closer !== null) this.takeInside(line, next);
    else if (line.trim() === '') this.line = { ...this.line, at: next, afterBlank: true, label: null };
    else this.takeText(line, next);
  }

  private takeInside(line: string, next: number): void {
    const isEnd = this.line.closer?.test(line) === true;
    const inner = this.innerAfter(line, isEnd);
    const closes = isEnd && this.line.inner === 0;
    const hasInner = this.line.hasInner || inner > 0;
    const closer = closes ? null : this.line.closer;
    this.line = { ...this.line, at: next, afterBlank: false, closer, inner, hasInner };
    if (closes && this.line.kind === 'code') this.cut(next, false);
  }

  /** How many fences are open inside fenced Markdown: one with a language opens, one without closes. */
  private innerAfter(line: string, isEnd: boolean): number {
    const { kind, language, closer, inner } = this.line;
    if (isEnd) return Math.max(0, inner - 1);
    const [, , mark = '', info = ''] = fence.exec(line) ?? [];
    const isDocument = this.nests && kind === 'code' && document.test(language);
    const opens = isDocument && inner === 0 && /^[\w+#.-]+$/.test(info.trim()) && closer?.test(mark) === true;
    return opens ? 1 : inner;
  }

  private takeText(line: string, next: number): void {
    const opened = fence.exec(line);
    const ownsLine = opened?.[1] === '' && !(opened[2]?.startsWith('`') && opened[3]?.includes('`'));
    if (ownsLine || this.isBoundary(line)) this.cut(this.line.at, true);
    this.note(line);
    const kind = listItem.test(line) ? 'list' : this.line.kind === 'none' ? 'other' : this.line.kind;
    this.line = { ...this.line, at: next, kind, afterBlank: false, closer: closerOf(line, opened) };
    if (ownsLine) this.beginCode(opened?.[3] ?? '', next);
  }

  private beginCode(info: string, next: number): void {
    const language = info.trim().split(/\s/)[0] ?? '';
    this.line = { ...this.line, kind: 'code', language, sourceAt: next - this.line.start };
  }

  private isBoundary(line: string): boolean {
    const { kind, afterBlank } = this.line;
    if (kind === 'none' || /^[ \t]/.test(line)) return false;
    if (kind === 'list') return (afterBlank && !listItem.test(line)) || /^#{1,6}[ \t]/.test(line);
    return afterBlank || /^#{1,6}[ \t]/.test(line);
  }

  private note(line: string): void {
    this.highest = Math.min(this.highest, heading.exec(line)?.[1]?.length ?? 7);
    if (footnote.test(line)) this.hasFootnotes = true;
    const own = line.replace(quoteMarks, '');
    const { label, kind } = this.line;
    if (label !== null && addressAlone.test(own)) this.define(label, `[${label}]:\n${own.trim()}`);
    // In a list it is indented like the text of its item.
    const [, defined, place] = definition.exec(kind === 'list' ? own.trimStart() : own) ?? [];
    this.line = { ...this.line, label: place === undefined ? (defined ?? null) : null };
    if (defined !== undefined && place !== undefined) this.define(defined, own.trim());
  }

  /** The first of a label counts. */
  private define(label: string, line: string): void {
    const name = labelOf(label);
    if (!this.definitions.has(name)) this.definitions.set(name, line);
  }

  private cut(end: number, isOpen: boolean): void {
    const { start, kind, language, sourceAt } = this.line;
    const text = this.text.slice(start, end);
    if (text.trim() !== '') {
      this.settled.push({
        text,
        language: kind === 'code' ? language : null,
        sourceAt,
        isOpen: isOpen && kind === 'code',
      });
    }
    this.line = { ...beginning, at: end, start: end };
  }
}

function closerOf(line: string, opened: RegExpExecArray | null): RegExp | null {
  const mark = opened?.[2];
  if (mark !== undefined && !(mark.startsWith('`') && opened?.[3]?.includes('`'))) {
    return new RegExp(`^[ \\t]*${mark[0]}{${mark.length},}[ \\t]*$`);
  }
  if (opensFormula(line)) return /\$\$[ \t]*$/;
  if (/^ {0,3}<!--(?!.*-->)/.test(line)) return /-->/;
  const tag = rawHtml.exec(line)?.[1];
  return tag === undefined || line.includes(`</${tag}`) ? null : new RegExp(`</${tag}>`, 'i');
}

/** Labels are compared without regard to case and to how many blanks they have. */
export const labelOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** The code inside a block's fence, unchanged. */
export function sourceOf({ text, sourceAt, isOpen }: Block): string {
  const inside = text.slice(sourceAt);
  if (isOpen) return inside.replace(/\n$/, '');
  const end = inside.trimEnd().lastIndexOf('\n');
  return end < 0 ? '' : inside.slice(0, end).replace(/\r$/, '');
}
