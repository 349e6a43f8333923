/** Rule 6: the key is nowhere but in the keychain and in `Authorization`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';

/** Each key as it is, and as others may write it. */
const needles = ({ gateways }: Run): readonly string[] =>
  gateways.flatMap(({ key }) => (key === null ? [] : formsOf(key)));

/** The first 18 bytes in hex, and a middle that base64 writes the same wherever the key begins. */
function formsOf(key: string): readonly string[] {
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.from(`${' '.repeat(before)}${key}`)
      .toString('base64')
      .slice(4, 28),
  );
  const inAddress = key.replace(/[^a-z0-9]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [key, ...inBase64, Buffer.from(key).toString('hex').slice(0, 36), inAddress];
}

export function checkSecrets(run: Run, where: string, value: unknown): void {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (needles(run).some((needle) => text.includes(needle))) violate(run, 'key', `The key is in ${where}`);
}

export function checkSecretsOnDisk(run: Run): void {
  for (const path of filesBelow(run.world.folder)) {
    const bytes = endsOf(readFileSync(path), path);
    if (needles(run).some((needle) => bytes.includes(needle)))
      violate(run, 'key', `The key is in the file ${path.slice(run.world.folder.length)}`);
  }
}

/** What the app adds to a long result is at one of its ends. */
function endsOf(bytes: Buffer, path: string): Buffer {
  if (bytes.length < 2 * END_BYTES || path.includes('.db')) return bytes;
  return Buffer.concat([bytes.subarray(0, END_BYTES), bytes.subarray(-END_BYTES)]);
}

const END_BYTES = 524_288;

/** What the app keeps is for its owner alone, whatever the umask is; nobody gets past a folder that is closed. */
export function checkPermissions(run: Run): void {
  const home = homeOf(run.world);
  if (!isClosed(home)) violate(run, 'key', 'Others may look into the data folder');
  for (const path of filesBelow(home)) {
    // The lock holds nothing.
    if (path.includes('lock.db') || isClosed(path) || isBehindClosed(home, path)) continue;
    violate(run, 'key', `Others may read ${path.slice(home.length)}`);
  }
}

const isClosed = (path: string): boolean => (statSync(path).mode & 0o077) === 0;

function isBehindClosed(home: string, path: string): boolean {
  const folder = dirname(path);
  return folder !== home && (isClosed(folder) || isBehindClosed(home, folder));
}

export function checkSecretsOnTheWay(run: Run): void {
  for (const gateway of run.gateways) {
    for (const { url, headers, body } of gateway.requests) {
      const others = [...headers].filter(([name]) => name !== 'authorization');
      checkSecrets(run, `a request to ${gateway.name}`, [url.href, body, others]);
      const sent = headers.get('authorization') ?? '';
      if (url.origin !== gateway.origin || sent !== `Bearer ${gateway.key}`)
        checkSecrets(run, `Authorization for ${gateway.name}`, sent);
    }
  }
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}
