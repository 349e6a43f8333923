/**
 * A PDF whose end is missing: the list of its objects is there, and so which of them it begins with. Each object says itself
 * what it is, so an end is written that names the first one, and lists the pages where their list is missing too.
 */
import { inflateSync } from 'node:zlib';
import { documentLimits } from '../../../../shared/media/documents';

const OBJECT = /(?:^|[\r\n\s])(\d{1,8})\s+(\d{1,5})\s+obj\b/g;
const MOST_OBJECTS = 200_000;
/** Objects are packed many at once: as much of them is unpacked, all together. */
const MOST_UNPACKED = 64 * 1024 * 1024;
/** Of an object, as much as says what it is. */
const HEAD_CHARACTERS = 2_000;

interface Found {
  readonly id: string;
  readonly head: string;
  /** Where its content begins in the file. */
  readonly at: number;
}

/** `null` where nothing is missing that could be written, or no page is there. */
export function mendedPdf(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (text.includes('/Encrypt')) return null;
  const plain = objectsIn(text);
  const unpacked = plain.flatMap(packedObjects(text));
  const all = [
    ...plain,
    ...unpacked.map(({ id, text: own }) => ({ id, head: own.slice(0, HEAD_CHARACTERS), at: 0 })),
  ];
  const ofType = (type: RegExp) => all.filter(({ head }) => type.test(head));
  const catalog = ofType(/\/Type\s*\/Catalog\b/).at(-1);
  const pages = ofType(/\/Type\s*\/Page\b/).slice(0, documentLimits.pages);
  if (pages.length === 0 && catalog === undefined) return null;
  const free = 1 + all.reduce((most, { id }) => Math.max(most, Number.parseInt(id, 10)), 0);
  const end = [...unpacked.map(({ id, text: own }) => `${id} obj\n${own}\nendobj\n`)];
  const tree = rootOfPages(catalog, all);
  let root = catalog?.id ?? '';
  if (tree === null || catalog === undefined) {
    const kids = pages.map(({ id }) => `${id} R`).join(' ');
    end.push(`${free} 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>\nendobj\n`);
    end.push(`${free + 1} 0 obj\n<< /Type /Catalog /Pages ${free} 0 R >>\nendobj\n`);
    root = `${free + 1} 0`;
  }
  end.push(`trailer\n<< /Size ${free + 2} /Root ${root} R >>\nstartxref\n0\n%%EOF\n`);
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(`\nendstream endobj\n${end.join('')}`, 'latin1')]));
}

/** The list of pages that the first object names, if it is there. */
function rootOfPages(catalog: Found | undefined, all: readonly Found[]): Found | null {
  const id = /\/Pages\s+(\d+)\s+(\d+)\s+R/.exec(catalog?.head ?? '');
  return (id && all.find((one) => one.id === `${id[1]} ${id[2]}`)) ?? null;
}

function objectsIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { 0: all, 1: number, 2: generation, index } of text.matchAll(OBJECT)) {
    const at = index + all.length;
    const head = text.slice(at, at + HEAD_CHARACTERS).split(/\bendobj\b|\bstream\b/, 1)[0] ?? '';
    found.push({ id: `${Number(number)} ${Number(generation)}`, head, at });
    if (found.length >= MOST_OBJECTS) break;
  }
  return found;
}

/** The objects inside of an object stream (ISO 32000-1, 7.5.7). */
function packedObjects(text: string) {
  let left = MOST_UNPACKED;
  return ({ head, at }: Found): readonly { readonly id: string; readonly text: string }[] => {
    if (!/\/Type\s*\/ObjStm\b/.test(head) || !/\/FlateDecode\b/.test(head) || /\/DecodeParms/.test(head))
      return [];
    const start = /stream\r?\n/g;
    start.lastIndex = at;
    const from = start.exec(text);
    if (from === null || left <= 0) return [];
    const end = text.indexOf('endstream', from.index);
    const packed = Buffer.from(text.slice(from.index + from[0].length, end < 0 ? undefined : end), 'latin1');
    const inside = unpack(packed, left);
    left -= inside.length;
    return listedIn(inside, head);
  };
}

function unpack(packed: Uint8Array, most: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: most }).toString('latin1');
  } catch {
    return '';
  }
}

function listedIn(text: string, head: string) {
  const first = Number(/\/First\s+(\d{1,9})/.exec(head)?.[1] ?? 0);
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  const places: { readonly id: string; readonly start: number }[] = [];
  for (let at = 0; at + 1 < numbers.length && places.length < MOST_OBJECTS; at += 2)
    places.push({ id: `${numbers[at]} 0`, start: first + (numbers[at + 1] ?? 0) });
  return places.map(({ id, start }, at) => ({ id, text: text.slice(start, places[at + 1]?.start) }));
}
