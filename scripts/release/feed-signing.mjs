// @ts-check
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Signs the update lists of a folder; signing twice gives the same files.
 * @param {string} folder
 * @param {{ privateKey: string, publicKey: string, notes: string }} options the private key as PEM, the public one as
 *   base64 of its SubjectPublicKeyInfo
 * @returns {Promise<readonly string[]>} the names of the lists
 */
export async function signFeed(folder, { privateKey, publicKey, notes }) {
  const key = createPrivateKey(privateKey);
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  if (own !== publicKey) throw new Error('This key does not belong to updates.publicKey in package.json.');
  const lists = (await readdir(folder)).filter((name) => /^latest[\w-]*\.yml$/.test(name)).sort();
  if (lists.length === 0) throw new Error(`There is no update list in ${folder}.`);
  for (const name of lists) {
    const file = path.join(folder, name);
    await writeFile(file, withNotes(await readFile(file, 'utf8'), notes));
    const content = Buffer.concat([Buffer.from(`gatehouse-update:${name}\n`), await readFile(file)]);
    await writeFile(`${file}.sig`, `${sign(null, content, key).toString('base64')}\n`);
  }
  return lists;
}

/**
 * JSON is YAML, so that no line of the notes can end them.
 * @param {string} list
 * @param {string} notes
 */
function withNotes(list, notes) {
  const without = list
    .split('\n')
    .filter((line) => !line.startsWith('releaseNotes:'))
    .join('\n')
    .trimEnd();
  return notes.trim() === '' ? `${without}\n` : `${without}\nreleaseNotes: ${JSON.stringify(notes.trim())}\n`;
}
