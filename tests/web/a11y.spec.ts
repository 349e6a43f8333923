import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { beginLongReply, chooseModel, exchange, say, setExtra } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { cut } from '../support/hostile-server';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';
import { addProfile } from '../support/settings-page';

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'an empty chat': (page) => expect(page.getByText('Try one of these')).toBeVisible(),
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
  'a message said again': async (page) => {
    await exchange(page, 'Hello', 'sandbox/eliza');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Edited message' })).toBeFocused();
  },
  'two versions side by side': async (page) => {
    const reply = await exchange(page, 'Hello', 'sandbox/eliza');
    await reply.getByRole('button', { name: 'Regenerate' }).click();
    await expect(reply).toContainText('2 / 2');
    await reply.getByRole('button', { name: 'More for this message' }).click();
    await page.getByRole('menuitem', { name: 'Compare versions' }).click();
    await expect(page.getByRole('region', { name: 'Left version' })).toContainText('tokens');
  },
  'the menu of a message': async (page) => {
    const reply = await exchange(page, 'Hello', 'sandbox/eliza');
    await reply.getByRole('button', { name: 'More for this message' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the menu of a chat': async (page) => {
    await exchange(page, 'Hello', 'sandbox/eliza');
    await page.getByRole('link', { name: 'Hello' }).hover();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'queued messages': async (page) => {
    await beginLongReply(page, 8_000, 100);
    await say(page, 'And then?');
    await expect(page.getByRole('list', { name: 'Queued messages' })).toBeVisible();
  },
  'what a search found': async (page) => {
    await exchange(page, 'The needle in the hay', 'sandbox/eliza');
    await page.getByRole('searchbox').fill('needle');
    await expect(page.locator('mark')).toBeVisible();
  },
  'a pinned, an unread and a begun chat': async (page) => {
    // Long enough that the chat is left before it ends.
    await beginLongReply(page, 600, 60);
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(page.getByRole('link', { name: 'Write on.' })).toContainText('unread');
    await exchange(page, 'Pinned', 'sandbox/firehose');
    await page.getByRole('link', { name: 'Pinned' }).focus();
    await page.keyboard.press('p');
    await page.locator('textarea[aria-label=Message]').fill('begun');
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(page.getByRole('link', { name: 'Pinned' })).toContainText('draft');
  },
  'a reply at its limit and a price in the button': async (page) => {
    await chooseModel(page, 'sandbox/markdown-tour');
    await page.getByLabel('Max tokens').fill('20');
    await exchange(page, 'Short', 'sandbox/markdown-tour');
    await expect(page.getByText('Reached the token limit')).toBeVisible();
    await page.getByLabel('Max tokens').fill('10000000');
    await page.locator('textarea[aria-label=Message]').fill('Dear');
    await expect(page.getByRole('button', { name: /Send · / })).toBeVisible();
  },
  'an interrupted reply that can be gone on with': async (page) => {
    await chooseModel(page, 'sandbox/flaky');
    await setExtra(page, { fail: 'cut', fail_after_tokens: 20 });
    await exchange(page, 'Break off', 'sandbox/flaky');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  },
  'a message that waits behind a failure': async (page) => {
    const model = await activateScriptedModel(page);
    let breakOff = () => {};
    const broken = new Promise<void>((resolve) => (breakOff = resolve));
    model.say({ delta: { content: 'And then it' } }, { until: broken }, cut);
    await chooseModel(page, scriptedModel);
    await say(page, 'Break off');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await say(page, 'Waiting behind');
    await expect(page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')).toHaveCount(1);
    breakOff();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
    await model.close();
  },
  'choices beside each other': async (page) => {
    await chooseModel(page, 'sandbox/firehose');
    await setExtra(page, { tokens: 25, tokens_per_second: 0 });
    await page.getByLabel('Replies').fill('3');
    const reply = await exchange(page, 'Thrice', 'sandbox/firehose');
    await reply.getByRole('button', { name: 'Next version' }).click();
    await expect(reply).toContainText('2 / 3');
  },
  'a chat being renamed': async (page) => {
    await exchange(page, 'Hello', 'sandbox/eliza');
    await page.getByRole('link', { name: 'Hello' }).press('F2');
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  },
  'a search in the chat': async (page) => {
    await exchange(page, 'The needle in the hay', 'sandbox/eliza');
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in this chat' }).fill('needle');
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of /);
  },
  'a search that found nothing': async (page) => {
    await page.getByRole('searchbox').fill('nowhere to be found');
    await expect(page.getByText('Nothing found.')).toBeVisible();
  },
  'every run setting set': async (page) => {
    for (const name of ['Temperature', 'Top P', 'Replies', 'Seed', 'Max tokens']) {
      await page.getByLabel(name, { exact: true }).fill('1');
    }
    await page.getByRole('switch', { name: 'Stream' }).click();
    await expect(page.getByRole('button', { name: 'Reset Stream' })).toBeVisible();
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
  'a formula that is wider than the window': async (page) => {
    await chooseModel(page, 'sandbox/echo');
    await page.setViewportSize({ width: 400, height: 700 });
    await exchange(
      page,
      `$$\n${Array.from({ length: 30 }, (_, at) => `x_{${at}}`).join(' + ')}\n$$`,
      'sandbox/echo',
    );
    await expect(page.locator('.katex-display').last()).toHaveAttribute('tabindex', '0');
  },
  'the menu of profiles': async (page) => {
    await page.getByRole('button', { name: /Sandbox/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'a narrow window': async (page) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await page.getByRole('button', { name: 'Run settings' }).click();
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
