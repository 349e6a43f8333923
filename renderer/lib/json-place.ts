/**
 * Where a piece of JSON is wrong.
 *
 * The engine's own message names no place for short texts, and its wording differs between versions; a person who
 * types parameters needs the line and the column.
 */

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { jsonBounds } from '../../shared/run/response-format';

export interface JsonMistake {
  readonly message: string;
  /** Counted from one. */
  readonly line: number;
  readonly column: number;
}

export type JsonObject = { readonly [key: string]: unknown };
export type JsonReading =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly mistake: JsonMistake };

/** Reads a JSON object; what is empty reads as an empty object. */
export function readJsonObject(text: string): JsonReading {
  if (text.trim() === '') return { ok: true, value: {} };
  const tooDeep = deeperAt(text, jsonBounds.maxDepth);
  if (tooDeep !== null)
    return { ok: false, mistake: placed(text, `nested deeper than ${jsonBounds.maxDepth} levels`, tooDeep) };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as JsonObject };
    }
    return { ok: false, mistake: { message: 'must be an object in { }', line: 1, column: 1 } };
  } catch {
    return { ok: false, mistake: findMistake(text) };
  }
}

/** Where it is nested deeper: reading survives that, what walks through the value does not. */
function deeperAt(text: string, levels: number): number | null {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/gs)) {
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth > levels) return index;
  }
  return null;
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'names and text need double quotes',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a comma or } is missing',
  CloseBracketExpected: 'a comma or ] is missing',
  EndOfFileExpected: 'nothing may follow the end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing quote',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'a \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'this character can’t be escaped',
  InvalidCharacter: 'this character must be escaped',
};

/** Where a text stops being JSON. */
export function findMistake(text: string): JsonMistake {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  const message = (first && messages[printParseErrorCode(first.error)]) ?? 'this is not JSON';
  return placed(text, message, first?.offset ?? text.length);
}

function placed(text: string, message: string, at: number): JsonMistake {
  const lines = text.slice(0, at).split('\n');
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
