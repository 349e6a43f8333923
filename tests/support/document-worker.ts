/** The process that reads documents, built as it is shipped. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outside = ['@napi-rs/canvas', ...builtinModules.map((name) => `node:${name}`), ...builtinModules];

export interface DocumentWorker {
  readonly entry: string;
  /** @returns the path of a file with these bytes */
  written(bytes: Uint8Array): string;
  end(): void;
}

/** Inside the project, where it finds the libraries it leaves out. */
export async function buildDocumentWorker(): Promise<DocumentWorker> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const built = await mkdtemp(join(cache, 'gatehouse-documents-'));
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-documents-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: outside },
    build: {
      outDir: built,
      target: 'node20',
      ssr: true,
      rolldownOptions: {
        external: outside,
        input: { worker: 'electron/storage/documents/document-worker.ts' },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
  let files = 0;
  return {
    entry: join(built, 'worker.mjs'),
    written(bytes) {
      files += 1;
      const path = join(folder, `document-${files}`);
      writeFileSync(path, bytes);
      return path;
    },
    end() {
      for (const made of [built, folder]) rmSync(made, { recursive: true, force: true });
    },
  };
}
