/**
 * Reads a zip that anyone may have made. The library reads the index (also of zip64) and unpacks; the rules on top are
 * ours: every offset and length is checked against the file before a byte is unpacked.
 */
import { stat } from 'node:fs/promises';
import { type Entry, type ZipFile as OpenedZip, openPromise } from 'yauzl';
import { AppError } from '../../../shared/errors';
import { foreign } from './damaged';

export interface ZipEntry {
  readonly name: string;
  /** Size when unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
  /** Size of its own header in the file. */
  readonly at: number;
}

export interface ZipFile {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** @throws AppError `invalid_input` where it is damaged, or its length differs from what it declares. */
  read(entry: ZipEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Far more files than a library holds; each uses a few hundred bytes of memory while the archive is open. */
export const MAX_ENTRIES = 250_000;
const HEAD_BYTES = 30;
/** A file that compresses better than this was made to fill a disk; a table may repeat itself, and has a bound. */
const MAX_RATIO = 250;
const RATIO_COUNTS_FROM = 1024 * 1024;
const TABLES = 'tables/';
/** Of all tables that compress better than that, unpacked: what the writer packs stays below (`write-archive.ts`). */
export const MAX_DENSE_BYTES = 8 * 1024 ** 3;
const [STORED, DEFLATED] = [0, 8];
const SYMBOLIC_LINK = 0o120000;

/** Names stay bytes: the library would repair them, and none of our names needs that. */
const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;

/** @throws AppError `invalid_input` where it is not a zip, is incomplete, or holds what our archives never hold. */
export async function openZip(path: string): Promise<ZipFile> {
  const { size } = await stat(path).catch(unreadable(path));
  const zip = await openPromise(path, options).catch((cause) =>
    (isOfDisk(cause) ? unreadable(path) : explained('it is not a zip file, or it is incomplete'))(cause),
  );
  try {
    const found = await readIndex(zip);
    refuseOverlap([...found.keys()], size);
    refuseBomb([...found.keys()]);
    const entries = new Map([...found.keys()].map((entry) => [entry.name, entry]));
    return { entries, read: (entry) => readEntry(zip, entry, found.get(entry)), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readIndex(zip: OpenedZip): Promise<Map<ZipEntry, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw foreign(`it holds more than ${MAX_ENTRIES.toLocaleString('en')} files`);
  const entries = new Map<ZipEntry, Entry>();
  const names = new Set<string>();
  try {
    for await (const found of zip.eachEntry()) {
      const entry = checkEntry(found);
      if (names.has(entry.name)) throw foreign(`it holds “${entry.name.slice(0, 100)}” twice`);
      names.add(entry.name);
      entries.set(entry, found);
    }
  } catch (cause) {
    explained('its index is damaged')(cause);
  }
  return entries;
}

function checkEntry(entry: Entry): ZipEntry {
  const { compressedSize: packedBytes, uncompressedSize: bytes, relativeOffsetOfLocalHeader: at } = entry;
  const name = entry.fileNameRaw.toString('utf8');
  const shown = name.slice(0, 100);
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000;
  const { compressionMethod } = entry;
  if (entry.isEncrypted()) throw foreign(`“${shown}” is encrypted`);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw foreign(`“${shown}” uses an unknown compression`);
  if (mode === SYMBOLIC_LINK) throw foreign(`“${shown}” is a link`);
  // Numbers of 64 bits that a JavaScript number can only approximate.
  if (![packedBytes, bytes, at].every(Number.isSafeInteger)) throw foreign('its index is damaged');
  if (compressionMethod === STORED && packedBytes !== bytes)
    throw foreign(`the lengths of “${shown}” contradict each other`);
  return { name, bytes, packedBytes, at };
}

/** Refused by what the index declares, before a byte is unpacked; an entry that unpacks to more ends where it does. */
function refuseBomb(entries: readonly ZipEntry[]): void {
  let tableBytes = 0;
  for (const { name, bytes, packedBytes } of entries) {
    if (bytes <= RATIO_COUNTS_FROM || bytes <= packedBytes * MAX_RATIO) continue;
    if (name.startsWith(TABLES)) tableBytes += bytes;
    if (name.startsWith(TABLES) && tableBytes <= MAX_DENSE_BYTES) continue;
    const megabytes = Math.round(bytes / 1_048_576);
    throw foreign(`“${name.slice(0, 100)}” would unpack to ${megabytes} MB, a suspicious compression ratio`);
  }
}

/** Entries that share bytes unpack to far more than the file holds. */
function refuseOverlap(entries: readonly ZipEntry[], size: number): void {
  let free = 0;
  for (const { at, packedBytes, name } of [...entries].sort((one, other) => one.at - other.at)) {
    if (at < free || at + HEAD_BYTES + packedBytes > size)
      throw foreign(`“${name.slice(0, 100)}” overlaps another file`);
    free = at + HEAD_BYTES + packedBytes;
  }
}

async function* readEntry(
  zip: OpenedZip,
  { name, bytes }: ZipEntry,
  entry: Entry | undefined,
): AsyncGenerator<Uint8Array> {
  if (entry === undefined) throw foreign(`“${name}” is missing`);
  const damaged = explained(`“${name}” is damaged, or its length is wrong`);
  const stream = await zip.openReadStreamPromise(entry).catch(damaged);
  let done = 0;
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      done += piece.length;
      yield piece;
    }
  } catch (cause) {
    damaged(cause);
  } finally {
    stream.destroy();
  }
  if (done !== bytes) throw foreign(`“${name}” is shorter than declared`);
}

/** Disk errors have a code of their own; every other error of the library is about the file. */
const explained =
  (why: string) =>
  (cause: unknown): never => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (/^E[A-Z]+$/.test(code) || (cause instanceof Error && 'data' in cause)) throw cause;
    throw foreign(why);
  };

const isOfDisk = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^E[A-Z0-9]+$/.test(String(cause.code));

const GONE = ['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV'];

/** The file itself can't be read: moved, on a drive that is gone, a folder, or not allowed. */
function unreadable(path: string): (cause: unknown) => never {
  return (cause) => {
    if (!isOfDisk(cause)) throw cause;
    const code = String((cause as NodeJS.ErrnoException).code);
    if (code === 'EISDIR') throw foreign('it is a folder');
    const isGone = GONE.includes(code);
    const message = isGone
      ? `${path} is no longer there: it was moved, renamed or deleted, or its drive is not connected. Choose the archive again.`
      : `${path} can’t be read. Check that you may read it, then open it again.`;
    throw new AppError({ code: isGone ? 'not_found' : 'storage_failed', message }, { cause });
  };
}
