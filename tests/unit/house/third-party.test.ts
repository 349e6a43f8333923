import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import {
  notePackages,
  packageFolder,
  readNotices,
  shippedPackages,
} from '../../../scripts/lib/third-party.mjs';
import { tempFolder } from '../../support/temp-folder';

/** A small project with a package of its own; files by their path. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

const manifest = (name: string, more = {}) =>
  JSON.stringify({ name, version: '1.2.3', license: 'MIT', ...more });
const index = JSON.stringify({
  parentPackages: { '@whole/': 'whole' },
  substituteTexts: { bare: 'MIT.txt' },
  inside: [{ name: 'Inner', version: '3', license: 'LGPL', note: 'Inside whole.', files: ['inner.txt'] }],
});
const kept = {
  'build/licenses/index.json': index,
  'build/licenses/MIT.txt': 'MIT of {holder}',
  'build/licenses/inner.txt': 'The inner license.',
};

describe('the package of a module', () => {
  it.each([
    ['/a/node_modules/react/index.js', '/a/node_modules/react'],
    ['/a/node_modules/@radix-ui/react-tabs/dist/index.mjs?v=1', '/a/node_modules/@radix-ui/react-tabs'],
    ['/a/node_modules/outer/node_modules/inner/x.js', '/a/node_modules/outer/node_modules/inner'],
    ['\0/a/node_modules/react/index.js?commonjs-module', '/a/node_modules/react'],
    ['/a/renderer/main.tsx', null],
    ['\0vite/preload-helper.js', null],
  ])('%j is %j', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});

describe('the contents of a bundle', () => {
  it('are recorded: modules, style sheets that ours import, and fonts', async () => {
    const folder = await project({
      'main.js': "import { used } from 'used'; import './app.css'; used();",
      'app.css': "@import 'styles/all.css';",
      'node_modules/used/package.json': manifest('used', { main: 'index.js' }),
      'node_modules/used/index.js': 'export const used = () => document.body.append(document.title);',
      'node_modules/unused/package.json': manifest('unused'),
      'node_modules/styles/package.json': manifest('styles'),
      'node_modules/styles/all.css': "@font-face { font-family: F; src: url('./f.woff2'); }",
      'node_modules/styles/f.woff2': 'a font',
    });
    const noted = new Set<string>();
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      plugins: [notePackages(noted, folder)],
      build: {
        outDir: 'out',
        assetsInlineLimit: 0,
        rolldownOptions: { input: path.join(folder, 'main.js') },
      },
    });
    expect([...noted].map((one) => path.relative(folder, one)).sort()).toEqual([
      'node_modules/styles',
      'node_modules/used',
    ]);
  });
});

describe('the notices', () => {
  it('contain the texts of packages, of the packages they belong to, and of code inside them', async () => {
    const folder = await project({
      ...kept,
      'node_modules/whole/package.json': manifest('whole'),
      'node_modules/whole/LICENSE.md': 'The whole license.\r\n',
      'node_modules/whole/NOTICE': 'A notice.',
      'node_modules/@whole/linux/package.json': manifest('@whole/linux'),
      'node_modules/bare/package.json': manifest('bare', { author: { name: 'Ada' } }),
    });
    const names = ['whole', '@whole/linux', 'bare'].map((name) => path.join(folder, 'node_modules', name));
    const { libraries, texts } = await readNotices(folder, names);
    expect(libraries.map(({ name, text, note }) => [name, texts[text], note])).toEqual([
      ['@whole/linux', 'The whole license.\n\nA notice.', null],
      ['bare', 'MIT of Ada', null],
      ['Inner', 'The inner license.', 'Inside whole.'],
      ['whole', 'The whole license.\n\nA notice.', null],
    ]);
    expect(texts).toHaveLength(3);
  });

  it('fail the build for a package without a text, naming it', async () => {
    const folder = await project({ ...kept, 'node_modules/other/package.json': manifest('other') });
    const reading = readNotices(folder, [path.join(folder, 'node_modules', 'other')]);
    await expect(reading).rejects.toThrow('No license text for: other 1.2.3');
  });

  it('of this app name everything that is shipped beside the bundle, and LAME with its license and source', async () => {
    const { libraries, texts } = await readNotices(root, await shippedPackages(root));
    const names = libraries.map(({ name }) => name);
    for (const name of ['libsql', '@github/keytar', '@napi-rs/canvas', 'wasm-media-encoders', 'detect-libc'])
      expect(names).toContain(name);
    const lame = libraries.find(({ name }) => name === 'LAME');
    expect(lame?.note).toMatch(/lame\.sourceforge\.io/);
    const text = texts[lame?.text ?? -1] ?? '';
    expect(text).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE');
    expect(text).toContain('END OF TERMS AND CONDITIONS');
    expect(libraries.every(({ text: at }) => (texts[at] ?? '').length > 100)).toBe(true);
  });
});
