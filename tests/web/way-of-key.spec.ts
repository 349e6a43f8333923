/** Before a key is saved, the page says what it will pass: whoever set that may not be the person. */
import { defaultNetwork } from '../../shared/profiles/defaults';
import { command } from '../support/command';
import { startEchoGateway } from '../support/echo-gateway';
import { expect, test } from '../support/emptied-app';
import { addProfile } from '../support/settings-page';

const key = 'sk-typed-later-5512';

test('a proxy that was set before the key is shown, and asked about once', async ({ appPage: page }) => {
  const gateway = await startEchoGateway();
  try {
    await addProfile(page, { name: 'Late', baseUrl: gateway.baseUrl });
    const { profiles } = await command(page, 'app.snapshot', {});
    const profileId = profiles.find(({ name }) => name === 'Late')?.id ?? '';
    const proxy = { kind: 'fixed', url: 'http://proxy.example:8080', username: null } as const;
    await command(page, 'network.save', { profileId, network: { ...defaultNetwork, proxy } });
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await expect(page.getByText('The key will pass the proxy http://proxy.example:8080.')).toBeVisible();
    await page.getByRole('button', { name: 'Save key' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Whoever runs it could read the key.' }),
    ).toBeVisible();
    const state = async () =>
      (await command(page, 'app.snapshot', {})).profiles.find(({ id }) => id === profileId)?.key;
    expect(await state()).toBe('not-needed');
    await page.getByRole('button', { name: 'Save key anyway' }).click();
    await page
      .getByRole('button', { name: 'Keep for this session only' })
      .or(page.getByRole('button', { name: 'Remove key' }))
      .first()
      .click();
    expect(gateway.seen).not.toContain(key);
  } finally {
    await gateway.close();
  }
});
