import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as alone, launchWeb, openApp } from '../support/app';
import {
  beginLongReply,
  chooseModel,
  exchange,
  remaining,
  replies,
  setExtra,
  transcript,
} from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test.use({ keepsPage: false });

alone(
  'a reply cut short by kill -9 is shown as interrupted, with its partial text',
  async ({ appPage: page, web, home }) => {
    const reply = await beginLongReply(page, 4_000, 200);
    await expect(reply.locator('.markdown')).toBeVisible();
    await page.waitForTimeout(1_500);
    await web.kill();
    const arrived = (await reply.locator('.markdown').textContent()) ?? '';
    const again = await launchWeb({ home });
    try {
      const next = await page.context().newPage();
      await openApp(next, again.url);
      await next.getByRole('link', { name: 'Write on.' }).click();
      const found = replies(next, 'sandbox/firehose');
      await expect(found).toContainText('Interrupted — partial reply kept');
      await expect(found).toContainText('cost unknown');
      const kept = (await found.locator('.markdown').textContent()) ?? '';
      expect(kept.length).toBeGreaterThan(100);
      // How much of the end may be missing is held by the test of the progress saver, on a clock of its own.
      expect(kept.slice(0, 100)).toBe(arrived.slice(0, 100));
    } finally {
      await again.stop();
    }
  },
);

test('a reply continues when its window is closed, and is complete in the next one', async ({
  appPage: page,
  context,
}) => {
  await beginLongReply(page, 600, 200);
  const address = page.url();
  await page.close();
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  const next = await context.newPage();
  await next.goto(address);
  const reply = replies(next, 'sandbox/firehose');
  await expect(reply).toContainText('600 tokens');
  await expect(reply).toHaveAttribute('aria-busy', 'false');
});

test('a reply cut by the gateway is continued in place', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'cut', fail_after_tokens: 20, fail_times: 1, fail_id: 'once' });
  const reply = await exchange(page, 'Break off.', 'sandbox/flaky');
  await expect(reply).toContainText('Interrupted — partial reply kept');
  await reply.getByRole('button', { name: 'Continue' }).click();
  await expect(reply).toContainText('The end.');
  await expect(reply.locator('.markdown')).toContainText(/^one two three/);
  await expect(reply).not.toContainText('Interrupted');
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText(['Break off.']);
});

alone(
  'everything is still there after a restart, and the chat continues',
  async ({ appPage: page, web, home }) => {
    await exchange(page, 'To be continued', 'sandbox/eliza');
    const left = await remaining(page);
    await web.stop();
    const again = await launchWeb({ home });
    try {
      const next = await page.context().newPage();
      await openApp(next, again.url);
      await next.getByRole('link', { name: 'To be continued' }).click();
      await expect(replies(next, 'sandbox/eliza')).toHaveCount(1);
      await exchange(next, 'And on', 'sandbox/eliza');
      await expect.poll(() => remaining(next)).toBeLessThan(left);
    } finally {
      await again.stop();
    }
  },
);

alone(
  'an unreadable database is set aside and reported, and the notice can be dismissed',
  async ({ home, page }) => {
    await writeFile(path.join(home, 'gatehouse.db'), 'this is no database, and was never one '.repeat(200));
    const web = await launchWeb({ home });
    try {
      await openApp(page, web.url);
      const notice = page.getByRole('alert');
      await expect(notice).toContainText(/Nothing in it could be read.*The damaged file is kept at/);
      await notice.getByRole('button', { name: 'Dismiss notice' }).click();
      await expect(notice).toHaveCount(0);
      await exchange(page, 'Hello', 'sandbox/eliza');
    } finally {
      await web.stop();
    }
  },
);
