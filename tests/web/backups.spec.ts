/** Backups in the settings: made by hand, restored at the next start, and the restore undone. */
import type { Page } from 'playwright/test';
import { expect, launchWeb, makeHome, openApp, removeHome, test } from '../support/app';
import { exchange } from '../support/chat-page';

const list = (page: Page) => page.getByRole('list', { name: 'Backups' });
const restoring = (page: Page) => page.getByText('Quit and reopen Gatehouse');
const chat = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

const backup = (page: Page, kind: string) => list(page).getByRole('listitem').filter({ hasText: kind });

/** Beside the one of the day, which the app makes by itself ten seconds after its start. */
async function restore(page: Page, kind: string): Promise<void> {
  await backup(page, kind)
    .getByRole('button', { name: /^Restore backup of/ })
    .click();
  await page
    .getByRole('dialog', { name: 'Restore this backup?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(restoring(page)).toBeVisible();
}

test('a backup is made, restored at the next start, and the restore can be undone', async ({ page }) => {
  const home = await makeHome();
  try {
    const first = await launchWeb({ home });
    await openApp(page, first.url);
    await exchange(page, 'Before', 'sandbox/eliza');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(backup(page, 'Manual')).toHaveText(/Manual.*MB/);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await exchange(page, 'Later', 'sandbox/eliza');
    await page.getByRole('link', { name: 'Settings' }).click();
    await restore(page, 'Manual');
    await page.getByRole('button', { name: 'Cancel restore' }).click();
    await expect(restoring(page)).toHaveCount(0);
    await restore(page, 'Manual');
    await first.stop();

    const second = await launchWeb({ home });
    await openApp(page, second.url);
    await expect(page.getByText('The backup was restored')).toBeVisible();
    await expect(chat(page, 'Before')).toBeVisible();
    await expect(chat(page, 'Later')).toHaveCount(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(list(page)).toContainText('Before a restore');
    await restore(page, 'Before a restore');
    // Killed instead of closed: what was laid ready is on the disk.
    await second.kill();

    const third = await launchWeb({ home });
    await openApp(page, third.url);
    await expect(chat(page, 'Later')).toBeVisible();
    await third.stop();
  } finally {
    await removeHome(home);
  }
});
