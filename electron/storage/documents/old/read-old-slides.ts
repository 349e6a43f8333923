/** Presentations of 1997 to 2003: the texts of each slide in the order in which they are shown, and its notes (MS-PPT). */
import { protectedError } from '../package';
import type { PageWriter } from '../page-writer';
import type { OleFile } from './ole-file';

interface Atom {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  readonly body: Buffer;
}

const TYPES = {
  notesAtom: 0x03f1,
  place: 0x03f3,
  wideText: 0x0fa0,
  narrowText: 0x0fa8,
  list: 0x0ff0,
  edit: 0x0ff5,
  offsets: 0x1772,
} as const;
const MOST_ATOMS = 1_000_000;
const MOST_DEPTH = 30;
const MOST_EDITS = 10_000;

export function readOldSlides(file: OleFile, writer: PageWriter): void {
  const [stream, user] = [file('PowerPoint Document'), file('Current User')];
  if (stream === null || user === null || user.length < 20) throw new Error('no presentation');
  if (user.readUInt32LE(12) === 0xf3d1_c4df) throw protectedError();
  const { offsets, document } = placesOf(stream, user.readUInt32LE(16));
  const at = (id: number) => atomAt(stream, offsets.get(id) ?? stream.length);
  const main = at(document);
  if (main === null) throw new Error('no document');
  const lists = [...atomsIn(main.body)].filter(({ type }) => type === TYPES.list);
  const placed = (instance: number) =>
    lists.filter((list) => list.instance === instance).flatMap(({ body }) => slidesOf(body));
  const notes = new Map(
    placed(2).map(({ id }) => {
      const own = at(id);
      return [own === null ? 0 : slideOfNotes(own), own] as const;
    }),
  );
  for (const { id, number, texts } of placed(0)) {
    writer.next();
    if (writer.isFull()) return void writer.cut();
    const slide = at(id);
    writer.write([...texts, ...(slide === null ? [] : textsIn(slide.body))].join('\n'));
    const own = notes.get(number);
    const said = own === undefined || own === null ? '' : textsIn(own.body).join('\n').trim();
    // A star stands for the number of the slide.
    if (said !== '' && said !== '*') writer.write(`\n\nNotes: ${said}\n`);
  }
}

/** Each time it was saved, what had changed was written behind the rest: the last place of each part counts. */
function placesOf(stream: Buffer, last: number) {
  const offsets = new Map<number, number>();
  let document = 0;
  let at = last;
  for (let count = 0; count < MOST_EDITS; count += 1) {
    const edit = atomAt(stream, at);
    if (edit?.type !== TYPES.edit || edit.body.length < 20) break;
    if (count === 0) document = edit.body.readUInt32LE(16);
    const list = atomAt(stream, edit.body.readUInt32LE(12));
    if (list?.type === TYPES.offsets) addOffsets(list.body, offsets);
    at = edit.body.readUInt32LE(8);
    if (at === 0) break;
  }
  return { offsets, document };
}

function addOffsets(list: Buffer, offsets: Map<number, number>): void {
  for (let at = 0; at + 4 <= list.length; ) {
    const head = list.readUInt32LE(at);
    const [first, count] = [head & 0xf_ffff, head >>> 20];
    at += 4;
    for (let one = 0; one < count && at + 4 <= list.length; one += 1, at += 4)
      if (!offsets.has(first + one)) offsets.set(first + one, list.readUInt32LE(at));
  }
}

function atomAt(bytes: Buffer, at: number): Atom | null {
  if (at + 8 > bytes.length) return null;
  const head = bytes.readUInt16LE(at);
  const length = bytes.readUInt32LE(at + 4);
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: head >> 4,
    isContainer: (head & 15) === 15,
    body: bytes.subarray(at + 8, at + 8 + length),
  };
}

function* atomsIn(bytes: Buffer): Generator<Atom> {
  let at = 0;
  for (let count = 0; count < MOST_ATOMS; count += 1) {
    const atom = atomAt(bytes, at);
    if (atom === null) return;
    yield atom;
    at += 8 + atom.body.length;
  }
}

interface Place {
  readonly id: number;
  /** By which notes name it. */
  readonly number: number;
  /** Of its title and its outline. */
  readonly texts: readonly string[];
}

function slidesOf(list: Buffer): readonly Place[] {
  const places: { readonly id: number; readonly number: number; readonly texts: string[] }[] = [];
  for (const atom of atomsIn(list)) {
    if (atom.type === TYPES.place && atom.body.length >= 16)
      places.push({ id: atom.body.readUInt32LE(0), number: atom.body.readUInt32LE(12), texts: [] });
    else places.at(-1)?.texts.push(...textOf(atom));
  }
  return places;
}

function slideOfNotes({ body }: Atom): number {
  const atom = [...atomsIn(body)].find(({ type }) => type === TYPES.notesAtom);
  return atom === undefined || atom.body.length < 4 ? 0 : atom.body.readUInt32LE(0);
}

/** A return ends a paragraph, and a tab of lines a line. */
function textOf({ type, body }: Atom): readonly string[] {
  if (type !== TYPES.wideText && type !== TYPES.narrowText) return [];
  const text = body.toString(type === TYPES.wideText ? 'utf16le' : 'latin1').replace(/[\r\v]/g, '\n');
  return text.trim() === '' ? [] : [text];
}

function textsIn(bytes: Buffer, depth = 0): readonly string[] {
  const texts: string[] = [];
  for (const atom of atomsIn(bytes)) {
    if (atom.isContainer && depth < MOST_DEPTH)
      for (const text of textsIn(atom.body, depth + 1)) texts.push(text);
    else for (const text of textOf(atom)) texts.push(text);
  }
  return texts;
}
