/** Files of streams, as Office wrote them before 2007 (MS-CFB). Whatever a chain of sectors says, it ends. */

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Numbers of sectors above this one say something else. */
const LAST_SECTOR = 0xffff_fff0;
const MOST_ENTRIES = 20_000;
/** In the header; a file with more lists the others elsewhere. */
const LISTED_IN_HEADER = 109;

/** Beyond so many there is no entry. */
const NO_ENTRY = 0xffff_ffff;

interface Entry {
  readonly name: string;
  /** The entries beside it, and the first one in it. */
  readonly before: number;
  readonly behind: number;
  readonly inside: number;
  readonly start: number;
  readonly size: number;
  readonly isRoot: boolean;
}

export interface OleFile {
  /** The bytes of a stream by its path, with `/` between the names of what it lies in; `null` where it is not there. */
  (path: string): Buffer | null;
  readonly paths: readonly string[];
}

/** @throws where it is not such a file */
export function oleFile(bytes: Buffer): OleFile {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== 0xe011_cfd0)
    throw new Error('no file of streams');
  const size = 2 ** (bytes.readUInt16LE(30) & 15);
  const smallSize = 2 ** (bytes.readUInt16LE(32) & 15);
  if (size < HEADER_BYTES) throw new Error('sectors that are too small');
  const sector = (number: number) => bytes.subarray((number + 1) * size, (number + 2) * size);
  const table = tableOf(bytes, sector, size);
  const chain = (start: number) => chainOf(start, table, Math.ceil(bytes.length / size));
  const joined = (start: number) => Buffer.concat(chain(start).map(sector));
  const entries = entriesIn(joined(bytes.readUInt32LE(48)));
  const least = bytes.readUInt32LE(56);
  const smallTable = numbersIn(joined(bytes.readUInt32LE(60)));
  const root = entries.find(({ isRoot }) => isRoot);
  const small = root === undefined ? Buffer.alloc(0) : joined(root.start);
  const smallStream = (start: number) =>
    Buffer.concat(
      chainOf(start, smallTable, Math.ceil(small.length / smallSize)).map((number) =>
        small.subarray(number * smallSize, (number + 1) * smallSize),
      ),
    );
  const placed = pathsOf(entries);
  const open = (path: string) => {
    // A file whose tree is broken still has its streams.
    const entry = placed.get(path) ?? entries.find(({ name }) => name === path);
    if (entry === undefined) return null;
    const whole = entry.size < least ? smallStream(entry.start) : joined(entry.start);
    return whole.subarray(0, entry.size);
  };
  return Object.assign(open, { paths: [...placed.keys()] });
}

/** Entries of a folder are a tree by their names; each is met once, whatever the tree says. */
function pathsOf(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const paths = new Map<string, Entry>();
  const met = new Set<number>();
  const left: (readonly [number: number, folder: string])[] = [];
  const root = entries.find(({ isRoot }) => isRoot);
  if (root !== undefined) left.push([root.inside, '']);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [number, folder] = next;
    const entry = entries[number];
    if (entry === undefined || met.has(number)) continue;
    met.add(number);
    const path = `${folder}${entry.name}`;
    if (!paths.has(path)) paths.set(path, entry);
    for (const beside of [entry.before, entry.behind]) if (beside !== NO_ENTRY) left.push([beside, folder]);
    if (entry.inside !== NO_ENTRY && path.length < MOST_PATH) left.push([entry.inside, `${path}/`]);
  }
  return paths;
}

const MOST_PATH = 1_000;

function numbersIn(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(Math.floor(bytes.length / 4));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readUInt32LE(at * 4);
  return numbers;
}

/** Of each sector the next one. */
function tableOf(bytes: Buffer, sector: (number: number) => Buffer, size: number): Uint32Array {
  const most = Math.ceil(bytes.length / size);
  const places: number[] = [...numbersIn(bytes.subarray(76, 76 + 4 * LISTED_IN_HEADER))];
  let next = bytes.readUInt32LE(68);
  for (let count = 0; next < LAST_SECTOR && count < most; count += 1) {
    const list = numbersIn(sector(next));
    for (const place of list.subarray(0, -1)) places.push(place);
    next = list.at(-1) ?? LAST_SECTOR;
  }
  return numbersIn(
    Buffer.concat(
      places
        .filter((place) => place < most)
        .slice(0, most)
        .map(sector),
    ),
  );
}

/** A sector that comes twice, or lies outside, ends it. */
function chainOf(start: number, table: Uint32Array, most: number): readonly number[] {
  const chain: number[] = [];
  for (let at = start; at < most && chain.length < most; at = table[at] ?? LAST_SECTOR) chain.push(at);
  return chain;
}

function entriesIn(directory: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length && entries.length < MOST_ENTRIES; at += ENTRY_BYTES) {
    const length = Math.min(64, directory.readUInt16LE(at + 64));
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, length - 2)),
      before: directory.readUInt32LE(at + 68),
      behind: directory.readUInt32LE(at + 72),
      inside: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
      isRoot: directory[at + 66] === 5,
    });
  }
  return entries;
}
