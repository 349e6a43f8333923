import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { batchState, openSetup, runButton, runToEnd, useTable } from '../support/batch-page';
import { startPaidGateway } from '../support/paid-gateway';
import { startTestSandbox } from '../support/sandbox';
import { addProfile } from '../support/settings-page';

const started: { close(): Promise<void> }[] = [];
test.afterEach(async () => {
  for (const { close } of started.splice(0)) await close();
});

test('a batch is sent with the profile that was chosen for it, with a model of that profile', async ({
  appPage: page,
}) => {
  const other = await startTestSandbox();
  started.push(other);
  await addProfile(page, { name: 'Second', baseUrl: other.baseUrl, key: other.apiKey });
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await openSetup(page, 'Say {{what}}');
  await useTable(page, 'what\nbees\nwasps');
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('Second');
  const model = page.getByRole('combobox', { name: 'Model' });
  await expect(model).not.toHaveValue('');
  await model.fill('sandbox/echo');
  await page.getByRole('option', { name: /sandbox\/echo/ }).click();
  await expect(page.getByRole('status', { name: 'Estimate' })).toHaveText(/^(≈|usually) .* for 2 calls$/);
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator('select option:checked', { hasText: 'Second' })).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/echo');
  await runToEnd(page);
  await expect(batchState(page)).toHaveText('completed · 2 of 2 done');
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Chat · sandbox/echo · Second');
  expect((await other.account()).chargeCount).toBe(2);
});

test('a batch says that it waits for the rate limit, and the meter says what is left', async ({
  appPage: page,
}) => {
  const gateway = await startPaidGateway();
  started.push(gateway);
  const headers = {
    'x-ratelimit-limit-requests': '5',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '90s',
  };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }];
  gateway.on('/chat/completions', () => ({ charge: 1, headers, body: { choices } }));
  await addProfile(page, { name: 'Paced', baseUrl: gateway.baseUrl, key: 'sk-paced' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await openSetup(page, 'Say {{what}}');
  await useTable(page, 'what\none\ntwo\nthree\nfour\nfive');
  await page.getByRole('combobox', { name: 'Model' }).fill('paid/writer');
  await page.getByRole('option', { name: 'Use paid/writer as typed' }).click();
  await runButton(page).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText(/Waits for the gateway’s rate limit, about \d+ s/);
  await expect(batchState(page)).toHaveText('running · 3 of 5 done');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(progress).not.toContainText('Waits for');
  await page.getByRole('button', { name: /^Spending/ }).click();
  const spending = page.getByRole('dialog', { name: 'Spending' });
  await expect(spending).toContainText(/0 of 5 left, resets in \d+ s/);
  // However long a figure is, the names beside it stay on one line.
  const lines = await spending.locator('dt').evaluateAll((names) =>
    names.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
  expect(gateway.count('/chat/completions')).toBe(3);
});
