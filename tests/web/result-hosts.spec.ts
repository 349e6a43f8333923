import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { startJobElsewhere } from '../support/job-elsewhere';
import { callFrom } from '../support/long-reply';
import { startResultElsewhere } from '../support/result-elsewhere';
import { addProfile } from '../support/settings-page';

test('a result on the local network is confirmed once, then downloaded for free', async ({
  appPage: page,
}) => {
  const elsewhere = await startResultElsewhere();
  try {
    await addProfile(page, { name: 'Local', baseUrl: elsewhere.baseUrl, key: 'sk-local' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Image' }).click();
    const request = {
      modality: 'image',
      model: 'sandbox/aurora',
      prompt: 'a boat',
      parameters: {},
      extra: {},
    };
    await callFrom(page)('jobs.create', { id: crypto.randomUUID(), ...request });
    const results = page.getByRole('list', { name: 'Results' });
    const allow = results.getByRole('button', { name: `Allow results from ${elsewhere.store}` });
    await expect(allow).toBeVisible();
    await expect(results).toContainText('local_address_refused');
    expect(elsewhere.asked).toEqual({ images: 1, files: 0 });
    await allow.click();
    await expect(results.locator('img')).toBeVisible();
    expect(elsewhere.asked).toEqual({ images: 1, files: 1 });

    await page.getByRole('link', { name: 'Settings' }).click();
    const hosts = page.getByRole('list', { name: 'Allowed hosts' });
    await expect(hosts).toContainText(elsewhere.store);
    await page.getByRole('textbox', { name: 'Allowed host' }).fill('not a host');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('must be a host');
    await page.getByRole('textbox', { name: 'Allowed host' }).fill('nas.local:9000');
    await page.keyboard.press('Enter');
    await expect(hosts.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: `Remove ${elsewhere.store}` }).click();
    await expect(hosts.locator('code')).toHaveText(['nas.local:9000']);
    await expectAccessible(page);
  } finally {
    await elsewhere.close();
  }
});

test('a job at another host is asked for there once its key was typed, and no longer once that is taken back', async ({
  appPage: page,
}) => {
  const elsewhere = await startJobElsewhere();
  try {
    await addProfile(page, { name: 'Elsewhere', baseUrl: elsewhere.baseUrl, key: 'sk-elsewhere' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Image' }).click();
    const request = { modality: 'image', model: 'flux', prompt: 'a boat', parameters: {}, extra: {} };
    await callFrom(page)('jobs.create', { id: crypto.randomUUID(), ...request });
    const results = page.getByRole('list', { name: 'Results' });
    const ask = results.getByRole('button', { name: `Ask ${elsewhere.origin} for it, with the key` });
    await ask.click();
    const key = results.getByLabel('API key of “Elsewhere”');
    await key.fill('sk-wrong');
    await ask.click();
    await expect(results).toContainText('That isn’t the stored key.');
    await expectAccessible(page);
    await key.fill('sk-elsewhere');
    expect(elsewhere.keys).toEqual([]);
    await ask.click();
    await expect(results.locator('img')).toBeVisible();
    expect(elsewhere.keys).toEqual(['Bearer sk-elsewhere']);

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: `Remove ${elsewhere.origin}` }).click();
    await expect(page.getByRole('list', { name: 'Addresses of jobs' })).toHaveCount(0);
  } finally {
    await elsewhere.close();
  }
});
