import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { chooseModel, exchange, remaining, setExtra } from '../support/chat-page';
import { startTestSandbox } from '../support/sandbox';
import { addProfile } from '../support/settings-page';

const meter = (page: Page) => page.getByRole('status', { name: 'Credits' });

test('the meter falls by the cost of each call, to the last digit', async ({ appPage: page }) => {
  const start = await remaining(page);
  const search = page.getByRole('banner').getByRole('button', { name: 'Search' });
  const place = await search.boundingBox();
  const first = await exchange(page, 'One', 'sandbox/eliza');
  await expect(first).toContainText(/[\d.]+ cr/);
  const cost = Number(/([\d.]+) cr/.exec((await first.textContent()) ?? '')?.[1]);
  await expect.poll(async () => Number((start - (await remaining(page))).toFixed(6))).toBe(cost);
  // The meter is wider than before; what is beside it stays where it was.
  expect(await search.boundingBox()).toEqual(place);
  await exchange(page, 'Two', 'sandbox/eliza');
  await page.getByRole('button', { name: /Spending/ }).click();
  const details = page.getByRole('dialog', { name: 'Spending' });
  const spent = Number((start - (await remaining(page))).toFixed(6));
  await expect(details).toContainText(`Spent this session${spent} cr`);
  await expect(details).toContainText('Calls of unknown cost0');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
});

test('a call of unknown cost is counted as unknown, not as zero', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'cut', fail_after_tokens: 5 });
  const reply = await exchange(page, 'Break off', 'sandbox/flaky');
  await expect(reply).toContainText('cost unknown');
  await page.getByRole('button', { name: /Spending/ }).click();
  await expect(page.getByRole('dialog', { name: 'Spending' })).toContainText('Calls of unknown cost1');
  await expect(page.locator('footer')).toContainText('+ unknown');
});

test('the meter warns when credits are low, and a card says when they are used up', async ({
  appPage: page,
}) => {
  const gateway = await startTestSandbox({ initialCredits: 0.01 });
  try {
    await addProfile(page, { name: 'Poor', baseUrl: gateway.baseUrl, key: gateway.apiKey });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await chooseModel(page, 'sandbox/eliza');
    await exchange(page, 'Hello', 'sandbox/eliza');
    await expect(page.getByRole('banner')).toContainText('low');
    await chooseModel(page, 'sandbox/markdown-tour');
    for (let turn = 0; turn < 3 && (await page.getByRole('alert').count()) === 0; turn += 1) {
      await exchange(page, 'Everything', 'sandbox/markdown-tour');
    }
    const card = page.getByRole('alert');
    await expect(card).toContainText('No credits left');
    await expect(card).toContainText('insufficient_credits · 402');
    await expect(card).toContainText('Add credits');
  } finally {
    await gateway.close();
  }
});

test('the warning threshold can be changed', async ({ appPage: page }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await expect(meter(page)).not.toHaveClass(/warn/);
  await page.getByRole('link', { name: 'Settings' }).click();
  const warning = page.getByRole('region', { name: 'Low balance' }).getByLabel('Warn below (credits)');
  await warning.fill('2000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('low');
});
