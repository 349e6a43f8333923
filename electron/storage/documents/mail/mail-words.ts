/** Fields of a mail's head: words in other encodings (RFC 2047) and parameters (RFC 2231). */
import { decodeText } from '../../../../shared/text/decode-text';
import { decodeLabelled } from '../labelled-text';

/** A text whose signs are bytes, as those. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?\s]*)\?=/gi;

/** @param text its signs are bytes */
export function decodedWords(text: string): string {
  // Blanks between two words only keep lines short.
  const joined = text.replace(/\?=\s{1,80}(?==\?)/g, '?=');
  let [said, at, held, label] = ['', 0, '', ''];
  const flush = () => {
    if (held !== '') said += decodeLabelled(bytesOf(held), label);
    held = '';
  };
  for (const word of joined.matchAll(WORD)) {
    const [whole, charset = '', kind = '', inside = ''] = word;
    const own = charset.split('*', 1)[0]?.toLowerCase() ?? '';
    if (word.index > at || own !== label) flush();
    said += plain(joined.slice(at, word.index));
    // A sign of several bytes may be cut by the end of a word.
    held += kind.toLowerCase() === 'b' ? atobBytes(inside) : unquoted(inside.replaceAll('_', ' '));
    label = own;
    at = word.index + whole.length;
  }
  flush();
  return said + plain(joined.slice(at));
}

const plain = (text: string): string =>
  /[\x80-\xff]/.test(text) ? (decodeText(bytesOf(text))?.text ?? text) : text;

export const atobBytes = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');

/** `=C3` as the byte it is. */
export const unquoted = (text: string): string =>
  text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export interface Field {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([\w!#$&+.^`|~*-]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g;
const MOST_FIELD = 10_000;

/** `text/plain; charset=utf-8` with its parameters by their small names. */
export function fieldOf(written: string): Field {
  const text = written.slice(0, MOST_FIELD);
  const pieces = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of text.matchAll(PARAMETER)) {
    const value = quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1');
    // `filename*0*=` is the first of several pieces, with its encoding before two apostrophes.
    const base = name.toLowerCase().split('*', 1)[0] ?? '';
    if (name.includes('*')) pieces.set(base, (pieces.get(base) ?? '') + value);
    else parameters.set(base, decodedWords(value));
  }
  for (const [name, value] of pieces) parameters.set(name, extended(value));
  return { value: (text.split(';', 1)[0] ?? '').trim().toLowerCase(), parameters };
}

function extended(value: string): string {
  const [, label = '', rest = value] = /^([\w.:-]*)'[\w-]*'(.*)$/s.exec(value) ?? [];
  return decodeLabelled(bytesOf(unquoted(rest.replace(/%(?=[0-9a-f]{2})/gi, '='))), label || 'utf-8');
}
