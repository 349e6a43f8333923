/**
 * Replaces `zlib` for the archive libraries: packs synchronously instead of on other threads, and without compression.
 * An archive names folders of this run, which are called differently in each process: compressed, it would also have
 * another length, and a cut or a changed byte would hit another place.
 */
import { Transform } from 'node:stream';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export { crc32 } from 'node:zlib';

function atTheEnd(work: (bytes: Buffer) => Buffer): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      try {
        this.push(work(Buffer.concat(pieces)));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export const createInflateRaw = (): Transform => atTheEnd((bytes) => inflateRawSync(bytes));

const pack = (bytes: Buffer): Buffer => deflateRawSync(bytes, { level: 0 });

/** Called with `new`. */
export function DeflateRaw(): Transform {
  return atTheEnd(pack);
}

type Packed = (error: Error | null, bytes: Buffer) => void;

export const deflateRaw = (bytes: Buffer, _options: unknown, done: Packed): void => done(null, pack(bytes));
