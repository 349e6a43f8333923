import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Whether both are files, and hold the same bytes. A link is none. */
export async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  if (!a?.isFile() || !b?.isFile() || a.size !== b.size) return false;
  const rest = createReadStream(other)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held = Buffer.alloc(0);
  for await (const piece of createReadStream(one) as AsyncIterable<Buffer>) {
    while (held.length < piece.length) {
      const next = await rest.next();
      if (next.done) return false;
      held = Buffer.concat([held, next.value]);
    }
    if (!held.subarray(0, piece.length).equals(piece)) return false;
    held = held.subarray(piece.length);
  }
  return true;
}
