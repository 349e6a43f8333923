/** Finds the beginnings of secrets that are long enough to recognize, in any case. */
import type { KeyForm } from './key-forms';

/** A stretch of text that is the key or a beginning of it. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** A beginning of letters only, such as `gatehouse` of `gatehouse-4711…`, is a word as long as words are. */
const LONGEST_WORD = 11;

/** @returns the spans in order of their start */
export function prefixFinder(forms: readonly KeyForm[]): (text: string) => readonly KeySpan[] {
  const each = forms.map(({ text, shortest }) => ({
    form: text.toLowerCase(),
    beginning: new RegExp(escapePattern(text.toLowerCase().slice(0, shortest)), 'gi'),
  }));
  return (text) =>
    each
      .flatMap(({ form, beginning }) => findForm(text, form, beginning))
      .sort((one, other) => one.start - other.start);
}

function findForm(text: string, form: string, beginning: RegExp): KeySpan[] {
  const spans: KeySpan[] = [];
  for (const { index: start } of text.matchAll(beginning)) {
    const length = matchLength(text, start, form);
    if (start < (spans.at(-1)?.end ?? 0) || isWord(form.slice(0, length), form)) continue;
    spans.push({ start, end: start + length });
  }
  return spans;
}

function isWord(beginning: string, form: string): boolean {
  return beginning.length < form.length && beginning.length <= LONGEST_WORD && /^[a-z]+$/.test(beginning);
}

function matchLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text.charAt(at + length).toLowerCase() === form.charAt(length)) length++;
  return length;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
