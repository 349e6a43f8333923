import type { CallBody } from '../../shared/calls/inspector';
import { parseExactly, writeExactly } from '../../shared/text/exact-json';

/** Longer lines are wrapped, so that no line on the page is ever long. */
const longestLine = 1_000;

/** A text as lines to show; JSON is formatted for reading. */
export function linesOf(text: string): readonly string[] {
  return laidOut(text).split('\n').flatMap(broken);
}

/** The lines of a body, with a note where something was left out. */
export function bodyLines(body: Extract<CallBody, { kind: 'text' }>): readonly string[] {
  if (body.leftOutBytes === 0) return linesOf(body.text);
  const note = `… ${body.leftOutBytes} bytes left out …`;
  return [...body.text.split('\n').flatMap(broken), note, ...body.tail.split('\n').flatMap(broken)];
}

function laidOut(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return writeExactly(parseExactly(text), 2) ?? text;
  } catch {
    return text;
  }
}

function broken(line: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += longestLine) pieces.push(line.slice(at, at + longestLine));
  return pieces.length === 0 ? [''] : pieces;
}
