/** The text of RTF (Rich Text Format 1.9.1). */
import { createPageWriter, type PageWriter } from '../page-writer';
import { withSymbols } from '../symbol-fonts';
import { codePageOf } from './rtf-encodings';
import { rtfFonts } from './rtf-fonts';
import { isUnread, rtfAsides, type Sink } from './rtf-groups';
import { type RtfToken, rtfTokens } from './rtf-tokens';

const signs: Readonly<Record<string, string>> = {
  line: '\n',
  softline: '\n',
  lbr: '\n',
  column: '\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': ' ',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

interface Group {
  /** `null` where nothing of it is text. */
  readonly sink: Sink | null;
  readonly isFonts: boolean;
  readonly font: number;
  /** How many signs follow one of Unicode, for programs that don't know it. */
  readonly beside: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** Its paragraphs are in a cell of a table. */
  readonly isCell: boolean;
}

/** @param bytes of the whole file */
export function readRtf(bytes: Uint8Array, most?: number) {
  const writer = createPageWriter(most);
  writeRtf(bytes, writer);
  return writer.end();
}

export function writeRtf(bytes: Uint8Array, writer: PageWriter): void {
  const reader = new RtfReader(writer);
  for (const token of rtfTokens(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  )) {
    if (writer.isFull()) {
      writer.cut();
      break;
    }
    reader.take(token);
  }
  reader.end();
}

class RtfReader {
  #group: Group;
  readonly #outer: Group[] = [];
  readonly #fonts = rtfFonts();
  readonly #asides: ReturnType<typeof rtfAsides>;
  /** Of signs that may have several bytes, and are known only when all are there. */
  #held: number[] = [];
  #skipped = 0;
  #isStarred = false;
  readonly #writer: PageWriter;

  constructor(writer: PageWriter) {
    this.#writer = writer;
    this.#asides = rtfAsides(writer);
    const plain = { isFonts: false, isHidden: false, isDeleted: false, isCell: false };
    this.#group = { ...plain, sink: { write: writer.write }, font: -1, beside: 1 };
  }

  take(token: RtfToken): void {
    if (token.kind === 'byte') this.#byte(token.byte);
    else if (token.kind === 'word') this.#word(token.word, token.number);
    else if (token.kind === 'text') for (const one of token.text) this.#byte(one.charCodeAt(0));
    else if (token.kind === 'sign') this.#sign(token.text);
    else if (token.text === '{') this.#begin();
    else this.#end();
  }

  end(): void {
    this.#flush();
    while (this.#outer.length > 0) this.#end();
    this.#asides.end();
  }

  #begin(): void {
    this.#flush();
    this.#outer.push(this.#group);
    this.#isStarred = false;
  }

  #end(): void {
    this.#flush();
    this.#skipped = 0;
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    const { sink } = this.#group;
    this.#group = outer;
    if (sink !== outer.sink) sink?.end?.();
  }

  #sign(sign: string): void {
    if (sign === '*') this.#isStarred = true;
    else if (sign === '\n' || sign === '\r') this.#paragraph();
    else this.#say(signs[sign] ?? '');
  }

  #flush(): void {
    if (this.#held.length === 0) return;
    const { font } = this.#group;
    const held = this.#held;
    this.#held = [];
    if (this.#group.isFonts) {
      const name = String.fromCharCode(...held.slice(0, 100).filter((byte) => byte !== 0x3b));
      this.#fonts.named(font, name);
    } else this.#write(this.#fonts.text(font, held));
  }

  #write(text: string): void {
    const { sink, isHidden, isDeleted } = this.#group;
    if (!isHidden && !isDeleted) sink?.write(text);
  }

  #byte(byte: number): void {
    if (this.#group.sink === null && !this.#group.isFonts) return;
    if (this.#skipped > 0) this.#skipped -= 1;
    else this.#held.push(byte);
  }

  #say(text: string): void {
    this.#flush();
    if (text !== '') this.#write(text);
  }

  #paragraph(): void {
    this.#say(this.#group.isCell ? ' ' : '\n');
  }

  #change(change: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...change };
  }

  readonly #words: Readonly<Record<string, (number: number | null) => void>> = {
    par: () => this.#paragraph(),
    u: (number) => this.#unicode(number ?? 0),
    uc: (number) => this.#change({ beside: Math.max(0, number ?? 1) }),
    ansicpg: (number) => this.#fonts.document(codePageOf(number ?? 0)),
    mac: () => this.#fonts.document('macintosh'),
    f: (number) => this.#change({ font: number ?? 0 }),
    deff: (number) => this.#change({ font: number ?? 0 }),
    fcharset: (number) => this.#group.isFonts && this.#fonts.charset(this.#group.font, number ?? 0),
    cpg: (number) => this.#group.isFonts && this.#fonts.codePage(this.#group.font, number ?? 0),
    v: (number) => this.#change({ isHidden: number !== 0 }),
    deleted: (number) => this.#change({ isDeleted: number !== 0 }),
    plain: () => this.#change({ isHidden: false, isDeleted: false }),
    pard: () => this.#change({ isCell: false }),
    intbl: () => this.#change({ isCell: true }),
    ffres: (number) => this.#asides.box('ffres', number ?? 0),
    ffdefres: (number) => this.#asides.box('ffdefres', number ?? 0),
    page: () => this.#page(),
    sect: () => this.#page(),
  };

  #word(word: string, number: number | null): void {
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    if (isUnread(word, isStarred)) this.#change({ sink: null, isFonts: word === 'fonttbl' });
    else if (Object.hasOwn(this.#words, word)) this.#words[word]?.(number);
    else if (Object.hasOwn(signs, word)) this.#say(signs[word] ?? '');
    else this.#aside(word);
  }

  #aside(word: string): void {
    const { sink } = this.#group;
    const own = sink === null ? null : this.#asides.sink(word, sink);
    if (own !== null) this.#change({ sink: own });
  }

  /** Numbers are signed, with 16 bits. */
  #unicode(number: number): void {
    this.#say(withSymbols(String.fromCharCode(number & 0xffff), this.#fonts.nameOf(this.#group.font)));
    this.#skipped = this.#group.beside;
  }

  #page(): void {
    this.#flush();
    if (this.#group.sink !== null) this.#writer.next();
  }
}
