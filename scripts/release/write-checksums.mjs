// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const LIST = 'SHA256SUMS';

/**
 * @param {string} folder its files, not those of folders in it
 * @returns {Promise<readonly string[]>} the lines that were written, by name
 */
export async function writeChecksums(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && entry.name !== LIST).map(({ name }) => name);
  const lines = [];
  for (const name of names.sort()) lines.push(`${await sha256(path.join(folder, name))}  ${name}`);
  await writeFile(path.join(folder, LIST), lines.map((line) => `${line}\n`).join(''));
  return lines;
}

/** @param {string} file */
async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
