/** Packs results into one zip file. */
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname, parse } from 'node:path';
import { Zip, ZipPassThrough } from 'fflate';
import { AppError } from '../../../shared/errors';
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

/** Lengths and offsets in a plain zip have 32 bits, the number of files 16. */
const MAX_BYTES = 0xffff_ffff;
const MAX_FILES = 0xffff;
const READ_BYTES = 1024 * 1024;
/** A generous bound for the header, the index entry and two names. */
const BYTES_PER_ENTRY = 2_048;

/**
 * Packs files without compression (media don't shrink) into a new file, or replaces the one at the destination. Holds
 * one piece of one file in memory at a time.
 * @throws AppError `invalid_input` beyond 4 GB or 65,535 files, `aborted`, `storage_…` where the disk fails
 */
export async function zipFiles(
  files: readonly ZipEntry[],
  destination: string,
  signal?: AbortSignal,
): Promise<ZipResult> {
  if (files.length > MAX_FILES) throw tooLarge(`hold ${files.length} files`);
  return withPartial(dirname(destination), async (partial) => {
    const result = await writeFileDurably(partial, (file) => pack(named(files), file, signal));
    await rename(partial, destination);
    return result;
  });
}

async function pack(files: readonly ZipEntry[], file: FileHandle, signal?: AbortSignal): Promise<ZipResult> {
  const out = collector();
  const missing: string[] = [];
  let bytes = 0;
  const flush = async () => {
    for (const chunk of out.take()) {
      await writeAll(file, chunk);
      bytes += chunk.length;
    }
  };
  for (const entry of files) {
    const source = await openIfThere(entry.path);
    if (source) await packOne(out.zip, entry.name, source, { flush, signal, room: () => MAX_BYTES - bytes });
    else missing.push(entry.path);
  }
  out.zip.end();
  await flush();
  return { bytes, missing };
}

interface Packing {
  readonly flush: () => Promise<void>;
  readonly room: () => number;
  readonly signal: AbortSignal | undefined;
}

async function packOne(zip: Zip, name: string, source: FileHandle, packing: Packing): Promise<void> {
  try {
    const { size, mtime } = await source.stat();
    if (size + BYTES_PER_ENTRY > packing.room()) throw tooLarge('be larger than 4 GB');
    const entry = new ZipPassThrough(name);
    entry.mtime = mtime;
    zip.add(entry);
    for (;;) {
      refuseAborted(packing.signal);
      // A buffer of its own: the library passes it on instead of copying it.
      const { buffer, bytesRead } = await source.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, null);
      entry.push(buffer.subarray(0, bytesRead), bytesRead === 0);
      await packing.flush();
      if (bytesRead === 0) return;
    }
  } finally {
    await source.close();
  }
}

function collector() {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const take = () => {
    const taken = chunks;
    chunks = [];
    return taken;
  };
  return { zip, take };
}

/** Two names that differ only in case are the same on some systems. */
function named(files: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>();
  return files.map(({ path, name }) => {
    const { name: stem, ext } = parse(name);
    let free = stem + ext;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ext}`;
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

function tooLarge(what: string): AppError {
  return new AppError({
    code: 'invalid_input',
    message: `The archive would ${what}. Export fewer at a time.`,
  });
}
