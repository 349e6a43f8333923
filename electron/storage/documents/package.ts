/** Documents that are zips of XML: their parts by name, and the order in which a part lists others. */
import { posix } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decodeLabelled } from './labelled-text';
import type { PageWriter } from './page-writer';
import { attributeOf, xmlEvents } from './xml-events';

/** Of one file in the zip, unpacked, and of all that are read: what follows is left out. */
const MOST_ENTRY_BYTES = 32 * 1024 * 1024;
const MOST_ALL_BYTES = 96 * 1024 * 1024;
const MOST_ENTRIES = 20_000;

/**
 * The text of a part; `null` where no part has this name.
 * @param most bytes of a part that is only beside the text: what follows is left out without a word
 */
export type Package = (name: string, most?: number) => Promise<string | null>;

/** @throws what says that it is damaged */
export async function withPackage(
  path: string,
  writer: PageWriter,
  work: (part: Package) => Promise<void>,
): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    await work(await packageOf(zip, writer));
  } finally {
    zip.close();
  }
}

async function packageOf(zip: ZipFile, writer: PageWriter): Promise<Package> {
  if (zip.entryCount > MOST_ENTRIES) throw new Error('more files than a document has');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let left = MOST_ALL_BYTES;
  return async (name, most = Number.POSITIVE_INFINITY) => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    // Bit 0: its bytes are encrypted (APPNOTE 4.4.4).
    if ((entry.generalPurposeBitFlag & 1) !== 0) throw protectedError();
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes < MOST_ENTRY_BYTES && bytes < left && bytes < most) continue;
      if (bytes < most) writer.cut();
      break;
    }
    stream.destroy();
    left -= bytes;
    return asText(Buffer.concat(pieces));
  };
}

/** As a document says it that can't be read without its password. */
export function protectedError(): Error {
  return Object.assign(new Error('protected by a password'), { name: 'PasswordException' });
}

/** By its mark, or as its declaration says: any other XML is UTF-8 (XML 1.0, appendix F). */
function asText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (/^(?:\xff\xfe|<\0)/.test(head)) return new TextDecoder('utf-16le').decode(bytes);
  if (/^(?:\xfe\xff|\0<)/.test(head)) return new TextDecoder('utf-16be').decode(bytes);
  const stated = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  // What can be read so far has one byte a sign, whatever it says.
  return decodeLabelled(bytes, /^(?:utf-?16|ucs)/i.test(stated) ? 'utf-8' : stated);
}

export async function required(part: Package, name: string): Promise<string> {
  const xml = await part(name);
  if (xml === null) throw new Error(`${name} is missing`);
  return xml;
}

interface Relation {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  /** The part that is meant; whatever leads out of the package isn’t one of its parts. */
  readonly path: string;
}

const known = new WeakMap<Package, Map<string, Promise<readonly Relation[]>>>();

/** What a part is related to (ECMA-376, part 2); the package itself where it is `''`. */
function relationsOf(part: Package, name: string): Promise<readonly Relation[]> {
  const own = known.get(part) ?? new Map<string, Promise<readonly Relation[]>>();
  known.set(part, own);
  const relations = own.get(name) ?? readRelations(part, name);
  own.set(name, relations);
  return relations;
}

async function readRelations(part: Package, name: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(name);
  const list = posix.join(folder, '_rels', `${posix.basename(name)}.rels`);
  return elements((await part(list)) ?? '', 'Relationship').map((attributes) => {
    const target = attributeOf(attributes, 'Target') ?? '';
    return {
      id: attributeOf(attributes, 'Id') ?? '',
      type: /[^/]*$/.exec(attributeOf(attributes, 'Type') ?? '')?.[0] ?? '',
      path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    };
  });
}

/** The part that an Office document begins with: most call it so, and some only say which it is. */
export async function mainPart(part: Package, usual: string): Promise<string> {
  const main = (await relationsOf(part, '')).find(({ type }) => type === 'officeDocument');
  return main?.path ?? usual;
}

/** The part of a type that a part is related to; `usual` beside it where nothing says which. */
export async function relatedPart(part: Package, main: string, type: string, usual: string): Promise<string> {
  const found = (await relationsOf(part, main)).find((relation) => relation.type === type);
  return (await part(found?.path ?? posix.join(posix.dirname(main), usual))) ?? '';
}

const MOST_RELATED = 50;
const MOST_RELATED_BYTES = 2 * 1024 * 1024;

/** All parts of a type that a part is related to. */
export async function relatedParts(part: Package, main: string, type: string): Promise<readonly string[]> {
  const found = (await relationsOf(part, main)).filter((relation) => relation.type === type);
  const paths = [...new Set(found.map(({ path }) => path))].slice(0, MOST_RELATED);
  const texts: string[] = [];
  for (const path of paths) texts.push((await part(path, MOST_RELATED_BYTES)) ?? '');
  return texts;
}

/** The parts that the main one lists, in its order. */
export async function listed(part: Package, main: string, element: string) {
  const targets = new Map((await relationsOf(part, main)).map(({ id, path }) => [id, path]));
  return elements(await required(part, main), element).flatMap((attributes) => {
    // Programs choose the prefix of this name themselves.
    const id = /\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '';
    const path = targets.get(id);
    return path === undefined ? [] : [{ name: attributeOf(attributes, 'name') ?? '', path, attributes }];
  });
}

/** The attributes of each element of a name. */
export const elements = (xml: string, wanted: string): readonly string[] =>
  [...xmlEvents(xml)].flatMap((event) =>
    event.kind === 'open' && event.name === wanted ? [event.attributes] : [],
  );
