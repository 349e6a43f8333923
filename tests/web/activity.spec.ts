import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { seedLedger } from '../bench/seed-ledger';
import { expect, launchWeb, openApp, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { tabTo } from '../support/by-keyboard';
import { chooseModel, exchange, setExtra } from '../support/chat-page';
import { startTestSandbox } from '../support/sandbox';
import { addProfile } from '../support/settings-page';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const calls = (page: Page) => page.getByRole('grid', { name: 'Calls' });
const rowsOf = (page: Page) =>
  calls(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });
const preset = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = (page: Page) => link(page, 'Activity').click();

/** Yesterday's noon is far from both of its ends, in any season. */
const yesterdayNoon = () => new Date().setHours(0, 0, 0, 0) - 12 * 3_600_000;

test('yesterday’s spending by model is two clicks away', async ({ home, page }) => {
  await seedLedger(home, { rows: 40, until: yesterdayNoon(), minutesApart: 1 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await open(page);
  await preset(page, 'Yesterday').click();
  const table = page.getByRole('table', { name: 'Credits by model' });
  await expect(table.getByRole('row', { name: /sandbox\/markdown-tour \d+ [\d.]+/ })).toBeVisible();
  await expect(page.locator('footer')).toContainText('40 rows');
  await preset(page, 'Today').click();
  await expect(page.getByText('No calls in this selection')).toBeVisible();
  await web.stop();
});

test('and can be opened, filtered and explored with the keyboard alone', async ({ home, page }) => {
  await seedLedger(home, { rows: 40, until: yesterdayNoon(), minutesApart: 1 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await tabTo(page, link(page, 'Activity'));
  await page.keyboard.press('Enter');
  await preset(page, 'Yesterday').waitFor();
  await tabTo(page, preset(page, 'Yesterday'));
  await page.keyboard.press('Enter');
  const chart = page.getByRole('slider', { name: 'Credits by day' });
  await tabTo(page, chart);
  await expect(chart).toHaveAttribute('aria-valuetext', /cr, \d+ calls .*sandbox\/markdown-tour/);
  await tabTo(page, page.getByRole('button', { name: 'sandbox/aurora' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Model of the call')).toHaveValue('sandbox/aurora');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await tabTo(page, calls(page));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('sandbox/aurora');
  await web.stop();
});

test('until another selection is loaded, the page is busy, and a call chosen meanwhile is not kept', async ({
  home,
  page,
}) => {
  await seedLedger(home, { rows: 40, until: yesterdayNoon(), minutesApart: 1 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await open(page);
  await preset(page, 'Yesterday').click();
  await rowsOf(page).first().waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/call', async (route) => {
    if (route.request().postData()?.includes('ledger.units')) await held;
    await route.continue();
  });
  await page.getByLabel('Model of the call').selectOption('sandbox/aurora');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  await rowsOf(page).filter({ hasText: 'sandbox/eliza' }).first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('sandbox/eliza');
  release();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Choose a call');
  await expect(calls(page)).not.toHaveAttribute('aria-activedescendant');
  await web.stop();
});

test('a call that ends is listed at once, with links to its chat and the inspector', async ({
  appPage: page,
}) => {
  const reply = await exchange(page, 'How deep is the sea?', 'sandbox/eliza');
  const cost = Number(/([\d.]+) cr/.exec((await reply.textContent()) ?? '')?.[1]);
  await open(page);
  const row = rowsOf(page).filter({ hasText: 'sandbox/eliza' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Chat');
  await expect(row).toContainText('200');
  await expect(totals(page)).toContainText(`${cost} cr`);
  await expect(totals(page)).toContainText('Calls1');
  await row.click();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('chat.completions.create');
  await expect(details).toContainText(/Input tokens\d+/);
  await expect(details).toContainText(/Output tokens\d+/);
  await details.getByRole('button', { name: 'Open in inspector' }).click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('/chat/completions');
  await details.getByRole('button', { name: 'Open the chat' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'How deep is the sea?' })).toBeVisible();
});

test('the cost of a deleted chat stays in the totals, and it is listed as deleted', async ({
  appPage: page,
}) => {
  await exchange(page, 'To be forgotten', 'sandbox/eliza');
  await open(page);
  await page.getByRole('tab', { name: 'Chats by cost' }).click();
  const chats = page.getByRole('table', { name: 'Chats by cost' });
  await expect(chats.getByRole('link', { name: /forgotten/ })).toBeVisible();
  const spent = await totals(page).textContent();
  await link(page, 'Chat').click();
  const history = page.getByRole('navigation', { name: 'History' });
  await history.getByRole('link', { name: /forgotten/ }).hover();
  await history.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await open(page);
  await expect(chats).toContainText('Deleted chat');
  await expect(chats).not.toContainText('forgotten');
  await expect(totals(page)).toHaveText(spent ?? '');
  await rowsOf(page).first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('The chat was deleted.');
});

test('outside spending has its own row and total', async ({ appPage: page }) => {
  const gateway = await startTestSandbox();
  try {
    await addProfile(page, { name: 'Shared', baseUrl: gateway.baseUrl, key: gateway.apiKey });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await link(page, 'Chat').click();
    await exchange(page, 'Mine', 'sandbox/eliza');
    const reply = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'theirs' }] }),
    });
    const { gatehouse } = (await reply.json()) as { gatehouse: { credits_used: number } };
    await exchange(page, 'Mine again', 'sandbox/eliza');
    await open(page);
    const row = rowsOf(page).filter({ hasText: 'Spent outside this app' });
    await expect(row).toContainText(String(gatehouse.credits_used));
    await expect(totals(page)).toContainText(`Spent outside this app${gatehouse.credits_used} cr`);
    await expect(totals(page)).toContainText('Calls2');
    await row.click();
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(
      'another program used the same key',
    );
  } finally {
    await gateway.close();
  }
});

test('filters narrow the rows, the totals and what is exported', async ({ home, page }) => {
  await seedLedger(home, { rows: 700, until: Date.now(), minutesApart: 10 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await open(page);
  await expect(page.locator('footer')).toContainText('700 rows');
  await page.getByLabel('Outcome').selectOption({ label: 'Refused' });
  const refused = Array.from({ length: 700 }, (_, index) => index).filter(
    (index) => index % 29 === 3 && index % 37 !== 5,
  );
  await expect(page.locator('footer')).toContainText(`${refused.length} rows`);
  await expect(totals(page)).toContainText('Spent in the selection0 cr');
  await expect(rowsOf(page).first()).toContainText('429 refused');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await (await downloading).path();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('time,operation,model,credits');
  expect(lines).toHaveLength(refused.length + 1);
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  expect(JSON.parse(await readFile(await (await again).path(), 'utf8'))).toHaveLength(refused.length);
  await page.getByLabel('Outcome').selectOption({ label: 'All outcomes' });
  await page.getByLabel('Kind of call').selectOption({ label: 'Video' });
  await expect(rowsOf(page).first()).toContainText('sandbox/kinograph');
  await web.stop();
});

test('the last of many rows is reached by scrolling, and few rows are ever on the page', async ({
  home,
  page,
}) => {
  await seedLedger(home, { rows: 2_000, until: Date.now(), minutesApart: 5 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await open(page);
  await expect(page.locator('footer')).toContainText('2,000 rows');
  const last = rowsOf(page).filter({ hasText: `req_${(1_999).toString(36).padStart(10, '0')}` });
  await expect(async () => {
    await calls(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(last).toBeVisible({ timeout: 200 });
  }).toPass();
  expect(await rowsOf(page).count()).toBeLessThan(80);
  await web.stop();
});

test('the chart is also a table, and a day can be opened with the keyboard', async ({ home, page }) => {
  await seedLedger(home, { rows: 500, until: Date.now(), minutesApart: 20 });
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await open(page);
  const chart = page.getByRole('slider', { name: 'Credits by day' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const spoken = await chart.getAttribute('aria-valuetext');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('region', { name: 'Credits by day' }).getByRole('table');
  const [, day = '', count = ''] = /^(.+): .* cr, (\d+) calls/.exec(spoken ?? '') ?? [];
  await expect(table.getByRole('row').filter({ hasText: day })).toContainText(count);
  await table.getByRole('button', { name: day }).click();
  await expect(totals(page)).toContainText(`Calls${count}`);
  await web.stop();
});

test('a screen reader can use everything, in light and dark, in a small window', async ({ home, page }) => {
  await seedLedger(home, { rows: 300, until: Date.now(), minutesApart: 60 });
  const web = await launchWeb({ home });
  await page.setViewportSize({ width: 1024, height: 640 });
  await openApp(page, web.url);
  await open(page);
  await rowsOf(page).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('tab', { name: 'Chats by cost' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show as chart' }).click();
    await page.getByRole('tab', { name: 'By model' }).click();
  }
  await rowsOf(page).first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await expectAccessible(page);
  await web.stop();
});

test('a call with an unknown outcome is counted as such until a balance shows its cost', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'cut', fail_after_tokens: 5 });
  await exchange(page, 'Break off', 'sandbox/flaky');
  await open(page);
  await expect(totals(page)).toContainText('Cost still unknown1 call');
  await expect(rowsOf(page).filter({ hasText: 'sandbox/flaky' })).toContainText('unknown');
  await link(page, 'Chat').click();
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await chooseModel(page, 'sandbox/eliza');
  await exchange(page, 'Hello', 'sandbox/eliza');
  await open(page);
  await expect(totals(page)).toContainText('Cost still unknown0 calls');
  await expect(rowsOf(page).filter({ hasText: 'Cost found later' })).toHaveCount(1);
});

test('the calls can be read in a window of 720×450, which is 1440×900 at 200 %', async ({ home, page }) => {
  await seedLedger(home, { rows: 40, until: yesterdayNoon(), minutesApart: 1 });
  const web = await launchWeb({ home });
  await page.setViewportSize({ width: 720, height: 450 });
  await openApp(page, web.url);
  await open(page);
  await preset(page, 'Yesterday').click();
  await rowsOf(page).first().click();
  await expect(rowsOf(page).first()).toBeInViewport();
  expect((await calls(page).boundingBox())?.height).toBeGreaterThan(150);
  await web.stop();
});
