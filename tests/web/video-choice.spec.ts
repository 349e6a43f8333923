import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { generateButton, openCreateTab, prompt, result, shortestVideo } from '../support/create-page';

test('a video is made without a prompt by the model that the gateway chooses', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.click();
  await page.getByRole('option', { name: /Gateway’s choice/ }).click();
  await expect(model).toHaveValue('Gateway’s choice');
  await expect(prompt(page)).toHaveValue('');
  await expect(page.getByText('Without a prompt, the gateway chooses')).toBeVisible();
  // Its price is unknown beforehand.
  await expect(generateButton(page)).toHaveText('Generate');
  await expectAccessible(page);
  await generateButton(page).click();
  const card = result(page, 'No prompt');
  await expect(card).toContainText('Gateway’s choice', { timeout: 30_000 });
  await expect(card.locator('video')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
});

test('an image still needs its prompt', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await expect(generateButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByRole('option', { name: /sandbox\/aurora/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Gateway’s choice/ })).toHaveCount(0);
});
