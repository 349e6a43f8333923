/** What is wrong with a round of tools is seen before anything is sent, and can be mended there. */
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, say, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const asks = (index: number, id: string, name: string) => ({
  delta: { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '{}' } }] },
});
const ends = { finish: 'tool_calls' };
const says = (content: string) => [{ delta: { content } }, { finish: 'stop' }] as const;

test('two calls of one id are said to have it, each with its result, of which one may be empty', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(asks(0, 'same', 'weather'), asks(1, 'same', 'clock'), ends);
    await say(page, 'How is Oslo?');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls.getByText('has the id of another call: “same”')).toHaveCount(2);
    await page.getByLabel('Result of weather').fill('fine');
    await expect(page.getByLabel('Result of clock')).toHaveValue('');
    model.say(...says('All fine.'));
    await page.getByLabel('Result of weather').press('Control+Enter');
    await expect(page.getByLabel('Result of clock')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send empty' }).press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText('All fine.');
  } finally {
    await model.close();
  }
});

test('a call without a result says what becomes of it, and gets one by keys in its place', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(asks(0, 'a', 'weather'), asks(1, 'b', 'clock'), ends);
    await say(page, 'How is Oslo?');
    await expect(page.getByLabel('Result of clock')).toBeVisible();
    model.say(...says('You did not say.'));
    await say(page, 'Never mind');
    await expect(replies(page, scriptedModel).last()).toContainText('You did not say.');
    const calls = transcript(page).getByRole('group', { name: 'Tool calls' });
    await expect(calls.getByText('no result: the call is left out of what is sent')).toHaveCount(2);
    await expectAccessible(page);
    await calls.getByRole('button', { name: 'Add results…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Role')).toHaveValue('tool');
    await expect(dialog.getByLabel('Call id')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Remove Result (part 2 of 2)' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Result' }).fill('3 degrees');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(calls.getByText('no result: the chat can’t be sent until it has one')).toHaveCount(1);
    await calls.getByRole('button', { name: 'Add result…' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Result' }).fill('noon');
    await page.keyboard.press('Control+Enter');
    await expect(calls.getByText('no result')).toHaveCount(0);
    model.say(...says('Three degrees at noon.'));
    await composer(page).fill('So?');
    await composer(page).press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText('Three degrees at noon.');
  } finally {
    await model.close();
  }
});

test('a result that answers no call is said to be so', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(...says('Hello.'));
    await say(page, 'Hi');
    const reply = replies(page, scriptedModel).last();
    await expect(reply).toContainText('Hello.');
    await reply.getByRole('button', { name: 'More for this message' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Insert after…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('tool');
    await dialog.getByLabel('Call id').fill('nowhere');
    await dialog.getByRole('textbox', { name: 'Result' }).fill('42');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: 'Tool' })).toContainText(
      'answers no call of the reply before',
    );
  } finally {
    await model.close();
  }
});
