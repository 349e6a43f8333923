/** Bytes of a file or of memory, read piece by piece, so that no reader needs the whole of a large file. */
import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** At most `length` bytes from `start`; fewer at the end. */
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * The limit on reading a file that may be hostile. It counts work, not time: on a busy machine a valid file must stay
 * readable.
 */
export interface ReadBudget {
  readonly bytes: number;
  readonly reads: number;
}

/** Opens a file (or uses the bytes as they are) for as long as the work runs. */
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

/** This many reads between two pauses take less than a frame. */
const READS_PER_TURN = 256;

/**
 * The same source, which refuses to read once the budget is spent, and lets other work run in between. A hostile file
 * can keep a reader busy, but not for long, and can't block the program.
 */
export function budgeted(source: ByteSource, budget: ReadBudget): ByteSource {
  let bytesLeft = budget.bytes;
  let readsLeft = budget.reads;
  return {
    size: source.size,
    async read(start, length) {
      bytesLeft -= Math.max(0, Math.min(length, source.size - start));
      readsLeft -= 1;
      if (bytesLeft < 0 || readsLeft < 0) throw new Error('The file takes too long to read.');
      if (readsLeft % READS_PER_TURN === 0) await setImmediate();
      return source.read(start, length);
    },
  };
}

/** The same source for many small reads: the file is read in whole blocks, of which a few are cached. */
export function inBlocks(source: ByteSource, blockBytes = 64 * 1024, maxBlocks = 16): ByteSource {
  const blocks = new Map<number, Uint8Array<ArrayBuffer>>();
  const blockAt = async (index: number) => {
    const block = blocks.get(index) ?? (await source.read(index * blockBytes, blockBytes));
    blocks.delete(index);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    size: source.size,
    async read(start, length) {
      const first = Math.floor(start / blockBytes);
      const last = Math.floor((start + length - 1) / blockBytes);
      if (length > blockBytes || last > first + 1) return source.read(start, length);
      const block = await blockAt(first);
      const within = last === first ? block : concat(block, await blockAt(last));
      return within.slice(start - first * blockBytes, start + length - first * blockBytes);
    },
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as Latin-1, for the four-letter names in formats; shorter at the end. */
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
