/**
 * A zip that is written as it is produced, one piece of one entry in memory at a time; zip64 where it grows that large.
 * Archives and exports of results are written with it.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export interface ZipWriter {
  /** @param isPacked whether it is compressed; media don't shrink */
  add(name: string, pieces: AsyncIterable<Uint8Array>, entry: ZipEntryOptions): Promise<Written>;
  /** @returns the size of the zip in bytes. */
  end(): Promise<number>;
}

export interface ZipEntryOptions {
  readonly isPacked: boolean;
  readonly modified: Date;
}

export interface ZipWriterOptions {
  /** Only for tests: writes the zip64 fields, which are needed beyond 4 GB, also for a small file. */
  readonly forceZip64?: boolean;
}

/** @param write takes what is produced, in order; it fails the call that waits for it */
export function createZipWriter(
  write: (bytes: Uint8Array) => Promise<unknown>,
  { forceZip64 = false }: ZipWriterOptions = {},
): ZipWriter {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  const written = writeOut(write, zip.outputStream as Readable);
  // The caller of `add` or `end` gets the error; nothing may be listening when the write fails.
  for (const promise of [failed, written]) promise.catch(() => undefined);
  return {
    async add(name, pieces, { isPacked, modified }) {
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
  throw new Error('The zip ended before all was written.');
};

async function writeOut(write: (bytes: Uint8Array) => Promise<unknown>, stream: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    await write(chunk);
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
