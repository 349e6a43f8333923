/** Files of a message that is written by hand, and the order of its parts, which is that in which the model gets them. */
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, say } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const says = (content: string) => [{ delta: { content } }, { finish: 'stop' }] as const;

test('a message gets a file and a text, which change places by keys, and is sent in that order', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(...says('Hello.'));
    await say(page, 'What is this?');
    await expect(replies(page, scriptedModel).last()).toContainText('Hello.');
    await composer(page).focus();
    await page
      .getByRole('group', { name: 'Your message' })
      .getByRole('button', { name: 'More' })
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Edit message…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit message' });
    await dialog.getByLabel('Files of the message').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: pixel,
    });
    await expect(dialog.getByText('dot.png')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add text' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Text (part 3 of 3)' }).fill('Answer in a word.');
    await expectAccessible(page);
    const up = dialog.getByRole('button', { name: 'Move File (part 2 of 3) up' });
    await up.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Move File (part 1 of 3) up' })).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'Text (part 2 of 3)' })).toHaveValue('What is this?');
    model.say(...says('A dot.'));
    await dialog.getByRole('button', { name: 'Save and run from here' }).press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText('A dot.');
    const asked = model.server.requests.filter(({ url }) => url.endsWith('/chat/completions')).at(-1);
    const [message] = (JSON.parse(asked?.body ?? '{}') as { messages: { content: unknown }[] }).messages;
    expect(message?.content).toMatchObject([
      { type: 'image_url' },
      { type: 'text', text: 'What is this?\n\nAnswer in a word.' },
    ]);
  } finally {
    await model.close();
  }
});
