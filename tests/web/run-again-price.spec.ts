/** Whatever sends a request again shows its price where it is pressed, and is offered only where there is a request. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { command, openCreateTab, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

async function make(page: Page, prompt: string): Promise<void> {
  const request = { modality: 'image', model: 'sandbox/poster', parameters: { seed: 1 }, extra: {} } as const;
  await command(page, 'jobs.create', { id: randomUUID(), prompt, ...request });
  await expect(result(page, prompt).getByRole('img').first()).toBeVisible();
}

async function openMenu(page: Page): Promise<Locator> {
  await page.locator('[data-focus=stage]').getByRole('button', { name: 'More' }).last().press('Enter');
  return page.getByRole('menu');
}

test('a result is run again for a price that is beside the button, in its menu and in its lineage', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await make(page, 'A quiet bay');
  const facts = page.locator('[data-focus=stage]');
  const again = facts.getByRole('button', { name: 'Run again' });
  await expect(again.locator('xpath=..')).toContainText(/≈ \d.* cr/);
  // With icons alone it is in the tooltip.
  await page.setViewportSize({ width: 533, height: 373 });
  await again.focus();
  await expect(again).toHaveAttribute('title', /≈ \d.* cr/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem', { name: 'Run again' })).toContainText(/\d.* cr/);
  await menu.getByRole('menuitem', { name: 'Lineage' }).press('Enter');
  const details = page
    .getByRole('dialog', { name: 'Lineage' })
    .getByRole('complementary', { name: 'Details' });
  const take = details.getByRole('button', { name: 'New take' });
  await expect(take.locator('xpath=..')).toContainText(/≈ \d.* cr/);
});

test('a file that was edited here offers no request', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await make(page, 'A quiet bay');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Edit a copy…' }).press('Enter');
  await page.getByRole('button', { name: 'Save image' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const stage = page.locator('[data-focus=stage]');
  await page.getByRole('button', { name: 'Show A quiet bay' }).press('Enter');
  await expect(stage).not.toContainText('sandbox/poster');
  await expect(stage.getByRole('button', { name: 'Star' })).toBeVisible();
  for (const name of ['Run again', 'Use all settings'])
    await expect(stage.getByRole('button', { name })).toHaveCount(0);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Lineage' }).press('Enter');
  const details = page
    .getByRole('dialog', { name: 'Lineage' })
    .getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('button', { name: 'Open' })).toBeVisible();
  for (const name of ['New take', 'Branch'])
    await expect(details.getByRole('button', { name })).toHaveCount(0);
});
