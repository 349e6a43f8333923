// @ts-check
/**
 * `UPDATE_SIGNING_KEY=key.pem node scripts/release/sign-feed.mjs FOLDER [NOTES]`: adds the release notes to each update
 * list in FOLDER (`latest*.yml`) and signs it. Nothing is sent anywhere. Refuses a key that does not belong to
 * `updates.publicKey` in package.json: no installed app would take what it signs.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../lib/root.mjs';
import { signFeed } from './feed-signing.mjs';

async function main() {
  const [folder = 'release', notesFile] = process.argv.slice(2);
  const keyFile = process.env.UPDATE_SIGNING_KEY;
  if (!keyFile) throw new Error('UPDATE_SIGNING_KEY has to name the file of the private key.');
  const { updates } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const signed = await signFeed(folder, {
    privateKey: await readFile(keyFile, 'utf8'),
    publicKey: updates.publicKey,
    notes: notesFile === undefined ? '' : await readFile(notesFile, 'utf8'),
  });
  for (const name of signed) process.stdout.write(`${name}.sig\n`);
}

process.exitCode = await main().then(
  () => 0,
  (error) => {
    process.stderr.write(`${error.message}\n`);
    return 1;
  },
);
