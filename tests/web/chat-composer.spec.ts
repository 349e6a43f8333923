import type { Page } from 'playwright/test';
import { test as alone } from '../support/app';
import { expectAccessible } from '../support/axe';
import {
  beginLongReply,
  chooseModel,
  composer,
  exchange,
  replies,
  runSettings,
  say,
  sendButton,
  stopButton,
  transcript,
} from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { cut } from '../support/hostile-server';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const queue = (page: Page) => page.getByRole('list', { name: 'Queued messages' });
const costAhead = (page: Page) => page.locator('[data-cost-ahead]');

test('Enter while a reply streams queues the message, which is sent when the reply has ended', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  try {
    model.say({ delta: { content: 'Writing' } }, { until: ended }, { finish: 'stop' });
    for (const content of ['Then this.', 'That.']) model.say({ delta: { content } }, { finish: 'stop' });
    await chooseModel(page, scriptedModel);
    await say(page, 'Write on.');
    await expect(replies(page, scriptedModel)).toContainText('Writing');
    await say(page, 'And then this');
    await expect(queue(page).getByRole('listitem')).toHaveText([/And then this/]);
    await expect(composer(page)).toHaveValue('');
    await composer(page).fill('And that');
    await page.getByRole('button', { name: 'Queue', exact: true }).click();
    await expect(queue(page).getByRole('listitem')).toHaveCount(2);
    end();
    const own = transcript(page).getByRole('article', { name: 'You' });
    await expect(own).toHaveText(['Write on.', 'And then this', 'And that']);
    await expect(queue(page)).toHaveCount(0);
  } finally {
    end();
    await model.close();
  }
});

test('a queued message can be edited and removed before it is sent', async ({ appPage: page }) => {
  await beginLongReply(page);
  await say(page, 'First in the queue');
  await say(page, 'Second in the queue');
  await expect(queue(page).getByRole('listitem')).toHaveCount(2);
  await queue(page).getByRole('button', { name: 'Edit queued message' }).last().click();
  await expect(composer(page)).toHaveValue('Second in the queue');
  await expect(composer(page)).toBeFocused();
  await queue(page).getByRole('button', { name: 'Remove queued message' }).click();
  await expect(queue(page)).toHaveCount(0);
  await stopButton(page).click();
  await expect(sendButton(page)).toBeVisible();
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText(['Write on.']);
});

test('a message queued behind a failure stays, and can be sent manually', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    let breakOff = () => {};
    const broken = new Promise<void>((resolve) => (breakOff = resolve));
    model.say({ delta: { content: 'And then it' } }, { until: broken }, cut);
    await chooseModel(page, scriptedModel);
    await say(page, 'Break off');
    await expect(stopButton(page)).toBeVisible();
    await say(page, 'Waiting behind');
    await expect(queue(page).getByRole('listitem')).toHaveCount(1);
    breakOff();
    await expect(queue(page)).toContainText('Not sent');
    model.say({ delta: { content: 'Whole again.' } }, { finish: 'stop' });
    await queue(page).getByRole('button', { name: 'Send now' }).click();
    await expect(replies(page, scriptedModel).last()).toContainText('Whole again.');
    await expect(queue(page)).toHaveCount(0);
  } finally {
    await model.close();
  }
});

alone('tokens and cost are shown before sending, for the whole branch', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/markdown-tour');
  await composer(page).fill('x'.repeat(400));
  await expect(costAhead(page)).toHaveText(/^≈ 54 tokens · usually [\d.]+–[\d.]+ cr$/);
  await composer(page).fill('');
  await expect(costAhead(page)).toHaveCount(0);
  await runSettings(page).getByLabel('System prompt').fill('y'.repeat(800));
  await composer(page).fill('x'.repeat(400));
  await expect(costAhead(page)).toContainText('≈ 258 tokens');
  await runSettings(page).getByLabel('Max tokens').fill('100');
  const small = await costAhead(page).textContent();
  await runSettings(page).getByLabel('Max tokens').fill('4000');
  await expect(costAhead(page)).not.toHaveText(small ?? '');
  // What these tokens are, by keys alone.
  await costAhead(page).focus();
  await page.keyboard.press('Enter');
  const sent = page.getByRole('dialog', { name: 'What is sent' });
  await expect(sent.getByRole('option')).toHaveText([/^Systemyyy/, /^Youxxx/]);
  await expect(sent).toContainText(/of 65,536 tokens \(\d+ %\)/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sent).toHaveCount(0);
  await expect(costAhead(page)).toBeFocused();
});

alone('the Send button shows the cost of an expensive message', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/markdown-tour');
  await runSettings(page).getByLabel('Max tokens').fill('10000000');
  await composer(page).fill('Hello');
  await expect(sendButton(page)).toHaveText(/Send · [\d.]+–[\d.]+ cr/);
});

/** Drops files on the composer as a file manager does. */
async function drop(page: Page, files: readonly { name: string; text: string | readonly number[] }[]) {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, text } of all) {
      const content = typeof text === 'string' ? text : new Uint8Array(text);
      data.items.add(new File([content as BlobPart], name));
    }
    return data;
  }, files);
  await composer(page).dispatchEvent('drop', { dataTransfer: transfer });
}

test('a dropped text file is quoted with its name, in a fence that its content can’t close', async ({
  appPage: page,
}) => {
  await composer(page).fill('Look at this');
  await composer(page).press('End');
  await drop(page, [{ name: 'notes.md', text: 'a\n```js\nb\n```\n' }]);
  await expect(composer(page)).toHaveValue('Look at this\n\n`notes.md`:\n\n````md\na\n```js\nb\n```\n````\n');
  await expect(composer(page)).toBeFocused();
});

test('a file that is too large or not text is refused with the reason, and nothing is lost', async ({
  appPage: page,
}) => {
  await composer(page).fill('Before');
  await drop(page, [
    { name: 'huge.log', text: 'x'.repeat(300_000) },
    { name: 'program.bin', text: [1, 2, 0, 255] },
    { name: 'picture.png', text: [137, 80, 78, 71, 0, 255] },
  ]);
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('“huge.log” is too large: 293 kB, at most 256 kB');
  await expect(refusal).toContainText('“program.bin” is not a text file');
  await expect(refusal).toContainText('“picture.png” can’t be attached');
  await expect(composer(page)).toHaveValue('Before');
});

test('text files can be added without dragging', async ({ appPage: page }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add text files' }).click();
  await (await chooser).setFiles({ name: 'a.py', mimeType: 'text/plain', buffer: Buffer.from('print(1)\n') });
  await expect(composer(page)).toHaveValue('`a.py`:\n\n```py\nprint(1)\n```\n');
});

test('the composer grows with its text, to a limit', async ({ appPage: page }) => {
  const height = async () => (await composer(page).boundingBox())?.height ?? 0;
  const empty = await height();
  await composer(page).fill('one\ntwo\nthree\nfour');
  const four = await height();
  expect(four).toBeGreaterThan(empty + 30);
  await composer(page).fill('line\n'.repeat(300));
  expect(await height()).toBeLessThan(900 * 0.41);
  await expect(sendButton(page)).toBeInViewport();
});

test('typing while a reply streams loses no key and redraws nothing else', async ({ appPage: page }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await beginLongReply(page, 8_000, 200);
  // How long a key takes is the benchmark's to say; here, that a key touches the composer alone.
  const touched = await composer(page).evaluate(async (area: HTMLTextAreaElement) => {
    area.focus();
    const settled = document.querySelector('[role=log] article');
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    if (settled)
      observer.observe(settled, { subtree: true, childList: true, characterData: true, attributes: true });
    for (let key = 0; key < 40; key += 1) {
      document.execCommand('insertText', false, 'k');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return changes.length;
  });
  await expect(composer(page)).toHaveValue('k'.repeat(40));
  expect(touched).toBe(0);
});

test('tokens and cost are counted when typing pauses, not on every key', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/markdown-tour');
  await composer(page).fill('x'.repeat(400));
  await expect(costAhead(page)).toContainText('≈ 54 tokens');
  const counted = await composer(page).evaluate(async (area: HTMLTextAreaElement) => {
    area.focus();
    const cost = document.querySelector('[data-cost-ahead]');
    let changes = 0;
    const observer = new MutationObserver((records) => {
      changes += records.length;
    });
    if (cost) observer.observe(cost, { subtree: true, childList: true, characterData: true });
    for (let key = 0; key < 40; key += 1) {
      document.execCommand('insertText', false, 'kkkk');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return changes;
  });
  expect(counted).toBe(0);
  await expect(costAhead(page)).toContainText('≈ 94 tokens');
});

test('a long text is pasted completely, and Undo removes it', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = 'A line of a long text.\n'.repeat(20_000);
  await page.evaluate((long) => navigator.clipboard.writeText(long), text);
  await composer(page).fill('Before ');
  await composer(page).press('End');
  await page.keyboard.press('ControlOrMeta+v');
  const length = () => composer(page).evaluate((area: HTMLTextAreaElement) => area.value.length);
  await expect.poll(length).toBe(text.length + 'Before '.length);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('Before ');
});
