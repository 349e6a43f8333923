/** New images from an image: as many and as different as the form says, at the price that is on the button. */
import { expectAccessible } from '../support/axe';
import { chooseModel, runSettings } from '../support/chat-page';
import { generate, generateButton, openCreateTab, prompt, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('variations of a result are asked for with its prompt and a strength', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  const settings = runSettings(page);
  await expect(settings.getByLabel('Size')).toBeVisible();
  await expect(settings.getByLabel('Strength')).toHaveCount(0);
  await settings.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A red balloon');
  const card = result(page, 'A red balloon');
  await card.getByRole('button', { name: 'More' }).waitFor();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Variations' }).click();
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit/ })).toBeVisible();
  await expect(prompt(page)).toHaveValue('A red balloon');
  const strength = settings.getByLabel('Strength');
  await expect(strength).toHaveValue('0.5');
  await expect(strength).toHaveAccessibleDescription(/How much of the image to edit may change/);
  await expect(settings.getByLabel('Count')).toHaveValue('4');
  await strength.fill('0.2');
  await settings.getByLabel('Count').fill('2');
  await expect(generateButton(page)).toHaveText(/6\.5/);
  await expectAccessible(page, 'main');
  await generateButton(page).click();
  const made = page
    .getByRole('list', { name: 'Results' })
    .getByRole('listitem')
    .filter({ hasText: 'A red balloon' });
  await expect(made).toHaveCount(3);
});

test('a frame rate is chosen as a picture, where the model takes one', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await chooseModel(page, 'sandbox/kinograph');
  const settings = runSettings(page);
  await settings.getByTitle('30 frames per second').click();
  await expect(settings.getByLabel('Frame rate')).toHaveValue('30');
  await settings.getByTitle('30 frames per second').click();
  await expect(settings.getByLabel('Frame rate')).toHaveValue('');
});
