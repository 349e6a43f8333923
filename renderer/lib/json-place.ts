/**
 * Where a piece of JSON is wrong.
 *
 * The engine's own message names no place for short texts, and its wording differs between versions; a person who
 * types parameters needs the line and the column.
 */

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

class Mistake extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

function findMistake(text: string): JsonMistake {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.end();
  } catch (error) {
    if (error instanceof Mistake) return placed(text, error.message, error.at);
  }
  return placed(text, 'is not valid JSON', text.length);
}

function placed(text: string, message: string, at: number): JsonMistake {
  const lines = text.slice(0, at).split('\n');
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside strings.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/** Walks the text by the grammar of JSON and stops at the first thing that does not belong there. */
class Reader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  value(): void {
    this.space();
    const next = this.text[this.at];
    if (next === '{') this.list('}', () => this.member());
    else if (next === '[') this.list(']', () => this.value());
    else if (next === '"') this.string();
    else if (!this.take(literal))
      this.fail(next === undefined ? 'a value is missing' : 'this is no JSON value');
    this.space();
  }

  end(): void {
    if (this.at < this.text.length) this.fail('nothing may follow the end');
  }

  private member(): void {
    this.space();
    if (this.text[this.at] !== '"') this.fail('a name in double quotes is missing');
    this.string();
    this.space();
    if (this.text[this.at] !== ':') this.fail('a colon is missing');
    this.at += 1;
    this.value();
  }

  private list(close: string, item: () => void): void {
    this.at += 1;
    this.space();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      item();
      const next = this.text[this.at];
      if (next !== ',' && next !== close) this.fail(`a comma or ${close} is missing`);
      this.at += 1;
      if (next === close) return;
    }
  }

  private string(): void {
    if (!this.take(string)) this.fail('this text has no end, or holds a character that must be escaped');
  }

  private space(): void {
    this.take(/[ \t\n\r]*/y);
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  private fail(message: string): never {
    throw new Mistake(message, this.at);
  }
}
