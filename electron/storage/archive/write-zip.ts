/** A zip written to a file as it is made: one piece of one entry in memory at a time. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { AppError } from '../../../shared/errors';
import { writeAll } from '../media/partial';

/** Lengths and places in a zip of the plain kind have 32 bits, the count of files 16. */
const MAX_BYTES = 0xffff_ffff;
const MAX_ENTRIES = 0xffff;
/** Head, index entry and two names; generously. */
const BYTES_PER_ENTRY = 2_048;

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export interface ZipWriter {
  add(name: string, pieces: AsyncIterable<Uint8Array>, isPacked: boolean): Promise<Written>;
  /** @returns the size of the whole. */
  end(): Promise<number>;
}

/** @throws AppError `invalid_input` beyond 4 GB or 65,535 entries. */
export function createZipWriter(file: FileHandle, modified: Date): ZipWriter {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let entries = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const flush = async () => {
    const made = chunks;
    chunks = [];
    for (const chunk of made) {
      await writeAll(file, chunk);
      bytes += chunk.length;
    }
    if (bytes + entries * BYTES_PER_ENTRY > MAX_BYTES) throw tooLarge('be larger than 4 GB');
  };
  return {
    async add(name, pieces, isPacked) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooLarge(`hold more than ${MAX_ENTRIES.toLocaleString('en')} files`);
      const entry = isPacked ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      entry.mtime = modified;
      zip.add(entry);
      const hash = createHash('sha256');
      let length = 0;
      for await (const piece of pieces) {
        hash.update(piece);
        length += piece.length;
        // A copy: the library hands on what it is given.
        entry.push(piece.slice());
        await flush();
      }
      entry.push(new Uint8Array(), true);
      await flush();
      return { bytes: length, sha256: hash.digest('hex') };
    },
    async end() {
      zip.end();
      await flush();
      return bytes;
    },
  };
}

function tooLarge(what: string): AppError {
  const message = `The archive would ${what}. Export without media files, and take those along by themselves.`;
  return new AppError({ code: 'invalid_input', message });
}
