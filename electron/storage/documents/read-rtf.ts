/** The text of RTF (Rich Text Format 1.9.1), in which each font says in which encoding its bytes are. */
import { decodeAs } from '../../../shared/text/decode-text';
import { createPageWriter, type PageWriter } from './page-writer';

/** Encodings by the charset of a font; others are that of the document. */
const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Groups that hold no text of the document. */
const unread: readonly string[] = [
  ...[
    'fonttbl',
    'colortbl',
    'stylesheet',
    'listtable',
    'listoverridetable',
    'info',
    'pict',
    'object',
    'objdata',
  ],
  ...[
    'header',
    'headerl',
    'headerr',
    'headerf',
    'footer',
    'footerl',
    'footerr',
    'footerf',
    'nonshppict',
    'rsidtbl',
  ],
];

const signs: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': ' ',
  _: '-',
  '\n': '\n',
  '\r': '\n',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

interface Group {
  readonly isUnread: boolean;
  readonly isFonts: boolean;
  readonly font: number;
  /** How many signs follow one of Unicode, for programs that don't know it. */
  readonly beside: number;
}

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\(\*)|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** @param bytes of the whole file */
export function readRtf(bytes: Uint8Array, most?: number) {
  const writer = createPageWriter(most);
  const reader = new RtfReader(writer);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  for (const token of text.matchAll(TOKEN)) {
    if (writer.isFull()) {
      writer.cut();
      break;
    }
    reader.take(token);
  }
  reader.flush();
  return writer.end();
}

class RtfReader {
  #group: Group = { isUnread: false, isFonts: false, font: -1, beside: 1 };
  readonly #outer: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #document = 'windows-1252';
  /** Of signs that may have several bytes, and are known only when all are there. */
  #held: number[] = [];
  #skipped = 0;
  readonly #writer: PageWriter;

  constructor(writer: PageWriter) {
    this.#writer = writer;
  }

  take([, word, number, hex, star, sign, brace, text]: RegExpMatchArray): void {
    if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
    else if (text !== undefined) for (const one of text) this.#byte(one.charCodeAt(0));
    else if (brace === '{') this.#outer.push(this.#group);
    else if (brace === '}') this.#end();
    else if (star !== undefined) this.#group = { ...this.#group, isUnread: true };
    else if (sign !== undefined) this.#say(signs[sign] ?? '');
    else if (word !== undefined) this.#word(word.toLowerCase(), number === undefined ? null : Number(number));
  }

  flush(): void {
    if (this.#held.length === 0) return;
    const encoding = this.#fonts.get(this.#group.font) ?? this.#document;
    const bytes = Uint8Array.from(this.#held);
    const isWestern = encoding === 'windows-1252';
    this.#writer.write(isWestern ? decodeAs(bytes, 'Windows-1252') : new TextDecoder(encoding).decode(bytes));
    this.#held = [];
  }

  #end(): void {
    this.flush();
    this.#skipped = 0;
    this.#group = this.#outer.pop() ?? this.#group;
  }

  #byte(byte: number): void {
    if (this.#group.isUnread) return;
    if (this.#skipped > 0) this.#skipped -= 1;
    else this.#held.push(byte);
  }

  #say(text: string): void {
    this.flush();
    if (!this.#group.isUnread && text !== '') this.#writer.write(text);
  }

  readonly #words: Readonly<Record<string, (number: number | null) => void>> = {
    u: (number) => this.#unicode(number ?? 0),
    uc: (number) => {
      this.#group = { ...this.#group, beside: Math.max(0, number ?? 1) };
    },
    ansicpg: (number) => {
      this.#document = codePageOf(number ?? 0);
    },
    mac: () => {
      this.#document = 'macintosh';
    },
    f: (number) => this.#font(number ?? 0),
    deff: (number) => this.#font(number ?? 0),
    fcharset: (number) => this.#fontCharset(number ?? 0),
    page: () => this.#page(),
    sect: () => this.#page(),
  };

  #word(word: string, number: number | null): void {
    if (Object.hasOwn(this.#words, word)) this.#words[word]?.(number);
    else if (Object.hasOwn(signs, word)) this.#say(signs[word] ?? '');
    else if (unread.includes(word))
      this.#group = { ...this.#group, isUnread: true, isFonts: word === 'fonttbl' };
  }

  /** Numbers are signed, with 16 bits. */
  #unicode(number: number): void {
    this.#say(String.fromCharCode(number & 0xffff));
    this.#skipped = this.#group.beside;
  }

  #font(font: number): void {
    this.flush();
    this.#group = { ...this.#group, font };
  }

  #fontCharset(charset: number): void {
    const encoding = charsets[charset];
    if (this.#group.isFonts && encoding !== undefined) this.#fonts.set(this.#group.font, encoding);
  }

  #page(): void {
    this.flush();
    if (!this.#group.isUnread) this.#writer.next();
  }
}

const codePageOf = (number: number): string =>
  codePages[number] ?? (number >= 1_250 && number <= 1_258 ? `windows-${number}` : 'windows-1252');
