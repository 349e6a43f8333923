/** An hour of exploring the app with the keyboard alone. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from 'playwright/test';
import { batchRows, batchState, runButton, valueRows } from './batch-page';
import { pickModel, pressOn, tabTo, typeInto } from './by-keyboard';
import { composer, exchange, replies, transcript } from './chat-page';
import { column, columns, replyIn } from './compare-page';
import type { Earlier } from './earlier';
import { saveTyped } from './prompts-page';
import { chooseHit, searchFor } from './shortcuts-page';

export const earlier: Earlier = {
  yesterday: [
    { model: 'sandbox/eliza', used: 1.25 },
    { model: 'sandbox/eliza', used: 0.5 },
    { model: 'sandbox/markdown-tour', used: 7 },
  ],
  lastWeek: {
    question: 'Which bird is patient?',
    answer: 'The heron waits where the water is slow.',
    model: 'sandbox/eliza',
  },
};

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Three models answer one prompt; the picked one continues alone. */
export async function compareThree(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: 'Compare', exact: true }));
  await expect(columns(page)).toHaveCount(2);
  await pressOn(page, page.getByRole('button', { name: 'Add column' }));
  await expect(columns(page)).toHaveCount(3);
  const models = { A: 'sandbox/echo', B: 'sandbox/eliza', C: 'sandbox/firehose' };
  for (const [letter, model] of Object.entries(models)) {
    const picker = column(page, letter).getByRole('combobox', { name: 'Model' });
    await typeInto(page, picker, model);
    await page.keyboard.press('Enter');
    await expect(picker).toHaveValue(model);
  }
  await typeInto(page, composer(page), 'What is a kite?');
  await page.keyboard.press('Enter');
  for (const letter of Object.keys(models))
    await expect(replyIn(page, letter)).toHaveAttribute('aria-busy', 'false');
  await pressOn(page, column(page, 'B').getByRole('button', { name: 'Pick B' }));
  await expect(columns(page)).toHaveCount(0);
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(1);
  await exchange(page, 'Go on alone', 'sandbox/eliza');
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(2);
}

/** A video above the daily limit is not sent, and its prompt stays. */
export async function meetTheLimit(page: Page, limit: string): Promise<void> {
  await searchFor(page, ',Hard limit per day');
  await chooseHit(page, 'Hard limit per day');
  await expect(page.getByLabel('Hard limit per day')).toBeFocused();
  await page.keyboard.type(limit);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+4');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await typeInto(page, prompt, 'A parade of kites');
  await page.keyboard.press('Control+Enter');
  const refusal = page.getByRole('dialog', { name: /limit does not allow/ });
  await expect(refusal).toContainText('Nothing was sent');
  await page.keyboard.press('Enter');
  await expect(refusal).toHaveCount(0);
  await expect(prompt).toHaveValue('A parade of kites');
  await expect(page.getByRole('region', { name: 'Jobs' }).getByRole('listitem')).toHaveCount(0);
}

export async function readYesterday(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('link', { name: 'Activity', exact: true }));
  await pressOn(page, page.getByRole('button', { name: 'Yesterday', exact: true }));
  const table = page.getByRole('table', { name: 'Credits by model' });
  await expect(table.getByRole('row', { name: /sandbox\/markdown-tour 1 7/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /sandbox\/eliza 2 1\.75/ })).toBeVisible();
}

/** The failing call fails in the same way in a terminal. */
export async function takeTheFailureAway(page: Page): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+n');
  await pickModel(page, 'sandbox/flaky');
  await exchange(page, `it's "$(id)" 'now'!`, 'sandbox/flaky');
  await expect(page.getByRole('alert')).toContainText('overloaded');
  await page.keyboard.press('Control+i');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await inspector.getByRole('option').filter({ hasText: '503' }).first().waitFor();
  await tabTo(page, inspector.getByRole('listbox'));
  await page.keyboard.press('Home');
  await pressOn(page, inspector.getByRole('button', { name: 'Copy as cURL' }));
  await expect.poll(() => readClipboard(page)).toContain('curl');
  const command = await readClipboard(page);
  await pressOn(page, inspector.getByRole('button', { name: 'Copy the Sandbox’s key' }));
  await expect.poll(() => readClipboard(page)).not.toBe(command);
  const shell = `${await readClipboard(page)}\n${command.replace('curl ', 'curl -s ')}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', shell]);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'overloaded' } });
  await page.keyboard.press('Control+i');
}

export async function findLastWeek(page: Page): Promise<void> {
  await searchFor(page, '"heron slow');
  await chooseHit(page, 'heron');
  await expect(transcript(page)).toContainText(earlier.lastWeek.answer);
}

const tableOfFive = 'who,count\nthe heron,1\nthe gull,2\n"the tern, at dawn",3\nthe crane,4\nthe swift,5';

/** A prompt with two variables, saved and run over five rows. */
export async function runOverFive(page: Page): Promise<void> {
  await page.keyboard.press('Control+n');
  await pickModel(page, 'sandbox/echo');
  await typeInto(page, composer(page), 'Greet {{who}} {{count:number=1}} times');
  await saveTyped(page, composer(page), 'Greet');
  await pressOn(page, page.getByRole('button', { name: 'Prompts' }));
  await pressDownTo(page, page.getByRole('menuitem', { name: 'Run over a table' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Table' }));
  await page.keyboard.insertText(tableOfFive);
  await page.keyboard.press('Control+Enter');
  await expect(valueRows(page)).toHaveCount(5);
  await pressOn(page, runButton(page));
  // The limit of the day holds, and nothing limits how long the replies may get.
  const question = page.getByRole('dialog', { name: 'Send anyway?' });
  await expect(question).toContainText('These 5 calls may cost up to');
  await pressOn(page, question.getByRole('button', { name: 'Confirm' }));
  await expect(batchState(page)).toContainText('completed · 5 of 5 done');
  await expect(batchRows(page).nth(2)).toContainText('Greet the tern, at dawn 3 times');
}

async function pressDownTo(page: Page, item: Locator): Promise<void> {
  await item.waitFor();
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const data = (page: Page) => page.getByRole('region', { name: 'Data' });

/** @returns where the archive was saved */
export async function takeAlong(page: Page): Promise<string> {
  await page.keyboard.press('Control+,');
  await pressOn(page, data(page).getByRole('button', { name: 'Export everything' }));
  const download = page.waitForEvent('download');
  await pressOn(page, data(page).getByRole('button', { name: 'Save archive' }));
  return (await download).path();
}

/** On another computer without data, the import restores everything. */
export async function bringBack(page: Page, archive: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.keyboard.press('Control+,');
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, data(page).getByRole('button', { name: 'Import archive' }));
  await (await chooser).setFiles(archive);
  const dialog = page.getByRole('dialog', { name: 'Import archive' });
  // The archive must be read before it can be imported.
  await expect(dialog).toContainText('Created ');
  await pressOn(page, dialog.getByRole('button', { name: 'Import', exact: true }));
  await expect(data(page).getByRole('status', { name: 'Import' })).toContainText('Imported');
  await findLastWeek(page);
  await searchFor(page, '/Greet');
  await chooseHit(page, 'Greet');
  await expect(page.getByRole('dialog', { name: /Greet/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await readYesterday(page);
}
