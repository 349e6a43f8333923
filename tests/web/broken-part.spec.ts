/** A record that nobody foresaw: what can’t be drawn takes nothing else of the window with it. */
import type { Page } from 'playwright/test';
import { collectComplaints, expect, openApp, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, replies, transcript } from '../support/chat-page';
import { hostAnswers } from '../support/host-answers';

/** Changes what a command is answered, until the function that is returned is called. */
async function changeAnswers(page: Page, name: string, change: (value: never) => void): Promise<() => void> {
  const answerAsHost = await hostAnswers(page);
  let isChanging = true;
  await page.route('**/api/call', async (route) => {
    if (!isChanging || route.request().postDataJSON().name !== name) return route.continue();
    const answer = await (await route.fetch()).json();
    change(answer.value as never);
    await answerAsHost(route, answer);
  });
  return () => {
    isChanging = false;
  };
}

const broken = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part couldn’t be shown' });

test('a tab that can’t be drawn leaves the others and what is typed, and is mended by a reload', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  await composer(page).fill('Kept');
  const failed = page.waitForEvent('pageerror');
  const mend = await changeAnswers(page, 'experiments.list', (value: { experiments: unknown[] }) => {
    value.experiments = [{ id: 'odd' }];
  });
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await failed;
  await expect(broken(page)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => web.output().stderr, 'the log names it').toMatch(/warn page: TypeError \| at /);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(composer(page)).toHaveValue('Kept');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(broken(page)).toBeVisible();
  const again = page.waitForEvent('pageerror');
  await broken(page).getByRole('button', { name: 'Show again' }).click();
  await again;
  mend();
  await broken(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Lab', exact: true })).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(composer(page)).toHaveValue('Kept');
});

test('a message that can’t be drawn leaves the others of its chat, and the next is sent', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  await exchange(page, 'Hello', 'sandbox/eliza');
  const failed = page.waitForEvent('pageerror');
  const mend = await changeAnswers(
    page,
    'messages.page',
    ({ messages }: { messages: { role: string; parts: unknown }[] }) => {
      for (const message of messages)
        if (message.role === 'assistant') message.parts = [{ id: 'odd', type: 'text', text: { odd: true } }];
    },
  );
  await page.reload();
  await failed;
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText(['Hello']);
  await expect(broken(page)).toHaveCount(1);
  mend();
  await composer(page).fill('Goes on');
  await composer(page).press('Enter');
  // The broken one is none.
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(1);
  await expect(broken(page)).toHaveCount(1);
});

test('a formula whose code can’t be loaded is shown as its source, and drawn once it can be', async ({
  web,
  page,
}) => {
  const complaints = collectComplaints(page);
  await openApp(page, web.url);
  let isThere = false;
  await page.route('**/assets/katex-*', (route) => (isThere ? route.continue() : route.abort()));
  await chooseModel(page, 'sandbox/echo');
  const reply = await exchange(page, '$$x^2$$', 'sandbox/echo');
  await expect(reply.locator('.markdown code')).toHaveText('x^2');
  isThere = true;
  await expect(reply.locator('.katex')).toBeVisible();
  expect(complaints).toEqual([]);
});
