import { expect, launchWeb, makeHome, openApp, test } from '../support/app';

test('the printed link opens the app and leaves no token in the address or the history', async ({ web, page }) => {
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(page.url()).toBe(`${web.origin}/`);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('#');
});
