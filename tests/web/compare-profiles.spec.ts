import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { startTestSandbox } from '../support/sandbox';
import { addProfile } from '../support/settings-page';

test('two profiles answer side by side, each column with its own models and budget', async ({
  appPage: page,
}) => {
  const other = await startTestSandbox();
  try {
    await addProfile(page, { name: 'Second', baseUrl: other.baseUrl, key: other.apiKey });
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByRole('button', { name: 'Compare' }).click();
    const second = page.getByRole('region', { name: 'Column B' });
    await second.getByRole('combobox', { name: 'Profile of column B' }).selectOption('Second');
    await expect(second.getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Message' }).fill('Who pays?');
    await page.keyboard.press('Enter');
    for (const name of ['Column A', 'Column B'])
      await expect(page.getByRole('region', { name }).getByRole('article').nth(1)).toHaveAttribute(
        'aria-busy',
        'false',
      );
    await expect.poll(async () => (await other.account()).chargeCount).toBe(1);
    await page.reload();
    await expect(second.getByRole('combobox', { name: 'Profile of column B' })).toHaveValue(/./);
    await expect(second.locator('select option:checked')).toHaveText('Second');
  } finally {
    await other.close();
  }
});
