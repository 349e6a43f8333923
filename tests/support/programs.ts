/**
 * Programs that tests start, and kill: built together, as the app's own are shipped, and kept until their sources
 * change.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleInto, cache, makeBundleFolder, root } from './bundle';

/** Name of the program → its source, from the project's root. */
const sources = {
  archive: 'electron/storage/archive/archive-worker.ts',
  function: 'electron/functions/function-worker.ts',
  'copy-database': 'electron/storage/backup/database-worker.ts',
  pac: 'electron/gateway/network/pac-worker.ts',
  spelling: 'electron/spelling/spelling-worker.ts',
  'hold-lock': 'tests/support/hold-lock.ts',
  'import-archive': 'tests/support/archive-process.ts',
  'open-database': 'tests/support/open-process.ts',
  'fetch-again': 'tests/support/fetch-process.ts',
  'run-batch': 'tests/support/batch-process.ts',
  'run-commands': 'tests/support/command-process.ts',
  'run-file': 'tests/support/run-process.ts',
  'run-jobs': 'tests/support/job-process.ts',
  'run-light': 'tests/support/light-process.ts',
  'run-tree': 'tests/support/tree-process.ts',
  'sandbox-cli': 'electron/sandbox/cli.ts',
  'sandbox-media': 'electron/sandbox/media/worker.ts',
  'sandbox-worker': 'electron/sandbox/worker.ts',
} as const;

const mark = 'gatehouse-programs-';
/** Those of older sources are removed after an hour: until then another run may still use them. */
const keptMs = 3_600_000;

let folder: string | null = null;

/** Path of the built program; it is built here only where no run of all tests has done so. */
export async function programOf(name: keyof typeof sources): Promise<string> {
  folder ??= await buildPrograms();
  return join(folder, `${name}.mjs`);
}

/** @returns the folder with all of them */
export async function buildPrograms(): Promise<string> {
  const built = join(cache, `${mark}${sourceHash()}`);
  if (existsSync(built)) return built;
  await removeOlder();
  const made = await makeBundleFolder();
  await bundleInto(made, sources);
  // Whoever was first is right: the same sources give the same programs.
  await rename(made, built).catch(() => rm(made, { recursive: true, force: true }));
  return built;
}

async function removeOlder(): Promise<void> {
  const names = await readdir(cache).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(mark))) {
    const { mtimeMs } = await stat(join(cache, name));
    if (Date.now() - mtimeMs > keptMs) await rm(join(cache, name), { recursive: true, force: true });
  }
}

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const place of ['electron', 'shared', 'tests/support']) {
    const files = readdirSync(join(root, place), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(ts|json)$/.test(name)).sort())
      hash.update(file).update(readFileSync(join(root, place, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
