/** The program of the thread for archives, built when it is first needed and kept until its sources change. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleInto, makeBundleFolder, root } from './bundle';

/** Path of the built program. */
export async function builtArchiveEntry(): Promise<string> {
  const entry = join(
    root,
    'node_modules',
    '.cache',
    `gatehouse-archive-${sourceHash()}`,
    'archive-worker.mjs',
  );
  if (existsSync(entry)) return entry;
  const made = await makeBundleFolder();
  await bundleInto(made, { 'archive-worker': 'electron/storage/archive/archive-worker.ts' });
  // Whoever was first is right: the same sources give the same program.
  await rename(made, dirname(entry)).catch(() => rm(made, { recursive: true, force: true }));
  return entry;
}

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['electron/storage', 'shared']) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      hash.update(file).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
