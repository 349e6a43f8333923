import { test as alone } from '../support/app';
import {
  announcer,
  beginLongReply,
  chooseModel,
  composer,
  exchange,
  remaining,
  replies,
  runSettings,
  say,
  sendButton,
  setExtra,
  stopButton,
  transcript,
} from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test('a person without an account chats with Eliza and sees the cost', async ({ appPage: page }) => {
  await expect(page.getByText('It needs no account')).toBeVisible();
  const before = await remaining(page);
  const reply = await exchange(page, 'I am unhappy about my tests', 'sandbox/eliza');
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText(
    'I am unhappy about my tests',
  );
  await expect(reply).toContainText(/\d+ tokens · [\d.]+ m?s first/);
  await expect(reply).toContainText(/[\d.]+ cr/);
  await expect.poll(() => remaining(page)).toBeLessThan(before);
  await expect(page.getByRole('link', { name: 'I am unhappy about my tests' })).toBeVisible();
});

test('the reply is shown while it streams, and its start and end are announced', async ({
  appPage: page,
}) => {
  const reply = await beginLongReply(page, 600, 60);
  await expect(announcer(page)).toHaveText('Generating');
  const early = (await reply.textContent())?.length ?? 0;
  await expect.poll(async () => (await reply.textContent())?.length ?? 0).toBeGreaterThan(early);
  await expect(stopButton(page)).toBeVisible();
  await expect(announcer(page)).toHaveText(/^Response complete, [\d.]+ credits$/);
  await expect(sendButton(page)).toBeVisible();
});

test('Stop keeps the partial text', async ({ appPage: page }) => {
  const reply = await beginLongReply(page);
  await stopButton(page).click();
  await expect(reply).toContainText('Stopped');
  await expect(reply).toContainText(/\w+ \w+/);
  await expect(sendButton(page)).toBeVisible();
});

test('Escape stops the reply', async ({ appPage: page }) => {
  const reply = await beginLongReply(page);
  await composer(page).press('Escape');
  await expect(reply).toContainText('Stopped');
});

test('a regenerated reply is a branch beside the first, and both can be selected', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 30, tokens_per_second: 0 });
  const first = await (await exchange(page, 'Something', 'sandbox/firehose')).textContent();
  await setExtra(page, { tokens: 40, tokens_per_second: 0, seed: 7 });
  await replies(page, 'sandbox/firehose').getByRole('button', { name: 'Regenerate' }).click();
  const reply = replies(page, 'sandbox/firehose');
  await expect(reply).toContainText('2 / 2');
  await expect(reply).toContainText('40 tokens');
  await reply.getByRole('button', { name: 'Previous version' }).click();
  await expect(reply).toContainText('1 / 2');
  await expect(reply.getByRole('button', { name: 'Previous version' })).toBeFocused();
  expect((await reply.textContent())?.slice(0, 40)).toBe(first?.slice(0, 40));
  await reply.getByRole('button', { name: 'Next version' }).click();
  await expect(reply).toContainText('2 / 2');
});

test('a reload in the middle of a reply loses nothing', async ({ appPage: page }) => {
  await beginLongReply(page, 1_000, 60);
  await composer(page).fill('typed while it writes');
  await page.reload();
  const reply = replies(page, 'sandbox/firehose');
  await expect(reply).toHaveAttribute('aria-busy', 'true');
  await expect(composer(page)).toHaveValue('typed while it writes');
  await expect(reply).toContainText('1,000 tokens');
  const shown = await reply.locator('.markdown').textContent();
  await page.reload();
  await expect(reply).toContainText('1,000 tokens');
  await expect(reply.locator('.markdown')).toHaveText(shown ?? '');
});

test('a second window shows the same reply while it streams', async ({ appPage: page, context }) => {
  await beginLongReply(page, 1_000, 60);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(replies(second, 'sandbox/firehose')).toContainText(/\w+ \w+/);
  await expect(replies(second, 'sandbox/firehose')).toContainText('1,000 tokens');
  const textIn = (one: typeof page) => replies(one, 'sandbox/firehose').locator('.markdown').textContent();
  // Formulas and tables are drawn as their code is there, in each window for itself.
  await expect.poll(async () => (await textIn(page)) === (await textIn(second))).toBe(true);
});

test('an error is shown in place of the reply, with code, message, request id, one next step and Retry', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'status', fail_status: 500, fail_times: 1, fail_id: 'once' });
  await say(page, 'Fail once.');
  const card = page.getByRole('alert');
  await expect(card).toContainText(/Gateway error\s*internal_error · 500/);
  await expect(card).toContainText('This failure was asked for');
  await expect(card).toContainText(/Request id req_\w+/);
  await expect(card).toContainText('Try again');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(replies(page, 'sandbox/flaky')).toContainText('The end.');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a reply that is cut off keeps its partial text and says so', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'cut', fail_after_tokens: 20 });
  const reply = await exchange(page, 'Break off.', 'sandbox/flaky');
  await expect(reply).toContainText('one two three');
  await expect(reply).toContainText('Interrupted — partial reply kept');
  await expect(reply).toContainText('cost unknown');
  await expect(reply.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('typed text comes back when the message is refused', async ({ appPage: page }) => {
  const text = 'x'.repeat(1_000_001);
  await composer(page).fill(text);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('invalid_input');
  expect((await composer(page).inputValue()).length).toBe(text.length);
});

alone('a host that stopped is reported, and no typed text is lost', async ({ appPage: page, web }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await web.kill();
  await expect(page.getByText('Gatehouse isn’t responding.', { exact: true })).toBeVisible();
  await say(page, 'Are you there?');
  await expect(page.getByRole('alert').filter({ hasText: 'host_unreachable' })).toBeVisible();
  await expect(composer(page)).toHaveValue('Are you there?');
});

test('run settings are stored with the conversation', async ({ appPage: page }) => {
  const settings = runSettings(page);
  await settings.getByLabel('System prompt').fill('Be brief.');
  await settings.getByLabel('Temperature').fill('0.3');
  await settings.getByLabel('Seed').fill('42');
  await exchange(page, 'One', 'sandbox/eliza');
  await settings.getByLabel('Max tokens').fill('77');
  await settings.getByRole('switch', { name: 'Stream' }).click();
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(settings.getByLabel('Temperature')).toHaveValue('');
  await page.getByRole('link', { name: 'One' }).click();
  await expect(settings.getByLabel('System prompt')).toHaveValue('Be brief.');
  await expect(settings.getByLabel('Temperature')).toHaveValue('0.3');
  await expect(settings.getByLabel('Seed')).toHaveValue('42');
  await expect(settings.getByLabel('Max tokens')).toHaveValue('77');
  await expect(settings.getByRole('switch', { name: 'Stream' })).not.toBeChecked();
  await page.reload();
  await expect(settings.getByLabel('Max tokens')).toHaveValue('77');
  await settings.getByRole('button', { name: 'Reset Max tokens' }).click();
  await expect(settings.getByLabel('Max tokens')).toHaveValue('');
});

test('a run setting changed just before a reload is kept', async ({ appPage: page }) => {
  const settings = runSettings(page);
  await exchange(page, 'One', 'sandbox/eliza');
  await settings.getByLabel('Max tokens').fill('77');
  await page.reload();
  await expect(settings.getByLabel('Max tokens')).toHaveValue('77');
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByRole('link', { name: 'One' }).click();
  await expect(settings.getByLabel('Max tokens')).toHaveValue('77');
});

test('a number out of range is reported and never sent', async ({ appPage: page }) => {
  const field = runSettings(page).getByLabel('Temperature');
  await field.fill('0.5');
  await field.fill('9');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(runSettings(page)).toContainText('Enter 0 to 2');
  await expect((await exchange(page, 'Hello', 'sandbox/eliza')).getByRole('alert')).toHaveCount(0);
});

test('invalid extra parameters are kept as typed, reported with their position, and block Send', async ({
  appPage: page,
}) => {
  const field = runSettings(page).getByLabel('Extra parameters');
  await field.fill('{\n  "seed": oops\n}');
  await expect(runSettings(page)).toContainText('Line 2, column 11');
  await say(page, 'Hello');
  await expect(page.getByText('Correct the extra parameters')).toBeVisible();
  await expect(composer(page)).toHaveValue('Hello');
  await page.reload();
  await expect(field).toHaveValue('{\n  "seed": oops\n}');
  await field.fill('{"mirostat": 2}');
  await composer(page).press('Enter');
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(1);
});

test('drafts are kept for each conversation, across a reload', async ({ appPage: page }) => {
  await exchange(page, 'First chat', 'sandbox/eliza');
  await composer(page).fill('half a thought');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('another');
  await page.reload();
  await expect(composer(page)).toHaveValue('another');
  await page.getByRole('link', { name: 'First chat' }).click();
  await expect(composer(page)).toHaveValue('half a thought');
});

test('Enter while an input method is composing does not send', async ({ appPage: page }) => {
  await composer(page).fill('にほん');
  await composer(page).dispatchEvent('keydown', {
    key: 'Enter',
    isComposing: true,
    bubbles: true,
    cancelable: true,
  });
  await composer(page).dispatchEvent('keydown', {
    key: 'Enter',
    keyCode: 229,
    bubbles: true,
    cancelable: true,
  });
  await expect(composer(page)).toHaveValue('にほん');
  await expect(transcript(page).getByRole('article')).toHaveCount(0);
  await composer(page).press('Enter');
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText('にほん');
});

test('arrow up in an empty composer restores the last prompt', async ({ appPage: page }) => {
  await exchange(page, 'Say it again', 'sandbox/eliza');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('Say it again');
});

test('an example runs on click, and shows its model and its estimate', async ({ appPage: page }) => {
  const example = page.getByRole('button', { name: /Repeat after me/ });
  await expect(example).toContainText(/sandbox\/echo · usually [\d.]+–[\d.]+ cr/);
  await example.click();
  await expect(replies(page, 'sandbox/echo')).toContainText('every credit accounted for');
});

test('a text of a megabyte is displayed and can be extended', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'status', fail_status: 400 });
  const text = 'A line of a long text, pasted.\n'.repeat(32_000);
  await composer(page).fill(text);
  await composer(page).press('Control+End');
  await composer(page).press('x');
  expect(await composer(page).evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(
    text.length + 1,
  );
  await sendButton(page).click();
  await expect(page.getByRole('button', { name: /Show all \d/ })).toBeVisible();
});

test('conversations are renamed and deleted from their menu and with keys', async ({ appPage: page }) => {
  await exchange(page, 'To be renamed', 'sandbox/eliza');
  const link = page.getByRole('link', { name: 'To be renamed' });
  await link.focus();
  await link.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('link', { name: 'Renamed' });
  await expect(renamed).toBeFocused();
  await renamed.hover();
  await page.getByRole('navigation', { name: 'History' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(renamed).toHaveCount(0);
  await expect(page.getByText('Try one of these')).toBeVisible();
  await page.getByRole('region', { name: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();
  await expect(transcript(page)).toContainText('To be renamed');
  await renamed.focus();
  await page.keyboard.press('Delete');
  await expect(renamed).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(renamed).toBeVisible();
});
