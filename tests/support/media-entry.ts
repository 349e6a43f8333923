/** The program of the gateway's media threads, built when it is first needed and kept until its sources change. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleInto, makeBundleFolder, root } from './bundle';

/** Path of the built program. */
export async function builtMediaEntry(): Promise<string> {
  const entry = join(root, 'node_modules', '.cache', `gatehouse-media-${sourceHash()}`, 'sandbox-media.mjs');
  if (existsSync(entry)) return entry;
  const made = await makeBundleFolder();
  await bundleInto(made, { 'sandbox-media': 'electron/sandbox/media/worker.ts' });
  // Whoever was first is right: the same sources give the same program.
  await rename(made, dirname(entry)).catch(() => rm(made, { recursive: true, force: true }));
  return entry;
}

function sourceHash(): string {
  const folder = join(root, 'electron/sandbox/media');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash
    .update(readFileSync(join(root, 'electron/sandbox/random.ts')))
    .digest('hex')
    .slice(0, 16);
}
