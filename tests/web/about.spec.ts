import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { exchange } from '../support/chat-page';
import { startEchoGateway } from '../support/echo-gateway';
import { importsOf, sourcesIn } from '../support/imports';
import { addProfile } from '../support/settings-page';

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

test('the copied report has the version and the log, but no key, prompt or reply, and crashes are listed', async ({
  appPage: page,
  home,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const crashes = path.join(home, 'crashes', 'pending');
  await mkdir(crashes, { recursive: true });
  await writeFile(path.join(crashes, 'one.dmp'), Buffer.alloc(1_500_000));
  await exchange(page, 'A sentence of my own', 'sandbox/eliza');
  const gateway = await startEchoGateway();
  await addProfile(page, { name: 'Echo', baseUrl: gateway.baseUrl, key: 'some-key-of-ours' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  // The gateway repeats the key in what it refuses.
  await expect.poll(() => gateway.seen).toContain('Bearer some-key-of-ours');

  const about = page.getByRole('region', { name: 'About' });
  await expect(about.getByRole('list', { name: 'Crashes' }).getByRole('listitem')).toContainText('1.5 MB');
  await about.getByRole('button', { name: 'Copy report' }).press('Enter');
  await expect(page.locator('[data-announcer]')).toHaveText('Report copied');
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Gatehouse \S+ \(browser\)\n/);
  expect(report).toContain('Crashes: 1\n');
  for (const secret of ['some-key-of-ours', 'A sentence of my own', home])
    expect(report).not.toContain(secret);
  await gateway.close();
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
