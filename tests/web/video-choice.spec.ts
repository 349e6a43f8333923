import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import {
  command,
  expectAccepted,
  generateButton,
  jobsPanel,
  openCreateTab,
  prompt,
  result,
  shortestVideo,
} from '../support/create-page';

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
  const question = page.getByRole('dialog', { name: 'Generate without a prompt?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Generate without a prompt' }).click();
  const card = result(page, 'No prompt');
  await expect(card).toContainText('Gateway’s choice');
  await expect(card.locator('video')).toBeVisible();
  await expectAccessible(page);
});

test('a key that is pressed again buys nothing more, whether the prompt stays or is cleared', async ({
  appPage: page,
}) => {
  const jobs = jobsPanel(page).getByRole('listitem');
  const noPrompt = page.getByRole('dialog', { name: 'Generate without a prompt?' });
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await prompt(page).fill('Neon koi');
  await generateButton(page).dblclick();
  await expectAccepted(page, 'Neon koi');
  await expect(jobs).toHaveCount(1);
  await page.keyboard.type('Waves');
  await expect(prompt(page)).toHaveValue('Waves');
  await command(page, 'settings.update', { patch: { clearPrompt: true } });
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+Enter');
  await expect(prompt(page)).toHaveValue('');
  await prompt(page).press('Control+Enter');
  await expect(noPrompt).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(noPrompt).toHaveCount(0);
  await expect(jobs).toHaveCount(2);
});

test('an image still needs its prompt', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await expect(generateButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByRole('option', { name: /sandbox\/aurora/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Gateway’s choice/ })).toHaveCount(0);
});
