/** Packs results into one zip file. */
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname, parse } from 'node:path';
import { AppError } from '../../../shared/errors';
import { createZipWriter, type ZipWriter } from '../zip/write-zip';
import { withPartial, writeAll, writeFileDurably } from './partial';

export interface ZipEntry {
  readonly path: string;
  /** Its name inside; a number is added where two are alike. */
  readonly name: string;
}

export interface ZipResult {
  /** Of the archive. */
  readonly bytes: number;
  /** Paths that no longer exist. */
  readonly missing: readonly string[];
}

const READ_BYTES = 1024 * 1024;

/**
 * Packs files without compression (media don't shrink) into a new file, or replaces the one at the destination. Holds
 * one piece of one file in memory at a time.
 * @throws AppError `aborted`, `storage_…` where the disk fails
 */
export async function zipFiles(
  files: readonly ZipEntry[],
  destination: string,
  signal?: AbortSignal,
): Promise<ZipResult> {
  return withPartial(dirname(destination), async (partial) => {
    const result = await writeFileDurably(partial, (file) => pack(named(files), file, signal));
    await rename(partial, destination);
    return result;
  });
}

/** The same in a folder, with a page beside it that names each by its address. */
export async function zipPage(
  files: readonly ZipEntry[],
  destination: string,
  pageOf: (names: readonly string[]) => string,
): Promise<void> {
  const free = named(files);
  const entries = free.map(({ path, name }) => ({ path, name: `files/${name}` }));
  const page = pageOf(free.map(({ name }) => name));
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => pack(entries, file, undefined, page));
    await rename(partial, destination);
  });
}

async function* pageBytes(page: string) {
  yield Buffer.from(page);
}

async function pack(
  files: readonly ZipEntry[],
  file: FileHandle,
  signal?: AbortSignal,
  page?: string,
): Promise<ZipResult> {
  const zip = createZipWriter((bytes) => writeAll(file, bytes));
  if (page !== undefined)
    await zip.add('index.html', pageBytes(page), { isPacked: true, modified: new Date() });
  const missing: string[] = [];
  for (const { path, name } of files) {
    const source = await openIfThere(path);
    if (source === null) missing.push(path);
    else await packOne(zip, name, source, signal);
  }
  return { bytes: await zip.end(), missing };
}

async function packOne(zip: ZipWriter, name: string, source: FileHandle, signal?: AbortSignal) {
  try {
    const { mtime } = await source.stat();
    await zip.add(name, piecesOf(source, signal), { isPacked: false, modified: mtime });
  } finally {
    await source.close();
  }
}

async function* piecesOf(source: FileHandle, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    refuseAborted(signal);
    // A buffer of its own: it is passed on instead of copied.
    const { buffer, bytesRead } = await source.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Two names that differ only in case are the same on some systems; none may read as a path. */
function named(files: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>();
  // Where counting goes on, so that thousands of equal names are not all tried again for each.
  const counts = new Map<string, number>();
  return files.map(({ path, name }) => {
    const { name: stem, ext } = parse(name.replace(/[\\/:]/g, '_'));
    const plain = (stem + ext).toLowerCase();
    let free = stem + ext;
    let count = counts.get(plain) ?? 1;
    for (; taken.has(free.toLowerCase()); free = `${stem} (${count})${ext}`) count += 1;
    counts.set(plain, count);
    taken.add(free.toLowerCase());
    return { path, name: free };
  });
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError({ code: 'aborted', message: 'The export was stopped.' });
}
