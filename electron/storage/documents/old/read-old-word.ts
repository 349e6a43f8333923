/** Word documents of 1997 to 2003: their text and their notes. */
import { decodeAs } from '../../../../shared/text/decode-text';
import { protectedError } from '../package';
import type { PageWriter } from '../page-writer';
import { OldFormat } from './old-format';
import type { OleFile } from './ole-file';
import { type Marked, type Piece, piecesOf, rowEnds, unseen } from './word-pieces';

/** Of the version of 1997, as its head states it. */
const FIRST_VERSION = 0xc1;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
const HEAD_BYTES = 0x1aa;

export function readOldWord(file: OleFile, writer: PageWriter): void {
  const document = file('WordDocument');
  if (document === null || document.length < HEAD_BYTES) throw new Error('no document');
  const flags = document.readUInt16LE(0x0a);
  if ((flags & ENCRYPTED) !== 0) throw protectedError();
  if (document.readUInt16LE(2) < FIRST_VERSION) throw new OldFormat('a version of before 1997');
  const table = file((flags & SECOND_TABLE) === 0 ? '0Table' : '1Table');
  if (table === null) throw new Error('no table');
  // The text comes first, then notes, headers, macros, comments, endnotes and text boxes: each as many signs as the head states.
  const counts = [0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x64].map((at) => document.readUInt32LE(at));
  const [text = 0, notes = 0, heads = 0, macros = 0, comments = 0, ends = 0, boxes = 0] = counts;
  const marks = { rows: rowEnds(document, table), unseen: unseen(document, table) };
  const reader = new OldWordReader(document, marks, writer);
  const pieces = piecesOf(document, table);
  reader.part(pieces, 0, text);
  reader.part(pieces, text, notes);
  const behind = text + notes + heads + macros;
  if (comments > 0) writer.write('\n[Comments]');
  reader.part(pieces, behind, comments);
  reader.part(pieces, behind + comments, ends + boxes);
}

/** What a sign of the text means. */
const meanings: Readonly<Record<number, string>> = {
  9: '\t',
  11: '\n',
  13: '\n',
  14: '\n',
  30: '-',
  160: ' ',
};
const CELL = 7;
const PAGE = 12;
const FIELD = { begin: 19, result: 20, end: 21 } as const;
const CHUNK = 4_096;

class OldWordReader {
  /** Of each open field, whether its result has begun: what comes before says how it is worked out. */
  #fields: boolean[] = [];

  constructor(
    readonly document: Buffer,
    readonly marks: { readonly rows: Marked; readonly unseen: Marked },
    readonly writer: PageWriter,
  ) {}

  /** @param from signs before it @param count signs of it */
  part(pieces: readonly Piece[], from: number, count: number): void {
    this.#fields = [];
    if (count === 0) return;
    this.writer.write('\n');
    let before = 0;
    for (const piece of pieces) {
      const start = Math.max(0, from - before);
      const end = Math.min(piece.length, from + count - before);
      before += piece.length;
      for (let at = start; at < end; at += CHUNK) {
        if (this.writer.isFull()) return void this.writer.cut();
        this.#chunk(piece, at, Math.min(end, at + CHUNK));
      }
    }
  }

  #chunk({ offset, isNarrow }: Piece, from: number, to: number): void {
    const wide = isNarrow ? 1 : 2;
    const bytes = this.document.subarray(offset + from * wide, offset + to * wide);
    const signs = isNarrow ? decodeAs(bytes, 'Windows-1252') : bytes.toString('utf16le');
    let said = '';
    const say = () => {
      if (said !== '') this.writer.write(said);
      said = '';
    };
    for (let at = 0; at < signs.length; at += 1) {
      const place = offset + (from + at) * wide;
      const code = signs.charCodeAt(at);
      if (code === PAGE) {
        say();
        this.writer.next();
      } else said += this.#sign(code, signs[at] ?? '', place);
    }
    say();
  }

  #sign(code: number, sign: string, place: number): string {
    if (code === FIELD.begin && this.#fields.length < 50) this.#fields.push(false);
    else if (code === FIELD.result && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = true;
    else if (code === FIELD.end) this.#fields.pop();
    if (this.#fields.includes(false) || this.marks.unseen.has(place)) return '';
    if (code === CELL) return this.marks.rows.has(place) ? '\n' : '\t';
    return meanings[code] ?? (code < 32 ? '' : sign);
  }
}
