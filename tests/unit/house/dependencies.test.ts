import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { brokenRules, housePage, type Imports, readImports } from '../../../scripts/lib/house.mjs';
import { tempFolder } from '../../support/temp-folder';

/** A project of these files, in a folder of its own. */
function project(files: Readonly<Record<string, string>>): string {
  const root = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

describe('imports between folders', { timeout: 120_000 }, () => {
  let imports: Imports;
  beforeAll(async () => {
    imports = await readImports();
  });

  test('no layer or floor imports a higher one, no feature imports another, and there is no circle, type imports included', () => {
    expect(brokenRules(imports)).toEqual([]);
  });

  test('the drawing in the docs matches this source', async () => {
    const kept = readFileSync(join(import.meta.dirname, '../../../docs/house.md'), 'utf8');
    expect(kept, 'npm run draw').toBe(await housePage(imports));
  });

  test('the rules refuse their own examples of violations', async () => {
    const examples = await readImports(
      project({
        'shared/a.ts': "import '../renderer/lib/a';",
        'electron/a.ts': "import type { A } from '../renderer/lib/a';",
        'renderer/lost.ts': '',
        'renderer/styles/lost.ts': '',
        'renderer/features/lost.ts': '',
        'renderer/lib/a.ts': 'export interface A {}',
        'renderer/lib/upward.ts': "import '../ui/a';",
        'renderer/ui/a.ts': "import type { One } from './b'; export type Other = One;",
        'renderer/ui/b.ts': "import type { Other } from './a'; export type One = Other | null;",
        'renderer/state/core/a.ts': "import '../ui/b';",
        'renderer/state/ui/b.ts': '',
        'renderer/state/core/b.ts': "import type { C } from '../between';",
        'renderer/state/between.ts': "import './ui/b'; export interface C {}",
        'renderer/state/ui/a.ts': "import type { A } from '../../parts/a';",
        'renderer/parts/a.ts': "export type A = import('../media/a').A;",
        'renderer/media/a.ts': 'export interface A {}',
        'renderer/features/one/a.ts': "const other = () => import('../two/a');",
        'renderer/features/two/a.ts': "import '../../app/a';",
        'renderer/app/a.ts': "import '../features/one/a';",
        'electron/core/a.ts': "import type { A } from '../../tests/a';",
        'electron/core/lost/a.ts': '',
        'electron/core/chat/a.ts': "import type { B } from '../batch/b';",
        'electron/core/batch/b.ts': 'export interface B {}',
        'electron/core/jobs/a.ts': "import type { S } from '../services';",
        'electron/core/services.ts': 'export interface S {}',
        'renderer/lib/b.ts': "import '../../scripts/a.mjs';",
        'tests/a.ts': "import type { B } from './b'; export type A = B;",
        'tests/b.ts': "import type { A } from './a'; export type B = A | null;",
        'scripts/a.mjs': "import './b.mjs';",
        'scripts/b.mjs': "import './a.mjs';",
      }),
    );
    expect(
      brokenRules(examples)
        .map((text) => text.replace(/ → .*/, ''))
        .sort(),
    ).toEqual([
      'core-chat-imports-only-what-is-below: electron/core/chat/a.ts',
      'core-has-no-family-outside-of-its-floors: electron/core/lost/a.ts',
      'core-jobs-imports-only-what-is-below: electron/core/jobs/a.ts',
      'every-feature-has-a-folder: renderer/features/lost.ts',
      'no-circle: renderer/app/a.ts',
      'no-circle: renderer/ui/a.ts',
      'no-circle: scripts/a.mjs',
      'no-circle: tests/a.ts',
      'no-feature-imports-another: renderer/features/one/a.ts',
      'page-and-core-meet-in-shared: electron/a.ts',
      'page-features-imports-only-what-is-below: renderer/features/two/a.ts',
      'page-has-no-file-outside-of-its-layers: renderer/lost.ts',
      'page-has-no-file-outside-of-its-layers: renderer/styles/lost.ts',
      'page-lib-imports-only-what-is-below: renderer/lib/upward.ts',
      'page-parts-imports-only-what-is-below: renderer/parts/a.ts',
      'page-state-imports-only-what-is-below: renderer/state/ui/a.ts',
      'shared-knows-neither-side: shared/a.ts',
      'the-app-knows-neither-its-tests-nor-its-scripts: electron/core/a.ts',
      'the-app-knows-neither-its-tests-nor-its-scripts: renderer/lib/b.ts',
      'what-the-core-reported-knows-nothing-of-the-person: renderer/state/core/a.ts',
      'what-the-core-reported-knows-nothing-of-the-person: renderer/state/core/b.ts',
    ]);
  });
});
