/**
 * The thirteen system calls the speech program makes, answered from memory.
 *
 * Node's own `node:wasi` prints a warning, needs real folders and may keep its workers from ending; this program only
 * reads its arguments and writes one file.
 */

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const FOLDER = 3;
const FIRST_FILE = 4;
const FILETYPE = { character: 2, folder: 3, file: 4 } as const;
const OPEN_CREATES = 1;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

/** Ends the program from inside a system call. */
class ProgramExit extends Error {
  override readonly name = 'ProgramExit';
  readonly code: number;

  constructor(code: number) {
    super(`The program ended with code ${code}`);
    this.code = code;
  }
}

export interface ProgramResult {
  readonly exitCode: number;
  /** What the program wrote, by file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What it printed, both streams. */
  readonly printed: string;
}

/** A file that grows as it is written; its capacity doubles, so that many small writes stay cheap. */
class MemoryFile {
  #room = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }

  write(chunk: Uint8Array, at: number): void {
    const end = at + chunk.length;
    if (end > this.#room.length) {
      const larger = new Uint8Array(Math.max(end, this.#room.length * 2));
      larger.set(this.bytes);
      this.#room = larger;
    }
    this.#room.set(chunk, at);
    this.#length = Math.max(this.#length, end);
  }
}

interface OpenFile {
  readonly file: MemoryFile;
  position: number;
}

/** Runs a WASI command once; throws what WebAssembly throws where it traps (`WebAssembly.RuntimeError`). */
export function runProgram(module: WebAssembly.Module, args: readonly string[]): ProgramResult {
  const host = new Host(args);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: host.calls() });
  const { memory, _start: start } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new TypeError('This module is not a WASI command');
  }
  host.memory = memory;
  return { exitCode: exitCodeOf(() => start()), files: host.contents(), printed: host.printed };
}

function exitCodeOf(run: () => unknown): number {
  try {
    run();
    return 0;
  } catch (error) {
    if (error instanceof ProgramExit) return error.code;
    throw error;
  }
}

class Host {
  memory: WebAssembly.Memory | null = null;
  printed = '';
  readonly #args: readonly Uint8Array[];
  readonly #files = new Map<string, MemoryFile>();
  readonly #open = new Map<number, OpenFile>();
  #nextDescriptor = FIRST_FILE;

  constructor(args: readonly string[]) {
    const encoder = new TextEncoder();
    this.#args = args.map((arg) => encoder.encode(`${arg.replaceAll('\0', '')}\0`));
  }

  contents(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.#files].map(([name, file]) => [name, file.bytes]));
  }

  calls(): Record<string, (...args: never[]) => number> {
    return {
      args_sizes_get: this.#argsSizes,
      args_get: this.#argsGet,
      clock_time_get: this.#clock,
      fd_close: this.#close,
      fd_fdstat_get: this.#describe,
      fd_fdstat_set_flags: () => SUCCESS,
      fd_prestat_get: this.#prestat,
      fd_prestat_dir_name: this.#prestatName,
      fd_read: this.#read,
      fd_seek: this.#seek,
      fd_write: this.#write,
      path_open: this.#openPath,
      proc_exit: (code: number) => {
        throw new ProgramExit(code);
      },
    };
  }

  /** Fresh views at each call: the memory's buffer is replaced whenever it grows. */
  get #view(): DataView {
    return new DataView(this.#bytes.buffer);
  }

  get #bytes(): Uint8Array {
    if (this.memory === null) throw new Error('The program has no memory yet');
    return new Uint8Array(this.memory.buffer);
  }

  readonly #argsSizes = (countAt: number, sizeAt: number): number => {
    const size = this.#args.reduce((sum, arg) => sum + arg.length, 0);
    this.#view.setUint32(countAt, this.#args.length, true);
    this.#view.setUint32(sizeAt, size, true);
    return SUCCESS;
  };

  readonly #argsGet = (pointersAt: number, textAt: number): number => {
    let at = textAt;
    for (const [index, arg] of this.#args.entries()) {
      this.#view.setUint32(pointersAt + index * 4, at, true);
      this.#bytes.set(arg, at);
      at += arg.length;
    }
    return SUCCESS;
  };

  /** Always the same moment, so that the same text gives the same bytes. */
  readonly #clock = (_clock: number, _precision: bigint, at: number): number => {
    this.#view.setBigUint64(at, 0n, true);
    return SUCCESS;
  };

  readonly #close = (descriptor: number): number => {
    return this.#open.delete(descriptor) || descriptor < FIRST_FILE ? SUCCESS : BAD_DESCRIPTOR;
  };

  readonly #describe = (descriptor: number, at: number): number => {
    const isKnown = descriptor < FIRST_FILE || this.#open.has(descriptor);
    if (!isKnown) return BAD_DESCRIPTOR;
    const filetype = descriptor < FOLDER ? 'character' : descriptor === FOLDER ? 'folder' : 'file';
    this.#bytes.fill(0, at, at + 24);
    this.#view.setUint8(at, FILETYPE[filetype]);
    this.#view.setBigUint64(at + 8, ALL_RIGHTS, true);
    this.#view.setBigUint64(at + 16, ALL_RIGHTS, true);
    return SUCCESS;
  };

  readonly #prestat = (descriptor: number, at: number): number => {
    if (descriptor !== FOLDER) return BAD_DESCRIPTOR;
    this.#view.setUint32(at, 0, true);
    this.#view.setUint32(at + 4, 1, true);
    return SUCCESS;
  };

  readonly #prestatName = (_descriptor: number, at: number): number => {
    this.#view.setUint8(at, '.'.charCodeAt(0));
    return SUCCESS;
  };

  /** Everything the program needs is in its arguments: there is nothing to read. */
  readonly #read = (_descriptor: number, _vectors: number, _count: number, readAt: number): number => {
    this.#view.setUint32(readAt, 0, true);
    return SUCCESS;
  };

  readonly #seek = (descriptor: number, offset: bigint, whence: number, at: number): number => {
    const open = this.#open.get(descriptor);
    if (open === undefined) return BAD_DESCRIPTOR;
    const from = [0, open.position, open.file.length][whence] ?? 0;
    open.position = from + Number(offset);
    this.#view.setBigUint64(at, BigInt(open.position), true);
    return SUCCESS;
  };

  readonly #write = (descriptor: number, vectors: number, count: number, writtenAt: number): number => {
    let written = 0;
    for (let index = 0; index < count; index += 1) {
      const start = this.#view.getUint32(vectors + index * 8, true);
      const length = this.#view.getUint32(vectors + index * 8 + 4, true);
      if (!this.#put(descriptor, this.#bytes.subarray(start, start + length))) return BAD_DESCRIPTOR;
      written += length;
    }
    this.#view.setUint32(writtenAt, written, true);
    return SUCCESS;
  };

  #put(descriptor: number, chunk: Uint8Array): boolean {
    if (descriptor === 1 || descriptor === 2) {
      this.printed += new TextDecoder().decode(chunk);
      return true;
    }
    const open = this.#open.get(descriptor);
    if (open === undefined) return false;
    open.file.write(chunk, open.position);
    open.position += chunk.length;
    return true;
  }

  readonly #openPath = (
    _folder: number,
    _lookup: number,
    pathAt: number,
    pathLength: number,
    flags: number,
    _rights: bigint,
    _inheriting: bigint,
    _mode: number,
    descriptorAt: number,
  ): number => {
    const name = new TextDecoder().decode(this.#bytes.slice(pathAt, pathAt + pathLength));
    if ((flags & OPEN_CREATES) === 0 && !this.#files.has(name)) return NO_ENTRY;
    const file = this.#files.get(name) ?? new MemoryFile();
    this.#files.set(name, file);
    const descriptor = this.#nextDescriptor++;
    this.#open.set(descriptor, { file, position: 0 });
    this.#view.setUint32(descriptorAt, descriptor, true);
    return SUCCESS;
  };
}
