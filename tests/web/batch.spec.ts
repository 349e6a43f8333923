import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { test as alone } from '../support/app';
import { expectAccessible } from '../support/axe';
import {
  batchRows,
  batchState,
  openSetup,
  runButton,
  runToEnd,
  useTable,
  valueRows,
} from '../support/batch-page';
import { chooseModel, composer, exchange, runSettings, setExtra } from '../support/chat-page';
import { command } from '../support/command';
import { xlsxOf } from '../support/documents';
import { expect, test } from '../support/emptied-app';
import { saveTyped } from '../support/prompts-page';

const five = 'what,count\nbees,1\n"snow, and ice",2\nrain,3\nwind,4\nfog,5';

const status = (page: Page) => page.getByRole('status', { name: 'Estimate' });

test('with the keyboard alone a prompt with two variables is saved and run over five rows', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await composer(page).focus();
  await page.keyboard.type('Say {{what}} {{count:number=1}} times');
  await saveTyped(page, composer(page), 'Say it');
  // Back at the menu's button: one further down.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Insert a prompt' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Save as a prompt' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Run over a table' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New batch' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(/Say \{\{what\}\}/);
  await page.getByRole('textbox', { name: 'Table' }).focus();
  await page.keyboard.insertText(five);
  await page.keyboard.press('Control+Enter');
  await expect(valueRows(page)).toHaveCount(5);
  await expect(status(page)).toHaveText(/^usually .* cr for 5 calls$/);
  while (!(await page.evaluate(() => document.activeElement?.textContent?.startsWith('Run 5 calls'))))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(batchState(page)).toHaveText('completed · 5 of 5 done');
  await expect(batchRows(page).nth(1)).toContainText('snow, and ice');
  await expect(batchRows(page).nth(1)).toContainText('Say snow, and ice 2 times');
  await expect(batchRows(page).nth(1)).toContainText('done');
  await expect(batchRows(page).nth(1)).toContainText('cr');
});

test('who is in another field before the page has put the focus into its first one stays there', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const table = [...document.querySelectorAll('label')].find(
        (one) => one.textContent === 'Table',
      )?.control;
      if (!table) return;
      observer.disconnect();
      table.focus();
      requestAnimationFrame(() => requestAnimationFrame(() => table.setAttribute('data-waited', '')));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.getByRole('menuitem', { name: 'Run over a table' }).click();
  const table = page.getByRole('textbox', { name: 'Table' });
  await expect(table).toHaveAttribute('data-waited');
  await expect(table).toBeFocused();
});

test('the form says that rows are sent without the messages of the open chat', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/echo');
  const words = page.getByText('Rows are sent without the messages of its chat.');
  await openSetup(page, 'Say {{what}}');
  await expect(page.getByText('Settings of the Chat tab:')).toBeVisible();
  await expect(words).toBeHidden();
  await page.goBack();
  await exchange(page, 'hello', 'sandbox/echo');
  await openSetup(page, 'Say {{what}}');
  await expect(words).toBeVisible();
});

test('rows open as conversations that are not in the list of chats; the batch is in the history', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await openSetup(page, 'Say {{what}}');
  await useTable(page, 'what\nbees\nwasps');
  await runToEnd(page);
  await page.getByRole('link', { name: 'Open row 2' }).click();
  await expect(page.getByRole('article', { name: 'You' })).toHaveText('Say wasps');
  await expect(page.getByRole('navigation', { name: 'History' })).not.toContainText('Say wasps');
  await page.getByRole('link', { name: 'Back to the batch' }).click();
  await expect(batchState(page)).toHaveText('completed · 2 of 2 done');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  const batches = page.getByRole('navigation', { name: 'Batches' });
  await batches.getByRole('link', { name: /Say/ }).click();
  await expect(batchState(page)).toHaveText('completed · 2 of 2 done');
  await page.reload();
  await expect(batchRows(page)).toHaveCount(2);
});

test('an invalid table shows which row and column is wrong, and is corrected cell by cell', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await openSetup(page, '{{what}} {{count:number}}');
  await useTable(page, 'what,count\n"open,1\nb,2');
  await expect(page.getByRole('alert')).toContainText('a quoted field isn’t closed');
  await expect(page.getByRole('textbox', { name: 'Table' })).toHaveValue(/open/);
  await useTable(page, 'what;count\na;1\nb;many\n;3');
  const before = page.getByRole('list', { name: 'To run this batch' });
  await expect(before).toContainText('Row 2: “count” must be a number; “many” is not one.');
  await expect(before).toContainText('Row 3: “what” is missing.');
  await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Row 2, count' }).fill('2');
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await expect(status(page)).toHaveText(/for 2 calls$/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Row 2, count' })).toHaveValue('2');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('{{what}} {{where}}');
  await expect(before).toContainText('The table has no column “where”');
  await page.getByRole('button', { name: 'Column “where”' }).click();
  await page.getByRole('textbox', { name: 'Row 1, where' }).fill('here');
  await page.getByRole('textbox', { name: 'Row 2, where' }).fill('there');
  await runToEnd(page);
  await expect(batchRows(page).nth(1)).toContainText('b there');
});

alone(
  'a hard limit stops the whole batch before anything is sent, and one dialog explains it',
  async ({ appPage: page }) => {
    await command(page, 'settings.update', { patch: { budgets: { sandbox: { hardPerDay: 1 } } } });
    await chooseModel(page, 'sandbox/markdown-tour');
    await runSettings(page).getByLabel('Max tokens').fill('1000');
    await openSetup(page, 'Say {{what}} {{count}}');
    await useTable(page, five);
    await expect(status(page)).toHaveText(/for 5 calls$/);
    await runButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Your limit does not allow this' });
    await expect(dialog).toContainText('these 5 calls');
    await expect(dialog).toContainText('Nothing was sent');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(valueRows(page)).toHaveCount(5);
    expect((await command(page, 'batches.page', { modality: null, cursor: null, limit: 5 })).batches).toEqual(
      [],
    );
  },
);

test('a workbook with a title above its header is a table, and another row can be the header', async ({
  appPage: page,
}) => {
  const row = (...values: readonly string[]) =>
    `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;
  const rows = row('Animals of 2026') + row('what', 'count') + row('bees', '3') + row('owls, grey', '2');
  await openSetup(page, '{{what}} {{count}}');
  await page.getByLabel('Table file').setInputFiles({
    ...{ name: 'animals.xlsx', mimeType: 'application/octet-stream' },
    buffer: Buffer.from(xlsxOf(rows)),
  });
  const header = page.getByRole('combobox', { name: 'Header row' });
  await expect(header.locator('option:checked')).toHaveText('2: what · count');
  await expect(page.getByRole('list', { name: 'Notes on the table' })).toContainText('“Animals of 2026”');
  const values = page.getByRole('table', { name: 'Values' });
  await expect(values.getByRole('columnheader')).toContainText(['Row', 'what', 'count']);
  await expect(values.getByRole('rowheader')).toHaveText(['1', '2']);
  await expectAccessible(page);
  await header.selectOption('3: bees · 3');
  await expect(values.getByRole('columnheader')).toContainText(['Row', 'bees', '3']);
  await expect(values.getByRole('rowheader')).toHaveText(['1']);
  await header.selectOption('2: what · count');
  await expect(values.getByRole('rowheader')).toHaveText(['1', '2']);
  await page.getByRole('button', { name: 'Another table' }).click();
  await expect(header).toHaveCount(0);
});

test('a failed row is retried alone; the whole batch is exported', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'status', fail_status: 500, fail_id: 'one', fail_times: 1 });
  await openSetup(page, '{{what}}');
  await useTable(page, 'what\na\nb\nc');
  await runToEnd(page);
  await expect(batchState(page)).toHaveText('completed · 2 of 3 done, 1 failed');
  await expect(page.getByRole('main')).toContainText(/Retry 1 failed.*[\d.]+ cr/);
  const retryRow = page.getByRole('button', { name: /^Retry row/ });
  await retryRow.hover();
  await expect(retryRow).toHaveAttribute('title', /^Retry row \d · .*[\d.]+ cr$/);
  await retryRow.click();
  await expect(batchState(page)).toHaveText('completed · 3 of 3 done');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('\ufeffrow,what,state,answer,file,credits,ms,error,dollars');
  expect(csv).toContain('3,c,done,');
});

test('what can be done with a row is in reach in narrow and low windows, without scrolling sideways', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'status', fail_status: 500, fail_id: 'narrow', fail_times: 1 });
  await openSetup(page, '{{what}}');
  await useTable(page, 'what,where,when\na,b,c');
  await runToEnd(page);
  const actions = page.getByRole('columnheader', { name: 'Actions' });
  for (const [width, height] of [
    [1024, 640],
    [720, 450],
    [400, 280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page
      .getByRole('region', { name: 'Rows, table' })
      .evaluate((table) => table.scrollIntoView({ block: 'end' }));
    await expect(actions).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Retry row 1' })).toBeInViewport({ ratio: 1 });
  }
});

test('replies are judged by what their rows expect; one that is not as expected is asked again alone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await openSetup(page, 'Say {{what}}');
  await useTable(page, 'what,__expected\nbees,contains:bees\nsnow,contains:rain\nfog,llm-rubric:polite');
  await expect(page.getByRole('columnheader', { name: '__expected expected of the reply' })).toBeVisible();
  await runToEnd(page);
  await expect(page.getByText('1 of 3 as expected, 1 not, 1 unclear')).toBeVisible();
  await expect(batchRows(page).nth(0)).toContainText('✓ as expected');
  await expect(batchRows(page).nth(1)).toContainText('✗ The reply does not contain “rain”.');
  await expect(batchRows(page).nth(2)).toContainText(
    '? “llm-rubric” was not judged: models judge for experiments of the lab alone.',
  );
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Retry row/ })).toHaveCount(1);
  await page.getByRole('button', { name: /^Retry row 2/ }).press('Enter');
  await expect(batchState(page)).toHaveText('completed · 3 of 3 done');
});

test('a running batch is paused, resumed, stopped, deleted and restored', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 200, tokens_per_second: 100 });
  await openSetup(page, 'Row {{n}}');
  await useTable(page, `n\n${Array.from({ length: 40 }, (_, index) => index).join('\n')}`);
  await runButton(page).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(batchState(page)).toContainText('paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(batchState(page)).toContainText('running');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(batchState(page)).toContainText('stopped ·');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Batches' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Row/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Batches' }).getByRole('link', { name: /Row/ })).toBeVisible();
});

test('images are generated for each row with the tab’s model and settings, and shown', async ({
  appPage: page,
}) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Image' }).click();
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
  await openSetup(page, 'A small {{what}}');
  await useTable(page, 'what\nhouse\ntree');
  await expect(status(page)).toHaveText(/^≈ .* cr for 2 calls$/);
  await runToEnd(page);
  await expect(batchRows(page).first().locator('img')).toBeVisible();
  await page.getByRole('link', { name: 'Open row 1' }).click();
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('A small house');
});

test('of a table of 5,000 rows only the visible ones are in the page, and each can be reached', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await openSetup(page, 'Say {{n}}');
  await useTable(page, `n\n${Array.from({ length: 5_000 }, (_, index) => `value ${index + 1}`).join('\n')}`);
  await expect(status(page)).toHaveText(/for 5,000 calls$/);
  expect(await valueRows(page).count()).toBeLessThan(80);
  await page.getByRole('region', { name: 'Values, table' }).evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await expect(page.getByRole('textbox', { name: 'Row 5000, n' })).toHaveValue('value 5000');
  await page.getByRole('textbox', { name: 'Row 5000, n' }).fill('');
  await expect(page.getByRole('list', { name: 'To run this batch' })).toContainText(
    'Row 5000: “n” is missing.',
  );
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the checker finds nothing in setup, results and list of batches, ${colorScheme}`, async ({
    appPage: page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await chooseModel(page, 'sandbox/flaky');
    await setExtra(page, { fail: 'status', fail_status: 500, fail_id: 'one', fail_times: 1 });
    await openSetup(page, '{{what}} {{count:number}}');
    await useTable(page, 'what,what\n1,2');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await useTable(page, 'what,count,more\na,many,x\nb,2,y');
    await expect(page.getByRole('list', { name: 'To run this batch' })).toContainText('many');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Row 1, count' }).fill('1');
    await runToEnd(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'All batches' }).click();
    await expect(page.getByRole('list', { name: 'Batches' })).toBeVisible();
    await expectAccessible(page);
  });
}
