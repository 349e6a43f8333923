/** Rule 6: the key is nowhere but in the keychain and in `Authorization`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';

const needles = ({ far }: Run): readonly string[] => {
  const key = far.key ?? '';
  return [key, Buffer.from(key).toString('base64').slice(0, 24)];
};

export function checkSecrets(run: Run, where: string, value: unknown): void {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (needles(run).some((needle) => text.includes(needle))) violate(run, 'key', `The key is in ${where}`);
}

export function checkSecretsOnDisk(run: Run): void {
  for (const path of filesBelow(run.world.folder)) {
    const bytes = readFileSync(path);
    if (needles(run).some((needle) => bytes.includes(needle)))
      violate(run, 'key', `The key is in the file ${path.slice(run.world.folder.length)}`);
  }
}

/** What the app keeps is for its owner alone, whatever the umask of the process is. */
export function checkPermissions(run: Run): void {
  for (const path of filesBelow(homeOf(run.world))) {
    const mode = statSync(path).mode & 0o777;
    // The lock holds nothing.
    if ((mode & 0o077) !== 0 && !path.includes('lock.db'))
      violate(run, 'key', `Others may read ${path.slice(run.world.folder.length)} (${mode.toString(8)})`);
  }
}

export function checkSecretsOnTheWay(run: Run): void {
  for (const gateway of run.gateways) {
    for (const { url, headers, body } of gateway.requests) {
      const others = [...headers].filter(([name]) => name !== 'authorization');
      checkSecrets(run, `a request to ${gateway.name}`, [url.href, body, others]);
      const sent = headers.get('authorization') ?? '';
      if (gateway.name !== 'far' || url.origin !== gateway.origin)
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
