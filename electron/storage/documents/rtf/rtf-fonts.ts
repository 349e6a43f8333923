/** Fonts of RTF, each of which says in which encoding its bytes are. */
import { decodeAs } from '../../../../shared/text/decode-text';
import { symbolSign } from '../symbol-fonts';
import { charsets, codePageOf, SYMBOL_CHARSET } from './rtf-encodings';

interface Font {
  encoding: string | null;
  isSymbols: boolean;
  name: string;
}

const MOST_FONTS = 10_000;

export function rtfFonts() {
  const fonts = new Map<number, Font>();
  let document = 'windows-1252';
  const font = (id: number): Font => {
    const own = fonts.get(id) ?? { encoding: null, isSymbols: false, name: '' };
    if (fonts.size < MOST_FONTS) fonts.set(id, own);
    return own;
  };
  const nameOf = (id: number) => fonts.get(id)?.name ?? '';
  return {
    charset(id: number, charset: number): void {
      const own = font(id);
      own.isSymbols = charset === SYMBOL_CHARSET;
      own.encoding = charsets[charset] ?? null;
    },
    codePage(id: number, number: number): void {
      font(id).encoding = codePageOf(number);
    },
    named(id: number, text: string): void {
      const own = font(id);
      if (own.name.length < 100) own.name += text;
    },
    document(encoding: string): void {
      document = encoding;
    },
    nameOf,
    text(id: number, held: readonly number[]): string {
      const own = fonts.get(id);
      if (own?.isSymbols === true) return held.map((byte) => symbolSign(own.name, byte)).join('');
      const encoding = own?.encoding ?? document;
      const bytes = Uint8Array.from(held);
      return encoding === 'windows-1252'
        ? decodeAs(bytes, 'Windows-1252')
        : new TextDecoder(encoding).decode(bytes);
    },
  };
}
