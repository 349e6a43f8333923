/** Office documents of 1997 to 2003, made in code. */

const SECTOR = 512;
const SMALL = 64;
const SMALL_BELOW = 4_096;
const END = 0xffff_fffe;
const TABLE = 0xffff_fffd;

const padded = (bytes: Buffer, size: number) =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);

/** A file of streams by their paths (MS-CFB): short ones lie together in one of their own. Folders are one deep. */
export function oleWith(streams: Readonly<Record<string, Buffer>>): Buffer {
  const sectors: Buffer[] = [];
  const table: number[] = [];
  const chain = (bytes: Buffer, size: number, into: number[], put: (sector: Buffer) => void) => {
    const start = into.length;
    const whole = padded(bytes, size);
    const count = whole.length / size;
    for (let at = 0; at < count; at += 1) {
      put(whole.subarray(at * size, (at + 1) * size));
      into.push(at + 1 < count ? start + at + 1 : END);
    }
    return count === 0 ? END : start;
  };
  const add = (bytes: Buffer) => chain(bytes, SECTOR, table, (sector) => sectors.push(sector));
  const [small, smallTable]: [Buffer[], number[]] = [[], []];
  const places = Object.entries(streams).map(([path, bytes]) => {
    const isSmall = bytes.length < SMALL_BELOW;
    const start = isSmall ? chain(bytes, SMALL, smallTable, (sector) => small.push(sector)) : add(bytes);
    return { path, start, size: bytes.length };
  });
  const root = { start: add(Buffer.concat(small)), size: small.length * SMALL };
  const smallStart = add(numbers(smallTable));
  const directory = add(Buffer.concat(entriesOf(root, places)));
  const tables = Math.ceil((table.length + 10) / (SECTOR / 4));
  const first = table.length;
  for (let at = 0; at < tables; at += 1) table.push(TABLE);
  const head = Buffer.alloc(SECTOR, 0xff);
  head.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  for (const [at, value] of [
    [30, 9],
    [32, 6],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, directory],
    [56, SMALL_BELOW],
    [60, smallStart],
    [68, END],
  ] as const)
    head.writeUInt32LE(value, at);
  for (let at = 0; at < tables; at += 1) head.writeUInt32LE(first + at, 76 + at * 4);
  return Buffer.concat([head, ...sectors, padded(numbers(table), SECTOR)]);
}

export const numbers = (all: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 4);
  for (const [at, value] of all.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
};

interface Stream {
  readonly start: number;
  readonly size: number;
}

/** Each folder is a chain: of the root first its own streams, then its folders. */
function entriesOf(
  root: Stream,
  streams: readonly (Stream & { readonly path: string })[],
): readonly Buffer[] {
  const entries = [entry('Root Entry', 5, root)];
  const last = new Map<string, { at: number; isFolder: boolean }>([['', { at: 0, isFolder: true }]]);
  const add = (folder: string, bytes: Buffer) => {
    const before = last.get(folder) ?? { at: 0, isFolder: true };
    entries[before.at]?.writeUInt32LE(entries.length, before.isFolder ? 76 : 72);
    last.set(folder, { at: entries.length, isFolder: false });
    entries.push(bytes);
  };
  for (const stream of streams) {
    const [name = '', folder = ''] = stream.path.split('/').reverse();
    if (!last.has(folder)) {
      add('', entry(folder, 1, { start: 0, size: 0 }));
      last.set(folder, { at: entries.length - 1, isFolder: true });
    }
    add(folder, entry(name, 2, stream));
  }
  return entries;
}

function entry(name: string, kind: number, { start, size }: Stream): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes[66] = kind;
  bytes.fill(0xff, 68, 80);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

interface OldWord {
  /** In one byte a sign. */
  readonly text: string;
  /** Behind it, in two bytes a sign. */
  readonly wide?: string;
  readonly notes?: string;
  readonly comments?: string;
  /** Words in the text that are hidden. */
  readonly hidden?: string;
  /** Places in the text of the signs that end a row. */
  readonly rowEnd?: number;
  readonly flags?: number;
}

export function oldWordOf({
  text,
  wide = '',
  notes = '',
  comments = '',
  hidden = '',
  rowEnd = -1,
  flags = 0x0200,
}: OldWord): Buffer {
  // The pages of properties come before the text.
  const [textAt, rowPage, runPage] = [0x1400, 8, 9];
  const narrow = Buffer.from(text, 'latin1');
  const others = Buffer.from(`${wide}${notes}${comments}`, 'utf16le');
  const document = Buffer.alloc(Math.max(10 * 512, textAt + narrow.length + others.length));
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(0xc1, 2);
  document.writeUInt16LE(flags, 0x0a);
  for (const [at, count] of [
    [0x4c, text.length + wide.length],
    [0x50, notes.length],
    [0x5c, comments.length],
  ] as const)
    document.writeUInt32LE(count, at);
  narrow.copy(document, textAt);
  others.copy(document, textAt + narrow.length);
  const page = (number: number, from: number, to: number, properties: string) => {
    const at = number * 512;
    document.writeUInt32LE(from, at);
    document.writeUInt32LE(to, at + 4);
    document[at + 8] = 100;
    Buffer.from(properties, 'hex').copy(document, at + 200);
    document[at + 511] = 1;
  };
  page(rowPage, textAt + rowEnd, textAt + rowEnd + (rowEnd < 0 ? 0 : 1), '030000172401');
  const from = textAt + text.indexOf(hidden);
  page(runPage, from, from + hidden.length, '033c0801');
  const places = Buffer.alloc(16);
  places.writeUInt32LE((textAt * 2) | 0x4000_0000, 2);
  places.writeUInt32LE(textAt + narrow.length, 10);
  const ends = numbers([0, text.length, text.length + others.length / 2]);
  const pieces = Buffer.concat([
    Buffer.from([1, 2, 0, 9, 9, 2]),
    numbers([ends.length + places.length]),
    ends,
    places,
  ]);
  const pages = [rowPage, runPage].map((number) => numbers([0, 0xffff, number]));
  const table = Buffer.concat([...pages, pieces]);
  for (const [at, start, length] of [
    [0x102, 0, 12],
    [0xfa, 12, 12],
    [0x1a2, 24, pieces.length],
  ] as const) {
    document.writeUInt32LE(start, at);
    document.writeUInt32LE(length, at + 4);
  }
  return oleWith({ WordDocument: document, '1Table': table });
}

/** @param body in hexadecimal, or as it is */
export function record(type: number, body: string | Buffer = ''): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'hex') : body;
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
}

/** @param sheets the records of each, behind its name */
export function oldWorkbookOf(
  before: readonly Buffer[],
  sheets: readonly (readonly [name: string, state: number, records: readonly Buffer[]])[],
): Buffer {
  const begin = record(0x809, '00060500');
  const end = record(0x0a);
  const own = sheets.map(([, , records]) => Buffer.concat([begin, ...records, end]));
  const listed = (starts: readonly number[]) =>
    sheets.map(([name, state], at) => {
      const body = Buffer.alloc(8 + name.length);
      body.writeUInt32LE(starts[at] ?? 0, 0);
      body[4] = state;
      body[6] = name.length;
      body.write(name, 8, 'latin1');
      return record(0x85, body);
    });
  const head = (starts: readonly number[]) => Buffer.concat([begin, ...before, ...listed(starts), end]);
  let at = head([]).length;
  const starts = own.map((bytes) => {
    at += bytes.length;
    return at - bytes.length;
  });
  return oleWith({ Workbook: Buffer.concat([head(starts), ...own]) });
}

/** An atom of a presentation, or what holds some. */
export function atom(type: number, body: Buffer | readonly Buffer[], instance = 0): Buffer {
  const isContainer = !Buffer.isBuffer(body);
  const bytes = isContainer ? Buffer.concat(body) : body;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 15 : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** @param parts the document, then what it places by their numbers from 2 */
export function oldSlidesOf(parts: readonly Buffer[]): Buffer {
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    starts.push(at);
    at += part.length;
  }
  const offsets = atom(0x1772, numbers([(parts.length << 20) | 1, ...starts]));
  const edit = atom(0x0ff5, numbers([0, 0, 0, at, 1, 0, 0]));
  const user = atom(0x0ff6, numbers([20, 0xe391_c05f, at + offsets.length, 0, 0]));
  return oleWith({ 'PowerPoint Document': Buffer.concat([...parts, offsets, edit]), 'Current User': user });
}
