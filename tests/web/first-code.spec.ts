/** What the page needs before one can type, and that the rest comes after it. */
import type { Page, Route } from 'playwright/test';
import { expect, openApp, test } from '../support/app';
import { composer, replies, runSettings } from '../support/chat-page';
import { firstCode } from '../support/first-code';

const mostBytes = 300_000;

test('the code before the composer is at most 300 KB', async () => {
  const files = await firstCode();
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  expect(files.size).toBeGreaterThan(0);
  expect(bytes, [...files].map(([name, size]) => `${name}: ${size}`).join('\n')).toBeLessThan(mostBytes);
});

/** Holds back every script that the first screen does without, but for those named, until it is let go. */
async function holdTheRest(page: Page, but: readonly string[] = []) {
  const first = [...(await firstCode()).keys(), ...but];
  const held: Route[] = [];
  let isHolding = true;
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isHolding || first.some((file) => pathname.includes(file))) return route.continue();
    held.push(route);
  });
  return {
    count: () => held.length,
    async letGo() {
      isHolding = false;
      for (const route of held) await route.continue();
    },
  };
}

test('one can type, send and press keys before the rest of the page is loaded, and then it appears', async ({
  web,
  page,
}) => {
  const rest = await holdTheRest(page);
  await openApp(page, web.url);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Typed early');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('');
  // Two files, the messages and what surrounds them: a hundred small ones take longer.
  await expect.poll(rest.count).toBe(2);
  await expect(runSettings(page)).toHaveCount(0);
  await page.keyboard.press('Control+f');
  await rest.letGo();
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(1);
  await expect(runSettings(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: /Search/ }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Find in this chat' })).toBeFocused();
});

test('the reply to an early message comes before the rest of the window', async ({ web, page }) => {
  const rest = await holdTheRest(page, ['assets/talk-', 'assets/markdown-']);
  await openApp(page, web.url);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Typed early');
  await page.keyboard.press('Enter');
  await expect(replies(page, 'sandbox/eliza')).toContainText(/\w/);
  await expect(runSettings(page)).toHaveCount(0);
  await rest.letGo();
  await expect(runSettings(page)).toBeVisible();
});

test('parts that could not be loaded are asked for again', async ({ web, page }) => {
  const first = [...(await firstCode()).keys()];
  let refused = 0;
  let isBroken = true;
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isBroken || first.some((file) => pathname.endsWith(file))) return route.continue();
    refused += 1;
    return route.abort();
  });
  await openApp(page, web.url);
  await expect(composer(page)).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(3);
  await page.keyboard.type('Still here');
  isBroken = false;
  await expect(runSettings(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Jobs' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Credits' })).toBeVisible();
  await expect(composer(page)).toHaveValue('Still here');
});

test('a tab that could not be loaded leaves the rest of the page as it is, and appears later', async ({
  appPage: page,
}) => {
  await expect(runSettings(page)).toBeVisible();
  let isBroken = true;
  await page.route('**/assets/*.js', (route) => (isBroken ? route.abort() : route.continue()));
  const asked = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name: 'Models' }).click();
  await asked;
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  isBroken = false;
  await expect(page.getByRole('grid', { name: 'Models' })).toBeVisible();
});
