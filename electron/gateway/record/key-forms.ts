/**
 * How a secret may be written: as it is, in hexadecimal, and in base64 as a part of any longer text, where its letters
 * depend on how many bytes come before it. Escapes are undone before: see `redact.ts`.
 */

export interface KeyForm {
  readonly text: string;
  /** A beginning of this length is recognized in an error. */
  readonly shortest: number;
  /** A stream is held back from this many letters on: every sixth piece of it ends in the first of some form. */
  readonly heldFrom: number;
}

/** Shorter prefixes (`sk-live`) are not secret and occur in ordinary text. */
const SHORTEST_PREFIX = 8;
/** As many letters of an encoded form as stand for the shortest prefix, and some. */
const SHORTEST_HEX = 18;
const SHORTEST_BASE64 = 12;
/** Fewer letters of an encoded form hold less than three of the key. */
export const HELD_FROM = 4;
/** A "key" below this would be found inside most words. */
const SHORTEST_KEY = 4;
/** Below this a "key" is a placeholder such as `none`, and would be found in any prose. */
export const SHORTEST_KEY_IN_CONTENT = 8;

export function formsOf(secret: string): readonly KeyForm[] {
  const plain = { text: secret, shortest: SHORTEST_PREFIX, heldFrom: 1 };
  if (secret.length < SHORTEST_KEY) return [];
  if (secret.length < SHORTEST_KEY_IN_CONTENT) return [plain];
  const bytes = Buffer.from(secret);
  const lower = bytes.toString('hex');
  const hex = [lower, lower.toUpperCase()].map((text) => ({
    text,
    shortest: SHORTEST_HEX,
    heldFrom: HELD_FROM,
  }));
  const base64 = [0, 1, 2].flatMap((before) => base64Forms(bytes, before));
  const packed = [...new Set(base64)].map((text) => ({
    text,
    shortest: SHORTEST_BASE64,
    heldFrom: HELD_FROM,
  }));
  return [plain, ...hex, ...packed];
}

/** The letters that are the same whatever surrounds the secret, in both alphabets. */
function base64Forms(bytes: Buffer, before: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor((padded.length * 8) / 6);
  return [padded.toString('base64'), padded.toString('base64url')].map((text) => text.slice(first, end));
}
