import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { beginLongReply, chooseModel, exchange, setExtra } from '../support/chat-page';
import { addProfile } from '../support/settings-page';

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'an empty chat': (page) => expect(page.getByText('What shall we try?')).toBeVisible(),
  'a reply of every kind': async (page) => {
    await chooseModel(page, 'sandbox/markdown-tour');
    await setExtra(page, { tokens_per_second: 0 });
    await page.setViewportSize({ width: 1440, height: 5_000 });
    const reply = await exchange(page, 'Go', 'sandbox/markdown-tour');
    await expect(reply.locator('.code-token').first()).toBeVisible();
  },
  'a reply being written': (page) => beginLongReply(page, 6_000, 100),
  'an error': async (page) => {
    await chooseModel(page, 'sandbox/flaky');
    await exchange(page, 'Fail', 'sandbox/flaky');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'the open model picker': async (page) => {
    await page.getByRole('combobox', { name: 'Model' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'broken run settings': async (page) => {
    await page.getByLabel('Extra parameters').fill('{');
    await page.getByLabel('Temperature').fill('7');
  },
  'spending in detail': async (page) => {
    await exchange(page, 'Hello', 'sandbox/eliza');
    await page.getByRole('button', { name: /Spending/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a chat just deleted': async (page) => {
    await exchange(page, 'Hello', 'sandbox/eliza');
    await page.getByRole('link', { name: 'Hello' }).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
  'the settings of a profile': async (page) => {
    await addProfile(page, { name: 'Somewhere', baseUrl: 'http://127.0.0.1:9/api/v1', key: 'sk-axe' });
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByRole('list', { name: 'Steps of the test' })).toBeVisible();
  },
  'a narrow window': async (page) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await page.getByRole('button', { name: 'Settings of the run' }).click();
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`the checker finds nothing in ${name}, light and dark`, async ({ appPage: page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await reach(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectAccessible(page);
  });
}
