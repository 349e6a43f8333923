/** Replaces `zlib` for the archive libraries: compresses synchronously instead of on other threads. */
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

/** Called with `new`. */
export function DeflateRaw(): Transform {
  return atTheEnd((bytes) => deflateRawSync(bytes));
}

type Packed = (error: Error | null, bytes: Buffer) => void;

export const deflateRaw = (bytes: Buffer, _options: unknown, done: Packed): void =>
  done(null, deflateRawSync(bytes));
