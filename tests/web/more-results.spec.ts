import { expect, test } from '../support/app';
import { callFrom } from '../support/long-reply';
import { IMAGES, pictures, startPaidGateway } from '../support/paid-gateway';
import { addProfile } from '../support/settings-page';

test('an answer with more results than are downloaded unasked offers the others for free', async ({
  appPage: page,
}) => {
  const gateway = await startPaidGateway();
  try {
    gateway.on(IMAGES, () => pictures(gateway, 65, 'many'));
    await addProfile(page, { name: 'Many', baseUrl: gateway.baseUrl, key: 'sk-many' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Image' }).click();
    const request = { modality: 'image', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} };
    await callFrom(page)('jobs.create', { id: crypto.randomUUID(), ...request });
    const results = page.getByRole('list', { name: 'Results' });
    // Each of the 64 files is written, described and drawn.
    await expect(results).toContainText('More results to download');
    await expect(results).toContainText('64 results saved. 1 more address in this answer');
    await results.getByRole('button', { name: 'Download more' }).click();
    await expect.poll(() => gateway.count('/files/')).toBe(65);
    await expect(results).not.toContainText('More results to download');
    expect(gateway.charges).toHaveLength(1);
  } finally {
    await gateway.close();
  }
});
