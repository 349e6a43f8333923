/** Bytes of a file or of memory, read piece by piece, so that no reader needs the whole of a large file. */
import { open } from 'node:fs/promises';

export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** At most `length` bytes from `start` on; fewer at the end. */
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What reading a file that may be hostile may cost. */
export interface ReadBudget {
  readonly bytes: number;
  readonly reads: number;
  readonly milliseconds: number;
}

/** Opens a file (or takes bytes as they are) for as long as the work takes. */
export async function withSource<Result>(
  input: string | Uint8Array,
  work: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  if (typeof input !== 'string') return work(bytesSource(input));
  const handle = await open(input, 'r');
  try {
    const { size } = await handle.stat();
    return await work({
      size,
      read: async (start, length) => {
        const buffer = new Uint8Array(Math.max(0, Math.min(length, size - start)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, length) => bytes.slice(start, start + length) };
}

/** The same source, which refuses to go on once the budget is spent: a hostile file can't keep a reader busy. */
export function budgeted(source: ByteSource, budget: ReadBudget): ByteSource {
  const deadline = performance.now() + budget.milliseconds;
  let bytesLeft = budget.bytes;
  let readsLeft = budget.reads;
  return {
    size: source.size,
    async read(start, length) {
      bytesLeft -= Math.max(0, Math.min(length, source.size - start));
      readsLeft -= 1;
      if (bytesLeft < 0 || readsLeft < 0 || performance.now() > deadline)
        throw new Error('The file asks for more reading than it is worth.');
      return source.read(start, length);
    },
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as Latin-1, for the four-letter names of formats; shorter at the end. */
export function asciiAt(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    start,
    start + length,
  );
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
