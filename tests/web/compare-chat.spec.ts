import { expectAccessible } from '../support/axe';
import { composer, transcript } from '../support/chat-page';
import {
  addColumn,
  chooseColumnModel,
  column,
  columns,
  figures,
  hearAnnouncements,
  history,
  openCompare,
  replyIn,
} from '../support/compare-page';
import { command } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('three models reply at once, one fails alone, and the picked one continues as a chat', async ({
  appPage: page,
}) => {
  await openCompare(page);
  await addColumn(page);
  await chooseColumnModel(page, 'A', 'sandbox/echo');
  await chooseColumnModel(page, 'B', 'sandbox/eliza');
  await chooseColumnModel(page, 'C', 'sandbox/flaky');
  await composer(page).fill('What is a kite?');
  await expect(page.locator('[data-cost-ahead]')).toContainText(/usually [\d.–]+ cr for 3 columns/);
  const said = await hearAnnouncements(page);
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  for (const letter of ['A', 'B']) await expect(replyIn(page, letter)).toHaveAttribute('aria-busy', 'false');
  await expect(column(page, 'A')).toContainText('What is a kite?');
  await expect(column(page, 'C').getByRole('alert')).toContainText('overloaded');
  await expect(figures(page, 'A')).toContainText(/First token\s*(best: )?\d/);
  await expect(figures(page, 'A')).toContainText(/Speed.*Credits\s*(best: )?[\d.]+ cr/);
  await expect(page.getByText('best:').first()).toBeAttached();
  for (const letter of ['A', 'B'])
    await expect
      .poll(async () => (await said()).join('. '))
      .toMatch(new RegExp(`Column ${letter}: response complete, [\\d.]+ credits`));
  await expect(history(page).getByRole('link', { name: /Comparison: What is a kite/ })).toBeVisible();
  await expectAccessible(page);
  await chooseColumnModel(page, 'C', 'sandbox/echo');
  await column(page, 'C').getByRole('button', { name: 'Retry' }).click();
  await expect(column(page, 'C').getByRole('article', { name: 'sandbox/echo' })).toContainText('kite');

  await column(page, 'B').getByRole('button', { name: 'Pick B' }).click();
  await expect(columns(page)).toHaveCount(0);
  await expect(transcript(page)).toContainText('What is a kite?');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/eliza');
  await composer(page).fill('Go on alone');
  await composer(page).press('Enter');
  await expect(transcript(page).getByRole('article')).toHaveCount(4);

  await history(page)
    .getByRole('link', { name: /Comparison: / })
    .click();
  await expect(column(page, 'B')).toContainText('Winner');
  await expect(page.getByRole('button', { name: 'Compare on' })).toBeVisible();
});

const slow = (tokensPerSecond: number) => ({
  seed: 1,
  extra: { tokens: 400, tokens_per_second: tokensPerSecond },
});

test('a reload in the middle of the streams loses nothing; one column is stopped alone, then all', async ({
  appPage: page,
}) => {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const id = crypto.randomUUID();
  await command(page, 'compare.send', {
    id,
    roundId: crypto.randomUUID(),
    modality: 'chat',
    isTied: false,
    isSamePrompt: true,
    columns: ids.map((columnId) => ({
      id: columnId,
      model: 'sandbox/firehose',
      prompt: 'Write on.',
      callId: crypto.randomUUID(),
      settings: slow(20),
    })),
  });
  await history(page)
    .getByRole('link', { name: /Comparison: Write on/ })
    .click();
  await expect(columns(page)).toHaveCount(3);
  for (const letter of ['A', 'B', 'C']) await expect(replyIn(page, letter)).toContainText(/\w+ \w+/);
  await page.reload();
  for (const letter of ['A', 'B', 'C']) {
    await expect(replyIn(page, letter)).toContainText(/\w+ \w+/);
    await expect(replyIn(page, letter)).toHaveAttribute('aria-busy', 'true');
  }
  await page.getByRole('button', { name: 'Stop B' }).click();
  await expect(replyIn(page, 'B')).toHaveAttribute('aria-busy', 'false');
  await expect(replyIn(page, 'A')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  for (const letter of ['A', 'C']) await expect(replyIn(page, letter)).toHaveAttribute('aria-busy', 'false');
});

test('columns have their own messages and settings, and a follow-up goes to all of them', async ({
  appPage: page,
}) => {
  await openCompare(page);
  await chooseColumnModel(page, 'A', 'sandbox/echo');
  await chooseColumnModel(page, 'B', 'sandbox/echo');
  await page.getByRole('switch', { name: 'Tie settings' }).click();
  await page.getByRole('button', { name: 'Settings of column B' }).click();
  const settings = page.getByRole('region', { name: 'Run settings' });
  await expect(settings.getByRole('radio', { name: 'Column B' })).toBeChecked();
  await settings.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await settings.getByRole('radio', { name: 'Column A' }).check({ force: true });
  await expect(settings.getByRole('textbox', { name: 'System prompt' })).toHaveValue('');
  await page.getByRole('switch', { name: 'Same prompt for all' }).click();
  await page.getByRole('textbox', { name: 'Message A' }).fill('first words');
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Message B' }).fill('other words');
  await page.getByRole('textbox', { name: 'Message B' }).press('Control+Enter');
  await expect(replyIn(page, 'A')).toContainText('first words');
  await expect(replyIn(page, 'B')).toContainText('other words');
  await expect(page.getByRole('textbox', { name: 'Message A' })).toHaveValue('');
  await page.getByRole('switch', { name: 'Same prompt for all' }).click();
  await composer(page).fill('and more');
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false');
  await composer(page).press('Enter');
  for (const letter of ['A', 'B']) {
    await expect(column(page, letter).getByRole('article', { name: 'You' })).toHaveCount(2);
    await expect(replyIn(page, letter)).toContainText('and more');
  }
});

test('one confirmation covers the total of all columns, and declining sends nothing', async ({
  appPage: page,
}) => {
  await command(page, 'settings.update', { patch: { budgets: { sandbox: { askAbove: 0.001 } } } });
  await openCompare(page);
  await chooseColumnModel(page, 'B', 'sandbox/echo');
  await composer(page).fill('Dear?');
  await composer(page).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/2 calls|calls/);
  await dialog.getByRole('button', { name: 'Don’t send' }).click();
  await expect(composer(page)).toHaveValue('Dear?');
  await expect(history(page).getByRole('link')).toHaveCount(0);
  await composer(page).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(replyIn(page, 'A')).toHaveAttribute('aria-busy', 'false');
  await expect(replyIn(page, 'B')).toHaveAttribute('aria-busy', 'false');
});

test('a comparison is renamed, deleted and restored with the keyboard', async ({ appPage: page }) => {
  await openCompare(page);
  await chooseColumnModel(page, 'B', 'sandbox/echo');
  await composer(page).fill('Keep this');
  await composer(page).press('Enter');
  const row = history(page).getByRole('link', { name: /Comparison: / });
  await expect(replyIn(page, 'B')).toHaveAttribute('aria-busy', 'false');
  await row.focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kept' })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
  await expect(columns(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveAccessibleName(/Kept/);
  await expect(columns(page)).toHaveCount(2);
  await expect(replyIn(page, 'A')).toContainText(/\w/);
});

test('from a chat to three models in three steps, with what was said and the chat’s model', async ({
  appPage: page,
}) => {
  await page.getByRole('combobox', { name: 'Model' }).fill('sandbox/eliza');
  await page.keyboard.press('Enter');
  await composer(page).fill('My name is Ada');
  await composer(page).press('Enter');
  await expect(transcript(page).getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await composer(page).fill('What is my name?');

  await page.getByRole('button', { name: 'Compare' }).first().click();
  await addColumn(page);
  await expect(page.getByText('Each column begins with the chat so far: My name is Ada')).toBeVisible();
  await expect(column(page, 'A').getByRole('combobox')).toHaveValue('sandbox/eliza');
  await expectAccessible(page);
  await composer(page).press('Enter');
  for (const letter of ['A', 'B', 'C']) {
    await expect(column(page, letter).getByRole('article')).toHaveCount(4);
    await expect(column(page, letter)).toContainText('My name is Ada');
  }
});

test('a reply is asked of another model beside it, and the chat keeps its own', async ({ appPage: page }) => {
  await composer(page).fill('Hello there');
  await composer(page).press('Enter');
  const first = transcript(page).getByRole('article').last();
  await first.getByRole('button', { name: 'More for this message' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate with another model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Regenerate with another model' });
  await expect(dialog.getByRole('combobox', { name: 'Model' })).toBeFocused();
  await page.keyboard.type('sandbox/echo');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Regenerate', exact: true }).click();
  await expect(transcript(page).getByRole('article', { name: 'sandbox/echo' })).toContainText('Hello there');
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).not.toHaveValue('sandbox/echo');
});
