/**
 * The text of a body whose header may name the wrong charset. Valid UTF-8 is UTF-8, whatever the header says: text of
 * another charset is valid UTF-8 by chance only, and hardly for more than a few characters.
 */
export interface TextReader {
  /** With `stream`, a character that is cut at the end waits for its rest. */
  decode(piece?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** So many characters beyond ASCII that are valid UTF-8 are no chance; from then on a broken one is only broken. */
const ENOUGH_CHARACTERS = 8;

/** A charset whose bytes are all valid UTF-8 and mean something else. */
const UNLIKE_ASCII = /^iso-2022/;

/** @param charset as the header names it; an unknown one, or `null`, is UTF-8. A byte order mark is dropped. */
export function createTextReader(charset: string | null): TextReader {
  const declared = decoderOf(charset);
  const isCertain = declared.encoding === 'utf-8' || UNLIKE_ASCII.test(declared.encoding);
  return isCertain ? declared : createCheckedReader(declared);
}

function decoderOf(charset: string | null): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

const isUtf16 = ({ encoding }: TextDecoder): boolean => encoding.startsWith('utf-16');

const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function createCheckedReader(declared: TextDecoder): TextReader {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let chosen: TextDecoder | null = null;
  let held: Uint8Array = new Uint8Array();
  let characters = 0;
  let isFirst = true;

  const asUtf8 = (bytes: Uint8Array): string | null => {
    // UTF-16 is full of zeros, and UTF-8 has none.
    if (isUtf16(declared) && bytes.includes(0)) return null;
    try {
      const text = utf8.decode(bytes);
      const start = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
      if (bytes.length > 0) isFirst = false;
      characters += countOf(text, BEYOND_ASCII);
      return start;
    } catch {
      return null;
    }
  };
  /** Where nearly all of much is UTF-8, the rest is broken; otherwise the header is right. */
  const choose = (bytes: Uint8Array): TextDecoder => {
    const text = new TextDecoder().decode(bytes);
    const broken = countOf(text, /\ufffd/g);
    const valid = characters + countOf(text, BEYOND_ASCII) - broken;
    const isUtf8 = valid >= ENOUGH_CHARACTERS && broken * ENOUGH_CHARACTERS <= valid;
    return isUtf8 ? new TextDecoder('utf-8', { ignoreBOM: !isFirst }) : declared;
  };
  /** All but a character that is cut; `null` where it is not UTF-8. */
  const read = (bytes: Uint8Array, isEnd: boolean): string | null => {
    const cut = bytes.length - cutCharacter(bytes);
    const text = asUtf8(bytes.subarray(0, cut));
    if (text === null || !isEnd || cut === bytes.length) {
      held = bytes.slice(cut);
      return text;
    }
    return characters > 0 ? `${text}\ufffd` : null;
  };
  return {
    decode(piece = new Uint8Array(), { stream = false } = {}) {
      if (chosen !== null) return chosen.decode(piece, { stream });
      const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
      const text = read(bytes, !stream);
      if (text !== null) return text;
      chosen = choose(bytes);
      return chosen.decode(bytes, { stream });
    },
  };
}

/** How many bytes at the end begin a character of UTF-8 that is not complete. */
function cutCharacter(bytes: Uint8Array): number {
  const back = [1, 2, 3].find(
    (one) => one <= bytes.length && !isContinuation(bytes[bytes.length - one] ?? 0),
  );
  if (back === undefined) return 0;
  return lengthOf(bytes[bytes.length - back] ?? 0) > back ? back : 0;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Of a character that begins with this byte. */
function lengthOf(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
