import type { FileHandle } from 'node:fs/promises';
import { StreamTarget } from 'mediabunny';
import { writeAll } from './partial';

/** Lets the library write to an open file, also at the earlier positions its muxers return to. */
export function targetOf(file: FileHandle): StreamTarget {
  const writable = new WritableStream({
    write: ({ data, position }: { data: Uint8Array; position: number }) => writeAll(file, data, position),
  });
  return new StreamTarget(writable, { chunked: true, chunkSize: 1024 * 1024 });
}
