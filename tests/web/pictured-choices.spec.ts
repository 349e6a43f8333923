/** Sizes, resolutions and seconds as pictures of themselves, beside the fields that have the same choices. */
import { expectAccessible } from '../support/axe';
import { chooseModel, runSettings } from '../support/chat-page';
import { openCreateTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('a picture of a size or a length sets its field, and takes it back', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/aurora');
  const settings = runSettings(page);
  const size = page.getByLabel('Size');
  const portrait = settings.getByTitle('1024 × 1536');
  await expect(portrait).toHaveText('2:3');
  await portrait.click();
  await expect(size).toHaveValue('1024x1536');
  await expect(portrait).toHaveAttribute('data-chosen');
  await size.selectOption('512x512');
  await expect(settings.getByTitle('512 × 512')).toHaveAttribute('data-chosen');
  await settings.getByTitle('512 × 512').click();
  await expect(size).toHaveValue('');

  await openCreateTab(page, 'Video');
  await chooseModel(page, 'sandbox/kinograph');
  await settings.getByTitle('480p').click();
  await expect(page.getByLabel('Resolution')).toHaveValue('480p');
  await settings.getByTitle('2 s').click();
  await expect(page.getByLabel('Duration')).toHaveValue('2');
  const tall = settings.getByTitle('9:16');
  await expect(settings.getByTitle('21:9')).toHaveText('21:9');
  await tall.click();
  await expect(page.getByLabel('Aspect ratio')).toHaveValue('9:16');
  await expect(tall).toHaveAttribute('data-chosen');
  await expectAccessible(page, 'main');
});
