/** Stands for `node:fs`: the same, but for streams, which go piece by piece over the simulated disk. */
import { open } from './promises';

export * from 'node:fs';

interface Range {
  readonly start?: number;
  /** The last byte, included. */
  readonly end?: number;
  readonly highWaterMark?: number;
}

/** Only ever iterated over by the app. */
export async function* createReadStream(
  path: string,
  { start = 0, end, highWaterMark = 65_536 }: Range = {},
) {
  const handle = await open(path, 'r');
  try {
    for (let at = start; end === undefined || at <= end; ) {
      const wanted = end === undefined ? highWaterMark : Math.min(highWaterMark, end - at + 1);
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
