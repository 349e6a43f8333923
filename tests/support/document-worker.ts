/** The process that reads documents, built as it is shipped. */
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleInto, makeBundleFolder } from './bundle';

export interface DocumentWorker {
  readonly entry: string;
  /** @returns the path of a file with these bytes */
  written(bytes: Uint8Array): string;
  end(): void;
}

export async function buildDocumentWorker(): Promise<DocumentWorker> {
  const built = await makeBundleFolder();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-documents-'));
  await bundleInto(built, { worker: 'electron/storage/documents/document-worker.ts' });
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
