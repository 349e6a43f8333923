/** Text files in any encoding: what is certain by its bytes is decoded, the rest by a guess that a person can change. */
import { scoreOf } from './encoding-scores';
import { type TextEncoding, textEncodings } from './text-encodings';

/** In the order that decides between guesses that are equally good. */
const guessed: readonly TextEncoding[] = [
  ...(['Windows-1252', 'GBK', 'Shift-JIS', 'EUC-JP', 'EUC-KR', 'Big5'] as const),
  ...(['Windows-1251', 'KOI8-R', 'Windows-1250'] as const),
];
const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16 LE', [0xff, 0xfe]],
  ['UTF-16 BE', [0xfe, 0xff]],
];
const sampleBytes = 64 * 1024;

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Another encoding may be the right one. */
  readonly isGuess: boolean;
}

/** `null` for a binary file. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const known = marked ?? (isUtf8(bytes) ? 'UTF-8' : null);
  if (known !== null) return decoded(bytes, known, false);
  const wide = wideOrder(bytes);
  if (wide !== null) return decoded(bytes, wide, true);
  const best = isBinary(bytes) ? null : bestGuess(bytes.subarray(0, sampleBytes));
  return best && decoded(bytes, best, true);
}

/** By the encoding that a person chose; what it can't hold becomes a replacement sign. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = new TextDecoder(textEncodings[encoding]).decode(bytes);
  return encoding === 'Windows-1252' ? text.replace(/[\x80-\x9f]/g, westernSign) : text;
}

/** Some hosts take Windows-1252 for Latin-1, which has no signs here; five are in neither. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const westernSign = (sign: string): string => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign;

function decoded(bytes: Uint8Array, encoding: TextEncoding, isGuess: boolean): DecodedText | null {
  const text = decodeAs(bytes, encoding);
  return text.includes('\0') ? null : { text, encoding, isGuess };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 of Latin text is valid UTF-8, full of zeros.
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

const isBinary = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a && byte !== 0x1b);

/** A few bytes are too few for a guess. */
const shortestWide = 6;

/** Two bytes a sign, without a mark: the high byte of spaces, digits and line ends is zero, in one of the two places. */
function wideOrder(bytes: Uint8Array): TextEncoding | null {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, sampleBytes);
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (
    bytes.length % 2 !== 0 ||
    Math.max(even, odd) < 1 ||
    bytes.length < shortestWide ||
    Math.min(even, odd) * 4 > Math.max(even, odd)
  )
    return null;
  const encoding = even > odd ? 'UTF-16 BE' : 'UTF-16 LE';
  // Any binary file may have its zeros so: as text it holds signs that are none.
  const signs = decodeAs(sample, encoding).slice(0, -1);
  return isControl(signs) || /[\ufffd\ufffe\uffff]/.test(signs) ? null : encoding;
}

const isControl = (signs: string): boolean =>
  isBinary(Uint8Array.from(signs, (sign) => Math.min(0xff, sign.charCodeAt(0))));

function bestGuess(sample: Uint8Array): TextEncoding | null {
  let best: TextEncoding | null = null;
  let most = 0;
  for (const encoding of guessed) {
    const score = scoreOf(decodeAs(sample, encoding), countHigh(sample), encoding);
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

const countHigh = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + (byte >> 7), 0);
