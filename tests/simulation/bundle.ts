/** Builds the simulation as one program, with simulated parts where the app meets the world. */
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const here = (...path: string[]) => join(import.meta.dirname, ...path);

/** What the app's own code imports → what it gets. The simulation itself has the real ones. */
const replacements: Readonly<Record<string, string>> = {
  'node:fs': here('world/disk/fs.ts'),
  'node:fs/promises': here('world/disk/promises.ts'),
  'node:crypto': here('world/crypto.ts'),
  'node:timers/promises': here('world/timers.ts'),
  'node:vm': here('world/vm.ts'),
  libsql: here('world/disk/libsql.ts'),
  keytar: here('world/keytar.ts'),
};
/** The same for the libraries that pack archives. */
const replacementsForPackers: Readonly<Record<string, string>> = {
  fs: here('world/disk/callbacks.ts'),
  zlib: here('world/zlib.ts'),
};
const replacementFiles: Readonly<Record<string, string>> = {
  [join(root, 'electron/sandbox/start.ts')]: here('world/sandbox.ts'),
  [join(root, 'electron/storage/media/thumbnailer.ts')]: here('world/thumbnailer.ts'),
  [join(root, 'electron/storage/backup/database-thread.ts')]: here('world/database-thread.ts'),
  [join(root, 'electron/storage/archive/run-task.ts')]: here('world/run-task.ts'),
  [join(root, 'electron/storage/documents/document-reader.ts')]: here('world/document-reader.ts'),
};

const isOfApp = (path: string | undefined): boolean =>
  path !== undefined &&
  [join(root, 'electron'), join(root, 'shared')].some((folder) => path.startsWith(folder));

function replacementFor(source: string, importer: string | undefined): string | undefined {
  if (isOfPacker(importer)) return replacementsForPackers[source];
  return isOfApp(importer) ? replacements[source] : undefined;
}

const isOfPacker = (path: string | undefined): boolean => /node_modules\/ya?u?zl\//.test(path ?? '');

function simulatedWorld(): Plugin {
  return {
    name: 'simulated-world',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const replacement = replacementFor(source, importer);
      if (replacement !== undefined) return replacement;
      if (outside.includes(source)) return { id: source, external: true };
      if (!isOfApp(importer)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found === null ? null : (replacementFiles[found.id] ?? null);
    },
  };
}

/** A change to the app's code, to see whether the simulation finds it. */
export interface Change {
  /** From the project's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

function changed(changes: readonly Change[]): Plugin {
  return {
    name: 'changed-code',
    enforce: 'pre',
    transform(code, id) {
      const mine = changes.filter(({ file }) => id === join(root, file));
      return mine.length === 0 ? null : mine.reduce(apply, code);
    },
  };
}

function apply(code: string, { file, find, replace }: Change): string {
  const places = code.split(find).length - 1;
  if (places === 1) return code.replace(find, () => replace);
  throw new Error(`${file}: found ${places} times instead of once: ${find}`);
}

const outside = [
  ...['libsql', '@napi-rs/canvas', 'wasm-media-encoders/esnext'],
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** @returns the path of the program */
export async function buildSimulation(folder: string, changes: readonly Change[] = []): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [simulatedWorld(), changed(changes)],
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      target: 'node20',
      ssr: true,
      minify: false,
      rolldownOptions: {
        input: { simulation: here('program.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  return join(folder, 'simulation.mjs');
}
