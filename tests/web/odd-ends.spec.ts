/** Replies that end under a gateway’s own name for it, and several calls that share one place. */
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, sendButton } from '../support/chat-page';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

test('a reply says why it ended, and goes on where it was cut', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    const ask = async (finish: string) => {
      model.say({ delta: { content: 'Half of it' } }, { finish });
      await composer(page).fill(`End with ${finish}`);
      await sendButton(page).click();
      const reply = replies(page, scriptedModel).last();
      await expect(reply).toContainText('Half of it');
      return reply;
    };
    const limit = await ask('model_length');
    await expect(limit).toContainText('Reached the token limit');
    await expect(limit.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(await ask('content_filter: PROHIBITED_CONTENT')).toContainText(
      'Ended by the content filter',
    );
    await expect(await ask('repetition_truncation')).toContainText('Finish reason: repetition_truncation');
    const broken = await ask('network_error');
    await expect(broken).toContainText('The gateway ended the reply early (network_error)');
    await expectAccessible(page);
    model.say({ delta: { content: ', and the rest' } }, { finish: 'stop' });
    await broken.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText(', and the rest');
    await expect(replies(page, scriptedModel).last()).not.toContainText('ended the reply early');
  } finally {
    await model.close();
  }
});

test('two calls that their gateway gives one place are two cards', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  const call = (id: string, city: string) => ({
    delta: {
      tool_calls: [
        {
          index: 0,
          id,
          type: 'function',
          function: { name: 'weather', arguments: JSON.stringify({ city }) },
        },
      ],
    },
  });
  try {
    await chooseModel(page, scriptedModel);
    model.say(call('a', 'Lisbon'), call('b', 'Bergen'), { finish: 'tool_calls' });
    await composer(page).fill('Compare the weather');
    await sendButton(page).click();
    const reply = replies(page, scriptedModel).last();
    await expect(reply).toContainText('Lisbon');
    await expect(reply).toContainText('Bergen');
    await expect(reply.getByRole('textbox', { name: /result/i })).toHaveCount(2);
  } finally {
    await model.close();
  }
});
