/** A gateway behind a company's proxy, with a certificate of the company's own authority. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { authority, server as serverFiles } from '../support/company-certificates';
import { type HostileServer, json, startHostileServer } from '../support/hostile-server';
import { addOpenRouter } from '../support/profile-page';
import { startProxy, type TestProxy } from '../support/proxies';

const step = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Steps of the test' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) });
const network = (page: Page) => page.locator('details').filter({ hasText: 'Client certificate' });
const testAgain = (page: Page) => page.getByRole('button', { name: 'Test connection' }).last().click();

/**
 * Whoever could lead a stored key through a proxy has to know it. Where the keychain is not available, the secrets are
 * kept for this session.
 */
async function save(page: Page): Promise<void> {
  const form = network(page);
  const saveButton = form.getByRole('button', { name: 'Save network settings' });
  const session = form.getByRole('button', { name: 'Keep for this session only' });
  const proof = form.getByLabel('API key of', { exact: false });
  let isDone = await isSaved(page, saveButton);
  if (!isDone) {
    await expect(proof.or(session).first()).toBeVisible();
    if (await proof.isVisible()) {
      await proof.fill('sk-or-test');
      isDone = await isSaved(page, saveButton);
    }
  }
  if (!isDone) expect(await isSaved(page, session)).toBe(true);
  await expect(form.getByText('Own settings')).toBeVisible();
}

async function isSaved(page: Page, button: Locator): Promise<boolean> {
  const answered = page.waitForResponse((one) => one.request().postData()?.includes('network.save') ?? false);
  await button.click();
  return ((await (await answered).json()) as { ok: boolean }).ok;
}

let gateway: HostileServer;
let proxy: TestProxy;
test.beforeAll(async () => {
  gateway = await startHostileServer(serverFiles);
  const models = () => json({ data: [{ id: 'a/model' }] });
  gateway.script(...Array.from({ length: 50 }, () => models));
  proxy = await startProxy({ leadsTo: Number(new URL(gateway.origin).port), password: 'secret' });
});
test.afterAll(() => Promise.all([gateway.close(), proxy.close()]));

test('an unknown authority and a proxy without a password are named; with both set, the gateway is reached', async ({
  appPage: page,
}) => {
  await addOpenRouter(page, gateway.baseUrl);
  await testAgain(page);
  await expect(step(page, 'TLS')).toContainText('Example Company CA');
  await network(page).locator('summary').press('Enter');
  await network(page)
    .locator('input[aria-label="Trusted authorities"]')
    .setInputFiles({ name: 'company.pem', mimeType: 'text/plain', buffer: Buffer.from(authority.cert) });
  await network(page).getByRole('combobox', { name: 'Proxy' }).selectOption({ label: 'A fixed proxy' });
  await network(page).getByLabel('Proxy address').fill(proxy.url);
  await save(page);
  await expectAccessible(page);
  await testAgain(page);
  await expect(step(page, 'Proxy')).toContainText('asks for a name and a password (407)');

  await network(page).getByLabel('Proxy user name').fill('employee');
  await network(page).getByLabel('Proxy password').fill('secret');
  await save(page);
  await testAgain(page);
  await expect(step(page, 'Models')).toContainText('1 model is listed');
  expect(proxy.asked.at(-1)).toBe(new URL(gateway.origin).host);
  expect(await page.content()).not.toContain('secret');
});
