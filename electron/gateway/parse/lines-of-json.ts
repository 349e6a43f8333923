/**
 * Where lines of a body end that may be JSON, one object each. Each of these looks at a run of blanks once: a body of
 * nothing else would take the square of its length.
 */
import { parseJson } from '../http/body';
import { isRecord } from './json';

/** Whether anything comes after the end of a line. */
export function hasNextLine(text: string): boolean {
  const end = text.search(/[\r\n]/);
  return end !== -1 && text.slice(end).trimStart() !== '';
}

/** Whether it ends with the end of a line, and blanks. */
export const endsLine = (text: string): boolean => /[\r\n]/.test(text.slice(text.trimEnd().length));

/** Where the first line ends that another object follows; -1 where none does. */
function endOfFirstObject(text: string): number {
  for (const { 0: blanks, index } of text.matchAll(/(?<!\s)\s+(?=\{)/g)) {
    const end = blanks.search(/[\r\n]/);
    if (end !== -1) return index + end;
  }
  return -1;
}

/** Whether each line is a whole object, as far as its first two show. */
export function isLinesOfJson(text: string): boolean {
  const end = endOfFirstObject(text);
  return end !== -1 && text.startsWith('{') && isRecord(parseJson(text.slice(0, end), String));
}
