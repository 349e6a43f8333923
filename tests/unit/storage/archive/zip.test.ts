/** Zip64, written and read: what a file beyond 4 GB needs, in small ones, in a sparse one, and in ones that lie. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_DENSE_BYTES, openZip, type ZipFile } from '../../../../electron/storage/archive/read-zip';
import { createZipWriter } from '../../../../electron/storage/zip/write-zip';
import { digest } from '../../../support/archives';
import { tempFolder } from '../../../support/temp-folder';

const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const INDEX = 0x02014b50;
const contents: Readonly<Record<string, string>> = {
  'manifest.json': '{"a":1}'.repeat(10_000),
  'files/media/a': 'the first file',
  'files/media/b': 'the second file',
};

async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000));
}

/** A small zip that is written as one beyond 4 GB is. */
async function writeZip64(path: string): Promise<Buffer> {
  const file = await open(path, 'wx');
  const zip = createZipWriter((piece) => file.writeFile(piece), { forceZip64: true });
  for (const [name, text] of Object.entries(contents)) {
    const written = await zip.add(name, inPieces(text), {
      isPacked: name === 'manifest.json',
      modified: new Date(0),
    });
    expect(written).toEqual({ bytes: text.length, sha256: digest(Buffer.from(text)) });
  }
  const size = await zip.end();
  await file.close();
  const bytes = readFileSync(path);
  expect(bytes.length).toBe(size);
  return bytes;
}

async function textOf(zip: ZipFile, name: string): Promise<string> {
  const entry = zip.entries.get(name);
  if (entry === undefined) throw new Error(`${name} is missing`);
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.read(entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function readAll(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path);
  try {
    const names = [...zip.entries.keys()];
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await textOf(zip, name)] as const)),
    );
  } finally {
    zip.close();
  }
}

const signature = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Places of the 64-bit numbers of an index entry: its size, its packed size, its place. */
function indexFields(bytes: Buffer, number: number) {
  let at = -1;
  for (let count = 0; count <= number; count += 1) at = bytes.indexOf(signature(INDEX), at + 1);
  const extra = at + 46 + bytes.readUInt16LE(at + 28);
  let field = extra;
  while (bytes.readUInt16LE(field) !== 1) field += 4 + bytes.readUInt16LE(field + 2);
  return { size: field + 4, packed: field + 12, place: field + 20 };
}

const shift = (bytes: Buffer, at: number, by: bigint) =>
  bytes.writeBigUInt64LE(bytes.readBigUInt64LE(at) + by, at);

test('a zip written as zip64 is read back', async () => {
  const path = join(tempFolder(), 'a.zip');
  const bytes = await writeZip64(path);
  expect(bytes.includes(signature(END_64))).toBe(true);
  expect(await readAll(path)).toEqual(contents);
});

test('a zip of more than 4 GB is read: offsets beyond 32 bits are accepted, and checked', async () => {
  const folder = tempFolder();
  const bytes = await writeZip64(join(folder, 'small.zip'));
  const gap = 5n * 1024n ** 3n;
  const last = indexFields(bytes, 2).place;
  const cut = Number(bytes.readBigUInt64LE(last));
  shift(bytes, last, gap);
  shift(bytes, bytes.indexOf(signature(END_64)) + 48, gap);
  shift(bytes, bytes.indexOf(signature(LOCATOR_64)) + 8, gap);
  const path = join(folder, 'large.zip');
  const file = openSync(path, 'wx');
  writeSync(file, bytes, 0, cut, 0);
  ftruncateSync(file, cut + Number(gap));
  writeSync(file, bytes, cut, bytes.length - cut, cut + Number(gap));
  closeSync(file);
  expect(await readAll(path)).toEqual(contents);
});

test.each<[string, RegExp, (bytes: Buffer) => void]>([
  [
    'a size beyond what numbers can hold',
    /its index is damaged|contradict|suspicious compression ratio/,
    (bytes) => bytes.writeBigUInt64LE(2n ** 63n, indexFields(bytes, 0).size),
  ],
  [
    'a place beyond the file',
    /overlaps another file/,
    (bytes) => bytes.writeBigUInt64LE(2n ** 40n, indexFields(bytes, 1).place),
  ],
  [
    'two entries in one place',
    /overlaps another file/,
    (bytes) =>
      bytes.writeBigUInt64LE(bytes.readBigUInt64LE(indexFields(bytes, 1).place), indexFields(bytes, 2).place),
  ],
  [
    'a packed size beyond the file',
    /overlaps another file/,
    (bytes) => bytes.writeBigUInt64LE(2n ** 40n, indexFields(bytes, 0).packed),
  ],
  [
    'an index beyond the file',
    /its index is damaged/,
    (bytes) => bytes.writeBigUInt64LE(2n ** 40n, bytes.indexOf(signature(END_64)) + 48),
  ],
  [
    'more entries than there are',
    /its index is damaged/,
    (bytes) => bytes.writeBigUInt64LE(5n, bytes.indexOf(signature(END_64)) + 32),
  ],
  [
    'more entries than an archive may have',
    /more than 250,000 files/,
    (bytes) => bytes.writeBigUInt64LE(2n ** 52n, bytes.indexOf(signature(END_64)) + 32),
  ],
  [
    'an end that is not where it says',
    /not a zip file/,
    (bytes) => bytes.writeBigUInt64LE(7n, bytes.indexOf(signature(LOCATOR_64)) + 8),
  ],
])('a zip64 that claims %s is refused', async (_, reason, lie) => {
  const path = join(tempFolder(), 'a.zip');
  const bytes = await writeZip64(path);
  lie(bytes);
  writeFileSync(path, bytes);
  await expect(readAll(path)).rejects.toThrow(reason);
});

test('an entry that unpacks to more or less than it declares is refused while it is read', async () => {
  for (const difference of [-1n, 1n]) {
    const path = join(tempFolder(), 'a.zip');
    const bytes = await writeZip64(path);
    shift(bytes, indexFields(bytes, 0).size, difference);
    writeFileSync(path, bytes);
    await expect(readAll(path)).rejects.toThrow(/“manifest.json” is damaged, or its length is wrong/);
  }
});

test('a table that repeats itself is read, up to a bound that holds for all tables; other files are not', async () => {
  const packed = { isPacked: true, modified: new Date(0) };
  const write = async (name: string): Promise<Buffer> => {
    const path = join(tempFolder(), 'a.zip');
    const file = await open(path, 'wx');
    const zip = createZipWriter((piece) => file.writeFile(piece), { forceZip64: true });
    await zip.add(name, inPieces('a'.repeat(4_000_000)), packed);
    await zip.add('tables/b.ndjson', inPieces('b'), packed);
    await zip.end();
    await file.close();
    return readFileSync(path);
  };
  const read = (bytes: Buffer) => {
    const path = join(tempFolder(), 'b.zip');
    writeFileSync(path, bytes);
    return readAll(path);
  };
  const table = await write('tables/a.ndjson');
  expect((await read(table))['tables/a.ndjson']).toBe('a'.repeat(4_000_000));
  await expect(read(await write('files/media/a'))).rejects.toThrow(/suspicious compression ratio/);
  // Each below the bound, and both together above it.
  const half = BigInt(MAX_DENSE_BYTES / 2);
  for (const [number, claimed] of [half, half + 1n].entries())
    table.writeBigUInt64LE(claimed, indexFields(table, number).size);
  await expect(read(table)).rejects.toThrow(/“tables\/b.ndjson” would unpack to 4096 MB/);
});
