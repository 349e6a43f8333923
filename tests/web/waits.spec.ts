/** A gateway that falls silent: the page says what is awaited, and for how long. */
import { batchRows, openSetup, runButton, useTable } from '../support/batch-page';
import { chooseModel, replies, say, stopButton } from '../support/chat-page';
import { hang, json } from '../support/hostile-server';
import { scriptedModel } from '../support/scripted-model';
import { expect, test } from '../support/shared-app';

const chunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'And then' } }] })}\n\n`;
const stream = { 'content-type': 'text/event-stream' };

test('in the middle of a reply, nothing for a while is said so', async ({ appPage: page, model }) => {
  await page.clock.install();
  model.answer({ headers: stream, body: [chunk, hang] });
  await chooseModel(page, scriptedModel);
  await say(page, 'Go on');
  const reply = replies(page, scriptedModel).last();
  await expect(reply).toContainText('And then');
  await expect(reply).not.toContainText('nothing for');
  await page.clock.runFor(41_000);
  await expect(reply).toContainText(/streaming\s*no data for 4\d s/);
  await stopButton(page).click();
  await expect(reply).toContainText('Stopped');
});

test('a reply that is refused for now says when it is sent again, can be stopped, and is answered', async ({
  appPage: page,
  model,
}) => {
  const refused = json({ error: { message: 'Slow down.' } }, 429, { 'retry-after': '2' });
  model.answer(refused);
  await chooseModel(page, scriptedModel);
  await say(page, 'Hello');
  const reply = replies(page, scriptedModel).last();
  await expect(reply).toContainText(/refused for now, next try in \d s/);
  await expect(reply.getByText('Slow down.')).toBeVisible();
  await stopButton(page).click();
  await expect(reply).toContainText('Stopped');
  model.answer(refused);
  await say(page, 'And now?');
  await expect(replies(page, scriptedModel).last()).toContainText(/refused for now/);
  model.answer({ headers: stream, body: [chunk, 'data: [DONE]\n\n'] });
  await expect(replies(page, scriptedModel).last()).toContainText('And then');
});

test('a row of a batch says how long its reply is awaited', async ({ appPage: page, model }) => {
  await page.clock.install();
  model.answer({ before: hang });
  await chooseModel(page, scriptedModel);
  await openSetup(page, 'Say {{word}}');
  await useTable(page, 'word\nhello');
  await runButton(page).click();
  const row = batchRows(page).first();
  await expect(row).toContainText('running');
  await page.clock.runFor(100_000);
  await expect(row).toContainText(/waiting for the reply, 1 min \d+ s/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(row).toContainText('stopped');
});
