import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { importsOf, sourcesIn } from '../support/imports';

test('the settings show the version and every library with its full license', async ({ appPage: page }) => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  await page.getByRole('link', { name: 'Settings' }).click();
  const about = page.getByRole('region', { name: 'About' });
  await expect(about).toContainText(`Gatehouse ${version}`);
  await about.getByRole('button', { name: 'Third-party licenses' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Third-party licenses' });
  const libraries = dialog.getByRole('list', { name: 'Libraries' }).getByRole('listitem');
  await expect(libraries.filter({ hasText: 'streamdown' })).toContainText('Apache-2.0');
  const lame = libraries.filter({ hasText: /^LAME/ });
  await lame.locator('summary').press('Enter');
  await expect(lame).toContainText('GNU LIBRARY GENERAL PUBLIC LICENSE');
  await expect(lame).toContainText('https://lame.sourceforge.io');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('every package that a source imports has a notice', async () => {
  const { libraries } = JSON.parse(
    await readFile(path.join(root, 'dist', 'renderer', 'third-party.json'), 'utf8'),
  ) as { libraries: readonly { name: string }[] };
  const noted = new Set(libraries.map(({ name }) => name));
  /** Aliases, and gatherings of packages that hold nothing themselves. */
  const under: Readonly<Record<string, string>> = {
    keytar: '@github/keytar',
    'radix-ui': '@radix-ui/react-tabs',
  };
  const imported = ['shared', 'electron', 'renderer']
    .flatMap(sourcesIn)
    .flatMap(importsOf)
    .filter(
      ({ isType, target }) => !isType && !/^(?:shared|electron|renderer|node:|package\.json)/.test(target),
    )
    .map(({ target }) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  expect(imported.length).toBeGreaterThan(50);
  expect([...new Set(imported)].filter((name) => !noted.has(under[name] ?? name))).toEqual([]);
});
