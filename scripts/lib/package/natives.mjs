// @ts-check
/**
 * The native libraries that a package needs on its target. npm installs only those of the computer it runs on, and a
 * package with those of another starts and then fails at the first chat or key.
 */
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {'linux' | 'darwin' | 'win32'} System */
/** @typedef {'x64' | 'arm64'} Processor */
/** @typedef {{ system: System, processor: Processor }} Target */

/** The end of the names that npm packages give to their builds for a target. */
const SUFFIXES = { linux: 'gnu', darwin: '', win32: 'msvc' };

/**
 * The npm packages that hold one target's binaries.
 * @param {Target} target
 * @returns {readonly string[]}
 * @throws {Error} for Windows on arm64, for which no libsql is built
 */
export function nativePackages({ system, processor }) {
  if (system === 'win32' && processor === 'arm64') {
    throw new Error(
      'There is no libsql for Windows on arm64: pack for x64, which Windows on arm64 runs too.',
    );
  }
  const target = [system, processor, SUFFIXES[system]].filter(Boolean).join('-');
  return [`@libsql/${target}`, `@napi-rs/canvas-${target}`];
}

/**
 * Compares the natives in a packed app with its target: each has to be there, and built for that system and processor.
 * @param {string} resources the folder that holds `app.asar.unpacked`
 * @param {Target} target
 * @returns {Promise<readonly string[]>} a sentence for each fault; none where all is right
 */
export async function findNativeFaults(resources, target) {
  const folder = path.join(resources, 'app.asar.unpacked', 'node_modules');
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const files = entries
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.node'));
  const wanted = [...nativePackages(target), `keytar/prebuilds/${target.system}-${target.processor}`];
  const missing = wanted
    .filter((name) => !files.some((file) => file.startsWith(`${name}/`)))
    .map((name) => `${name} is missing.`);
  const foreign = await Promise.all(files.map((file) => foreignFault(folder, file, target)));
  return [...missing, ...foreign.filter((fault) => fault !== null)];
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {Target} target
 */
async function foreignFault(folder, file, { system, processor }) {
  const built = await readTarget(path.join(folder, file));
  if (built === `${system}-${processor}`) return null;
  return `${file} is built for ${built}, not for ${system}-${processor}.`;
}

const HEAD_BYTES = 4096;
const ELF = 0x7f454c46;
const MACH_O_64 = 0xfeedfacf;
const PE = 0x4d5a;
const ELF_MACHINES = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const MACH_O_MACHINES = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);
const PE_MACHINES = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);

/**
 * What a binary is built for, by its header (ELF, 64-bit Mach-O, PE).
 * @param {string} file
 * @returns {Promise<string>} such as `linux-x64`; `something else` where the header says nothing known
 */
export async function readTarget(file) {
  const head = Buffer.alloc(HEAD_BYTES);
  const handle = await open(file);
  try {
    await handle.read(head, 0, HEAD_BYTES, 0);
  } finally {
    await handle.close();
  }
  const other = 'something else';
  if (head.readUInt32BE(0) === ELF) return named('linux', ELF_MACHINES.get(head.readUInt16LE(18))) ?? other;
  if (head.readUInt32LE(0) === MACH_O_64)
    return named('darwin', MACH_O_MACHINES.get(head.readUInt32LE(4))) ?? other;
  if (head.readUInt16BE(0) === PE) return named('win32', PE_MACHINES.get(peMachine(head))) ?? other;
  return other;
}

/** @param {Buffer} head the field at 60 says where the PE header begins; its machine follows four bytes later */
function peMachine(head) {
  const at = head.readUInt32LE(60) + 4;
  return at + 2 <= head.length ? head.readUInt16LE(at) : 0;
}

/**
 * @param {System} system
 * @param {string | undefined} processor
 */
const named = (system, processor) => (processor === undefined ? null : `${system}-${processor}`);
