/** The interpreter with a memory that can't grow beyond a bound: its own limit leaves out what buffers take. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PAGE_BYTES = 65_536;
/** Of what a function uses and of the interpreter itself. */
const MOST_BYTES = 48 * 1_048_576;
/** The number of the section in which a module declares its memory (WebAssembly core specification, 5.5). */
const MEMORY_SECTION = 5;
/** Behind the magic number and the version. */
const FIRST_SECTION = 8;

let compiled: Promise<WebAssembly.Module> | null = null;

/** Compiled at its first use, and kept for as long as the app runs; threads share it. */
export function boundedInterpreter(): Promise<WebAssembly.Module> {
  compiled ??= compile(Math.floor(MOST_BYTES / PAGE_BYTES));
  return compiled;
}

async function compile(mostPages: number): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve('quickjs-wasi');
  const bytes = await readFile(join(dirname(entry), '..', 'quickjs.wasm'));
  return await WebAssembly.compile(withMostMemory(bytes, mostPages));
}

/** @throws where the module declares its memory otherwise than this one does */
function withMostMemory(bytes: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> {
  for (let at = FIRST_SECTION; at < bytes.length; ) {
    const size = readNumber(bytes, at + 1);
    const [begin, end] = [size.end, size.end + size.value];
    if (bytes[at] === MEMORY_SECTION) {
      const least = readNumber(bytes, begin + 2);
      if (bytes[begin] !== 1 || bytes[begin + 1] !== 0 || least.end !== end)
        throw new Error('the interpreter declares its memory in another way');
      const content = [1, 1, ...bytes.subarray(begin + 2, end), ...writeNumber(mostPages)];
      const section = [MEMORY_SECTION, ...writeNumber(content.length), ...content];
      return Uint8Array.from([...bytes.subarray(0, at), ...section, ...bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Error('the interpreter declares no memory');
}

/** LEB128: seven bits in each byte, the lowest first. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
}

const writeNumber = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >> 7)];
