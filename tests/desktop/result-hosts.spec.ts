import { result, results } from '../support/create-page';
import { expect, test } from '../support/desktop';
import { callFrom } from '../support/long-reply';
import { startResultElsewhere } from '../support/result-elsewhere';
import { addProfile } from '../support/settings-page';

test('a result that redirects to this computer is not downloaded until the person allows it', async ({
  launch,
}) => {
  const elsewhere = await startResultElsewhere();
  try {
    const { window: page } = await launch();
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
    const allow = results(page).getByRole('button', { name: `Allow results from ${elsewhere.store}` });
    await expect(allow).toBeVisible();
    expect(elsewhere.asked).toEqual({ images: 1, files: 0 });
    await allow.click();
    await expect(result(page, 'a boat').locator('img')).toBeVisible();
    expect(elsewhere.asked).toEqual({ images: 1, files: 1 });
  } finally {
    await elsewhere.close();
  }
});
