/**
 * A zip written to a file as it is produced, one piece of one entry in memory at a time; zip64 where it grows that
 * large.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { AppError } from '../../../shared/errors';
import { writeAll } from '../media/partial';
import { MAX_ENTRIES } from './read-zip';

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export interface ZipWriter {
  /** @throws AppError `invalid_input` for more files than can be read back. */
  add(name: string, pieces: AsyncIterable<Uint8Array>, isPacked: boolean): Promise<Written>;
  /** @returns the size of the file. */
  end(): Promise<number>;
}

export interface ZipWriterOptions {
  readonly modified: Date;
  /** Only for tests: writes the zip64 fields, which are needed beyond 4 GB, also for a small file. */
  readonly forceZip64?: boolean;
}

export function createZipWriter(
  file: FileHandle,
  { modified, forceZip64 = false }: ZipWriterOptions,
): ZipWriter {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  const written = writeOut(file, zip.outputStream as Readable);
  // The caller of `add` or `end` gets the error; nothing may be listening when the write fails.
  for (const promise of [failed, written]) promise.catch(() => undefined);
  let entries = 0;
  return {
    async add(name, pieces, isPacked) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooMany();
      const { stream, counted } = watched(pieces);
      const options = { mtime: modified, compress: isPacked, forceZip64Format: forceZip64 };
      zip.addReadStreamLazy(name, options, (hand) => hand(null, stream));
      const end = Promise.race([counted, failed, written.then(brokenOff)]);
      return await end.finally(() => stream.destroy());
    },
    async end() {
      zip.end({ forceZip64Format: forceZip64, comment: '' });
      return await Promise.race([written, failed]);
    },
  };
}

const brokenOff = (): never => {
  throw new Error('The archive ended before all was written.');
};

async function writeOut(file: FileHandle, stream: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    await writeAll(file, chunk);
    bytes += chunk.length;
  }
  return bytes;
}

/** The same pieces as a stream, counted and hashed as they are read. */
function watched(pieces: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  const source = async function* () {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  const stream = Readable.from(source(), { objectMode: false });
  const counted = new Promise<Written>((resolve, reject) => {
    stream.once('end', () => resolve({ bytes, sha256: hash.digest('hex') }));
    stream.once('error', reject);
  });
  return { stream, counted };
}

function tooMany(): AppError {
  const files = MAX_ENTRIES.toLocaleString('en');
  const message = `Couldn’t export: the archive would hold more than ${files} files. Export without media files, and copy their folder.`;
  return new AppError({ code: 'invalid_input', message });
}
