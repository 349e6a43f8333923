/** Parts of a mail (RFC 5322, MIME of RFC 2045 and 2046). All texts here are bytes, a sign each, until they are decoded. */
import { decodeText } from '../../../../shared/text/decode-text';
import { decodeLabelled } from '../labelled-text';
import { atobBytes, bytesOf, decodedWords, type Field, fieldOf, unquoted } from './mail-words';

export interface MailPart {
  readonly heads: ReadonlyMap<string, string>;
  readonly type: Field;
  readonly body: string;
}

const MOST_HEAD = 256 * 1024;

export function mailPart(text: string, usualType = 'text/plain'): MailPart {
  const blank = /^\r?\n|\r?\n\r?\n/.exec(text);
  const end = blank?.index ?? text.length;
  const heads = headsOf(text.slice(0, Math.min(end, MOST_HEAD)));
  const type = fieldOf(heads.get('content-type') || usualType);
  return { heads, type, body: text.slice(end + (blank?.[0].length ?? 0)) };
}

/** The first of each name counts, apart from its lines being folded. */
function headsOf(text: string): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const line of text.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\x21-\x39\x3b-\x7e]{1,80})[ \t]*:(.*)$/.exec(line) ?? [];
    const small = name.toLowerCase();
    if (name !== '' && !heads.has(small)) heads.set(small, value.trim());
  }
  return heads;
}

/** As a person reads it. */
export const headOf = (part: MailPart, name: string): string =>
  decodedWords(part.heads.get(name) ?? '').replace(/\s+/g, ' ');

/** A part that a program for mail shows as a file. */
export function fileName({ heads, type }: MailPart): string | null {
  const disposition = fieldOf(heads.get('content-disposition') ?? '');
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name') ?? '';
  return disposition.value === 'attachment' || name !== '' ? name : null;
}

/** The parts of a part of several; at most so many are looked for. */
export function innerParts({ type, body }: MailPart, most: number): readonly MailPart[] {
  const boundary = type.parameters.get('boundary') ?? '';
  if (boundary === '') return [];
  const usual = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const mark = `\n--${boundary}`;
  const text = `\n${body}`;
  const parts: MailPart[] = [];
  let at = markFrom(text, mark, 0);
  while (at >= 0 && parts.length < most && !text.startsWith('--', at + mark.length)) {
    const start = text.indexOf('\n', at + mark.length);
    if (start < 0) break;
    const end = markFrom(text, mark, start);
    // The line end before a boundary belongs to it.
    parts.push(mailPart(text.slice(start + 1, end < 0 ? text.length : end).replace(/\r$/, ''), usual));
    at = end;
  }
  return parts;
}

/** The boundary of an inner part may begin with that of the outer one. */
function markFrom(text: string, mark: string, from: number): number {
  let at = text.indexOf(mark, from);
  while (at >= 0 && !/^(?:--|\s|$)/.test(text.slice(at + mark.length, at + mark.length + 2)))
    at = text.indexOf(mark, at + mark.length);
  return at;
}

const encodingOf = ({ heads }: MailPart): string =>
  (heads.get('content-transfer-encoding') ?? '').trim().toLowerCase();

function decodedBody(part: MailPart): string {
  if (encodingOf(part) === 'base64') return atobBytes(part.body);
  if (encodingOf(part) !== 'quoted-printable') return part.body;
  const lines = part.body.split('\n').map((line) => line.trimEnd());
  return unquoted(lines.map((line) => (line.endsWith('=') ? line.slice(0, -1) : `${line}\n`)).join(''));
}

/** How large the file is that it holds, about. */
export const sizeOf = (part: MailPart): number =>
  encodingOf(part) === 'base64' ? Math.floor((part.body.length * 3) / 4) : part.body.length;

export function textOfPart(part: MailPart): string {
  const body = decodedBody(part);
  const bytes = bytesOf(body);
  const label = part.type.parameters.get('charset') ?? '';
  // Programs write that it is ASCII where they haven’t asked themselves.
  const text =
    label === '' || /ascii/i.test(label) ? (decodeText(bytes)?.text ?? body) : decodeLabelled(bytes, label);
  return text.replaceAll('\r\n', '\n');
}
