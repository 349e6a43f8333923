/** Replaces `node:fs`: the same, except for streams, which use the simulated disk in chunks. */
import * as fs from 'node:fs';
import { maybeHere, operate } from '../world';
import { type Effect, onDisk, refuse, refuseHeld } from './operation';
import { open } from './promises';

export * from 'node:fs';

/** The synchronous calls of the start can be killed too, and use the same disk. */
function atOnce<Given extends unknown[], Value>(effect: Effect, work: (...given: Given) => Value) {
  return (...given: Given): Value => {
    const world = maybeHere();
    if (world !== null) {
      operate(world, world.life);
      refuse(world, effect, String(given[0]));
    }
    return work(...given);
  };
}

export const renameSync = atOnce('rename', fs.renameSync);
export const writeSync = atOnce('write', fs.writeSync as (file: number, data: string) => number);
export const fsyncSync = atOnce('write', fs.fsyncSync);
export const rmSync = atOnce('read', (path: string, options?: fs.RmOptions) => {
  refuseHeld(path);
  fs.rmSync(path, options);
});

/** As it is when it is opened; the real one is read while it is sent. */
export const openAsBlob = (path: string, options?: fs.OpenAsBlobOptions): Promise<Blob> =>
  onDisk('read', path, () => new Blob([fs.readFileSync(path)], options));

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
