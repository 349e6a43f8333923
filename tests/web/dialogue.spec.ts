/** A dialogue in the speech form: voices before sending, its lines after it, one of them spoken again, its captions. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';

test('a dialogue shows its voices before it is sent, and one of its lines is spoken again alone', async ({
  appPage: page,
  host,
  home,
}) => {
  await page.evaluate(() => {
    location.hash = '#/speech';
  });
  await page
    .getByLabel('Text', { exact: true })
    .fill('Clara: Did you sleep well?\nBen: Not at all.\nClara: Oh no.');
  await page.getByRole('button', { name: 'Speak as dialogue' }).click();
  const form = page.getByRole('region', { name: 'Dialogue' });
  await expect(form.getByLabel('Voice of Clara')).toHaveValue('clara');
  await form.getByLabel('Voice of Ben').selectOption('bruno');
  await expectAccessible(page, 'form');
  await page.getByRole('button', { name: /^Generate/ }).click();
  await page.getByText('3 lines', { exact: true }).click();
  const lines = page.getByRole('list', { name: 'Lines' });
  await expect(lines.getByRole('listitem')).toHaveCount(3);
  await lines.getByRole('button', { name: 'Speak again…' }).nth(1).click();
  const line = page.getByRole('form', { name: 'Line 2' });
  await expect(line.getByLabel('Voice')).toHaveValue('bruno');
  await line.getByLabel('Text').fill('I slept like a log.');
  await expect(line.getByRole('button', { name: /^Speak again · (≈ )?0\.02\d+ cr/ })).toBeVisible();
  await expectAccessible(page, 'main');
  await line.getByRole('button', { name: /^Speak again/ }).click();
  await expect(page.getByText('3 lines', { exact: true })).toHaveCount(2);
  await expect
    .poll(
      async () =>
        (await host.call('jobs.page', { modality: 'speech', cursor: null, limit: 9 })).jobs[0]?.status,
    )
    .toBe('completed');
  const { jobs } = await host.call('jobs.page', { modality: 'speech', cursor: null, limit: 9 });
  // Other tests of this host have spoken too.
  const own = jobs.filter(({ prompt }) => prompt.includes('Clara:'));
  expect(own.map(({ parts }) => parts.filter(({ cost }) => cost !== null).length)).toEqual([1, 3]);
  expect(jobs[0]?.prompt).toContain('Ben: I slept like a log.');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Save captions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save captions' });
  await expect(dialog.getByLabel('Captions')).toHaveValue(/Ben: I slept like a log\./);
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Save captions' }).click();
  await expect(dialog.getByText(/^Saved as .*\.srt\.$/)).toBeVisible();
  // The host is shared: others count the files of its folders.
  const folder = path.join(home, 'media', 'speech');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.srt')))
    rmSync(path.join(folder, name));
});

test('the focus stays with the dialogue and its lines when buttons go', async ({ appPage: page }) => {
  await page.evaluate(() => {
    location.hash = '#/speech';
  });
  await page.getByLabel('Text', { exact: true }).fill('Clara: Look.\nBen: Where?\nZoe: There.');
  await page.getByRole('button', { name: 'Speak as dialogue' }).press('Enter');
  const form = page.getByRole('region', { name: 'Dialogue' });
  await expect(form.getByLabel('Voice of Clara')).toBeFocused();
  await form.getByRole('button', { name: 'Remove speaker Ben' }).press('Enter');
  await expect(form.getByLabel('Voice of Clara')).toBeFocused();
  await form.getByRole('button', { name: 'Add speaker Ben' }).press('Enter');
  await expect(form.getByLabel('Voice of Ben')).toBeFocused();
  await form.getByRole('button', { name: 'Speak as one text' }).press('Enter');
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Speak as dialogue' }).press('Enter');
  await page.getByRole('button', { name: /^Generate/ }).press('Enter');
  await page.getByText('3 lines', { exact: true }).first().click();
  const again = page
    .getByRole('list', { name: 'Lines' })
    .first()
    .getByRole('button', { name: 'Speak again…' })
    .nth(1);
  await again.press('Enter');
  await page.getByRole('form', { name: 'Line 2' }).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(again).toBeFocused();
});

test('all voices can be searched, heard for one charge each, marked and used', async ({
  appPage: page,
  host,
}) => {
  await page.evaluate(() => {
    location.hash = '#/speech';
  });
  await page.getByRole('button', { name: 'All voices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Voices' });
  await expect(dialog.getByRole('listitem')).toHaveCount(8);
  await dialog.getByRole('button', { name: 'Favorite pip' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('pip');
  const { settings } = await host.call('app.snapshot', {});
  expect(settings.favoriteVoices).toEqual(['sandbox/narrator pip']);
  await expectAccessible(page, 'dialog');
  await dialog.getByLabel('Search voices').fill('bru');
  await dialog.getByRole('button', { name: /^Hear bruno, .*0\.0\d+.* cr$/ }).click();
  await expect(dialog.getByRole('button', { name: 'Play bruno' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Play bruno' }).click();
  const { jobs } = await host.call('jobs.page', { modality: 'speech', cursor: null, limit: 9 });
  expect(jobs.filter(({ prompt }) => prompt.startsWith('This is how I sound'))).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Use bruno' }).click();
  await expect(page.getByLabel('Voice', { exact: true })).toHaveValue('bruno');
});

test('speakers of other scripts are found, and what isn’t a speaker is spoken as text', async ({
  appPage: page,
}) => {
  await page.evaluate(() => {
    location.hash = '#/speech';
  });
  const text = page.getByLabel('Text', { exact: true });
  await text.fill(
    '克拉拉：你好。\nOne thing I know for sure: it rains.\n本：再见。\nNote: take an umbrella.',
  );
  await page.getByRole('button', { name: 'Speak as dialogue' }).click();
  const form = page.getByRole('region', { name: 'Dialogue' });
  await expect(form.getByText('3 lines, one request each')).toBeVisible();
  await expect(form.getByLabel('Voice of 克拉拉')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add speaker One thing I know for sure' })).toBeVisible();
  await form.getByRole('button', { name: 'Remove speaker Note' }).press('Enter');
  await expect(form.getByText('2 lines, one request each')).toBeVisible();
  // It stays without a voice while the text is typed on, and a new name gets one.
  await text.press('Control+End');
  await page.keyboard.type('\nBen: Bye.');
  await expect(form.getByLabel('Voice of Ben')).toBeVisible();
  await expect(form.getByLabel('Voice of Note')).toHaveCount(0);
  await form.getByRole('button', { name: 'Add speaker Note' }).press('Enter');
  await expect(form.getByText('4 lines, one request each')).toBeVisible();
  await expectAccessible(page, 'form');
});

test('all settings of a dialogue bring the voice of a single line back, until its text is another', async ({
  appPage: page,
}) => {
  await page.evaluate(() => {
    location.hash = '#/speech';
  });
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Clara: One.\nBen: Two.\nClara: Three.');
  await page.getByRole('button', { name: 'Speak as dialogue' }).click();
  await page.getByRole('button', { name: /^Generate/ }).click();
  await page.getByText('3 lines', { exact: true }).click();
  const lines = page.getByRole('list', { name: 'Lines' });
  await lines.getByRole('button', { name: 'Speak again…' }).nth(2).click();
  const line = page.getByRole('form', { name: 'Line 3' });
  await line.getByLabel('Voice').fill('bruno');
  await line.getByRole('button', { name: /^Speak again/ }).click();
  await expect(page.getByText('3 lines', { exact: true })).toHaveCount(2);
  const useAll = async () => {
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Use all settings' }).click();
  };
  await useAll();
  const form = page.getByRole('region', { name: 'Dialogue' });
  const reset = form.getByRole('button', { name: 'Reset the voice of 1 line' });
  await expect(reset).toBeVisible();
  await text.press('Control+Home');
  await page.keyboard.type('Ben: Zero.\n');
  await expect(form.getByText('4 lines, one request each')).toBeVisible();
  await expect(reset).toHaveCount(0);
  await useAll();
  await reset.press('Enter');
  await expect(reset).toHaveCount(0);
  await expect(form.getByLabel('Voice of Clara')).toHaveValue('clara');
});
