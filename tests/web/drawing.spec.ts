import { composer, exchange, replies, runSettings, say } from '../support/chat-page';
import { generate, openCreateTab, prompt, result } from '../support/create-page';
import { drawnWithin, forgetDrawnElements, noteDrawnElements } from '../support/drawn-elements';
import { expect, test } from '../support/emptied-app';

test('sending a message draws neither the run settings nor the messages before it again', async ({
  appPage: page,
}) => {
  await noteDrawnElements(page);
  // Asked for half a second after the settings are there: its answer draws what is around the fields.
  const seen = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('checks.latest') === true,
  );
  await page.reload();
  await exchange(page, 'Quay and gate.', 'sandbox/eliza');
  await expect(runSettings(page)).toBeVisible();
  await (await seen).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await drawnWithin(page, '[aria-label="Run settings"]')).not.toEqual([]);
  const earlier = await page.getByRole('log').locator('[data-message]').all();
  const [own, reply] = await Promise.all(earlier.map((one) => one.getAttribute('data-message')));
  await forgetDrawnElements(page);
  await say(page, 'Weir and lock.');
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(2);
  await expect(replies(page, 'sandbox/eliza').last()).toHaveAttribute('aria-busy', 'false');
  expect(await drawnWithin(page, '[aria-label="Run settings"]')).toEqual([]);
  expect(await drawnWithin(page, `div:has(> [data-message="${own}"])`)).toEqual([]);
  // It can't be regenerated while the new reply is being written.
  const buttons = (await drawnWithin(page, `[data-message="${reply}"]`)).filter((name) => name !== 'svg');
  expect(new Set(buttons)).toEqual(new Set(['Regenerate']));
});

test('a key in the message field draws no menu beside it again', async ({ appPage: page }) => {
  await noteDrawnElements(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Attach images' })).toBeVisible();
  await composer(page).fill('q');
  await forgetDrawnElements(page);
  await composer(page).press('u');
  await expect(composer(page)).toHaveValue('qu');
  const names = await drawnWithin(page, 'form');
  expect(names).not.toEqual([]);
  expect(names).not.toContain('Attach images');
  expect(names).not.toContain('Prompts');
});

test('a key in a prompt draws neither the menus beside it nor the settings again', async ({
  appPage: page,
}) => {
  await noteDrawnElements(page);
  await page.reload();
  await openCreateTab(page, 'Image');
  await prompt(page).fill('q');
  await forgetDrawnElements(page);
  await prompt(page).press('u');
  await expect(prompt(page)).toHaveValue('qu');
  expect(await drawnWithin(page, 'form')).not.toContain('Prompts');
  expect(await drawnWithin(page, '[aria-label="Run settings"]')).toEqual([]);
});

test('a job draws no row of an earlier one in the history again', async ({ appPage: page }) => {
  await noteDrawnElements(page);
  await page.reload();
  await openCreateTab(page, 'Image');
  await generate(page, 'Quay and gate');
  await expect(result(page, 'Quay and gate').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Jobs' }).getByText('completed')).toBeVisible();
  await forgetDrawnElements(page);
  await generate(page, 'Weir and lock');
  await expect(page.getByRole('region', { name: 'Jobs' }).getByText('completed')).toHaveCount(2);
  const row = page.getByRole('navigation', { name: 'History' }).getByRole('link', { name: /Quay and gate/ });
  const before = await row.getAttribute('href');
  expect(await drawnWithin(page, `nav[aria-label="History"] a[href="${before}"]`)).toEqual([]);
});
