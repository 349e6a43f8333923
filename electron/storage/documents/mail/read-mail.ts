/** Mails as a program for mail shows them: who wrote what when, the text once, and the names of what is attached. */
import { writeHtml } from '../html/html-text';
import { createPageWriter, type PageWriter } from '../page-writer';
import { fileName, headOf, innerParts, type MailPart, mailPart, sizeOf, textOfPart } from './mail-part';

/** Of the head, in the order in which it is read. */
const shown: readonly (readonly [field: string, label: string])[] = [
  ['from', 'From'],
  ['to', 'To'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
  ['reply-to', 'Reply to'],
  ['date', 'Date'],
  ['subject', 'Subject'],
];
/** Mails in mails, and parts in parts. */
const MOST_DEPTH = 10;
const MOST_PARTS = 1_000;

const HEAD_CHARACTERS = 16 * 1024;
const known =
  /^(?:from|to|subject|date|message-id|mime-version|received|return-path|delivered-to|content-type|x-[\w-]+):/i;

/** Whether a text is a mail or a mailbox: its first lines are fields, and those that every mail has are among them. */
export function isMail(text: string): boolean {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/^\s*\n/, '');
  const [block = ''] = head.replace(BOX_LINE, '').split(/\r?\n\r?\n/, 1);
  const lines = block.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  // The last line may be cut.
  const fields = lines.slice(0, block.length < HEAD_CHARACTERS - 200 ? undefined : -1);
  if (!fields.every((line) => /^[\x21-\x39\x3b-\x7e]+[ \t]*:/.test(line))) return false;
  const has = (name: string) => fields.some((line) => line.toLowerCase().startsWith(`${name}:`));
  if (fields.filter((line) => known.test(line)).length < 3 && !(has('mime-version') && has('content-type')))
    return false;
  return has('from') || has('received') || has('mime-version');
}

/** How a mailbox begins each of its mails. Patches that git writes begin so too, and are read as what they are: texts. */
const BOX_LINE = /^From (?![0-9a-f]{40} )[^\r\n]{1,300}\r?\n/;
const BOX_LINES = /(?:^|\n)(?=From \S[^\r\n]{0,300}\d\d:\d\d[^\r\n]{0,60}\r?\n[\x21-\x39\x3b-\x7e]+:)/;

/** @param bytes of the whole file */
export function readMail(bytes: Uint8Array, most?: number) {
  const writer = createPageWriter(most);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const mails = BOX_LINE.test(text) ? text.split(BOX_LINES) : [text.replace(/^\s*\n/, '')];
  for (const mail of mails) {
    writer.next();
    if (writer.isFull()) {
      writer.cut();
      break;
    }
    const isBoxed = BOX_LINE.test(mail);
    new MailWriter(writer).mail(isBoxed ? mail.replace(BOX_LINE, '').replace(/^>(>*From )/gm, '$1') : mail);
  }
  return writer.end();
}

class MailWriter {
  #parts = 0;
  #files: string[] = [];
  readonly #writer: PageWriter;

  constructor(writer: PageWriter) {
    this.#writer = writer;
  }

  mail(text: string, depth = 0): void {
    const part = mailPart(text);
    const isPage =
      part.heads.has('snapshot-content-location') || /^"?<?saved by /i.test(headOf(part, 'from'));
    if (isPage) this.#pageHead(part);
    else this.#mailHead(part);
    const outer = this.#files;
    this.#files = [];
    this.#part(part, depth);
    if (this.#files.length > 0) this.#writer.write(`\n\nAttachments: ${this.#files.join(', ')}\n`);
    this.#files = outer;
  }

  #mailHead(part: MailPart): void {
    for (const [field, label] of shown) {
      const value = headOf(part, field);
      if (value !== '') this.#writer.write(`${label}: ${value}\n`);
    }
    this.#writer.write('\n');
  }

  /** A page that a browser saved as one file is wrapped as a mail is. */
  #pageHead(part: MailPart): void {
    const head = [headOf(part, 'subject'), headOf(part, 'snapshot-content-location')];
    this.#writer.write(`${head.filter((line) => line !== '').join('\n')}\n\n`);
  }

  #part(part: MailPart, depth: number): void {
    this.#parts += 1;
    const isBeyond = this.#parts > MOST_PARTS || depth > MOST_DEPTH || this.#writer.isFull();
    if (isBeyond) return void this.#writer.cut();
    const { value } = part.type;
    const name = fileName(part);
    if (value === 'message/rfc822') this.#inner(part, depth);
    else if (name !== null) this.#files.push(described(part, name));
    else if (value === 'multipart/alternative') this.#alternative(part, depth);
    else if (value.startsWith('multipart/')) this.#several(part, depth);
    else if (value === 'text/html' || value === 'application/xhtml+xml') this.#html(part);
    else if (value.startsWith('text/') || value === 'message/delivery-status')
      this.#writer.write(`${textOfPart(part).trim()}\n`);
  }

  #html(part: MailPart): void {
    writeHtml(textOfPart(part), this.#writer);
    this.#writer.write('\n');
  }

  /** The root of a page or of a mail with pictures comes first, and what it draws after it. */
  #several(part: MailPart, depth: number): void {
    const inner = innerParts(part, MOST_PARTS);
    const isRelated = part.type.value === 'multipart/related';
    for (const [at, one] of inner.entries()) {
      if (isRelated && at > 0 && fileName(one) === null) continue;
      if (at > 0) this.#writer.write('\n');
      this.#part(one, depth + 1);
    }
  }

  /** The same text in several forms: the plain one, unless it is empty. */
  #alternative(part: MailPart, depth: number): void {
    const inner = innerParts(part, MOST_PARTS);
    const isPlain = ({ type }: MailPart) => type.value === 'text/plain';
    const plain = inner.find((one) => isPlain(one) && textOfPart(one).trim() !== '');
    const richest = inner.findLast((one) => /^(?:text\/html|multipart\/)/.test(one.type.value));
    const chosen = plain ?? richest ?? inner[0];
    if (chosen !== undefined) this.#part(chosen, depth + 1);
    // What lies beside the picked form of a text may hold files.
    if (plain !== undefined && richest !== undefined) this.#filesOf(richest, depth + 1);
  }

  #filesOf(part: MailPart, depth: number): void {
    if (depth > MOST_DEPTH || !part.type.value.startsWith('multipart/')) return;
    for (const one of innerParts(part, MOST_PARTS)) {
      const name = fileName(one);
      if (name !== null) this.#files.push(described(one, name));
      else this.#filesOf(one, depth + 1);
    }
  }

  #inner(part: MailPart, depth: number): void {
    this.#writer.write('\n[Attached message]\n');
    this.mail(part.body, depth + 1);
    this.#writer.write('[End of attached message]\n');
  }
}

function described(part: MailPart, name: string): string {
  const bytes = sizeOf(part);
  const size =
    bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${name === '' ? 'without a name' : name} (${part.type.value}, ${size})`;
}
