import { decodeAs, decodeText } from '../../../../shared/text/decode-text';
import type { TextEncoding } from '../../../../shared/text/text-encodings';

/** What one file may add to a message, in bytes. */
export const fileBytesAtMost = 256 * 1024;

/** A quoted file whose encoding could only be guessed. */
export interface GuessedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: TextEncoding;
  /** As it is quoted. */
  readonly text: string;
}

export type QuotedFile =
  | { readonly ok: true; readonly text: string; readonly guess: GuessedFile | null }
  | { readonly ok: false; readonly refusal: string };

/** A text file as a message quotes it: its name, then its content in a fence that nothing inside can close. */
export async function quoteFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<QuotedFile> {
  if (file.size > fileBytesAtMost) {
    const kilobytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')} kB`;
    const refusal = `“${file.name}” is too large: ${kilobytes(file.size)}, at most ${kilobytes(fileBytesAtMost)} can be added`;
    return { ok: false, refusal };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decoded = decodeText(bytes);
  if (decoded === null)
    return { ok: false, refusal: `“${file.name}” is not a text file, so it was not added` };
  const text = fenced(file.name, decoded.text);
  const { encoding, isGuess } = decoded;
  return { ok: true, text, guess: isGuess ? { name: file.name, bytes, encoding, text } : null };
}

/** The same file, quoted by another encoding. */
export function quotedAs(guess: GuessedFile, encoding: TextEncoding): GuessedFile {
  return { ...guess, encoding, text: fenced(guess.name, decodeAs(guess.bytes, encoding)) };
}

function fenced(name: string, text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const language = /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const title = name.replace(/[`\r\n]/g, ' ').trim();
  return `\`${title}\`:\n\n${fence}${language}\n${text.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n${fence}\n`;
}
