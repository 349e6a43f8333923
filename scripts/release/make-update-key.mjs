// @ts-check
/**
 * `node scripts/release/make-update-key.mjs FILE`: makes the key that signs update lists. The private key goes to FILE,
 * which must not exist yet; the public one, for `updates.publicKey` in package.json, to standard output.
 */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Name a file for the private key.\n');
  process.exitCode = 1;
} else {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n`);
}
