/** Answers without text, in a batch, in the lab and below a reply: what they are is shown, and what needs text says so. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { batchRows, batchState } from '../support/batch-page';
import { aBatch } from '../support/batches';
import { chooseModel, replies, say } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { aCase, anExperiment, aVariant } from '../support/experiments';
import {
  type HostileServer,
  json,
  type RecordedRequest,
  startHostileServer,
} from '../support/hostile-server';
import { png } from '../support/paid-gateway';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';
import { addProfile } from '../support/settings-page';

const called = { id: 'a', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } };
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
const answers: Readonly<Record<string, object>> = {
  refusal: { refusal: 'I can’t help with that' },
  call: { tool_calls: [called] },
  thought: { reasoning_content: 'It is about locks' },
  picture: { images: [image] },
  nothing: {},
};
const asked = Object.keys(answers);

function answer({ url, body }: RecordedRequest) {
  if (url.endsWith('/models')) return json({ object: 'list', data: [{ id: scriptedModel }] });
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const message = { role: 'assistant', content: null, ...answers[messages.at(-1)?.content ?? ''] };
  return json({ id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }] });
}

/** Makes a gateway that answers each word with another kind of reply the active one. */
async function activate(page: Page): Promise<HostileServer> {
  const server = await startHostileServer();
  server.script(...Array.from({ length: 200 }, () => answer));
  await addProfile(page, { name: 'Wordless', baseUrl: server.baseUrl, key: 'sk-wordless' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  return server;
}

const settings = { stream: false };
const words = ['Refusal I can’t help with that', 'clock {"zone":"UTC"}', 'Reasoning only It is about locks'];

test('rows of a batch show what came', async ({ appPage: page }) => {
  const server = await activate(page);
  try {
    const rows = asked.map((one) => [one]);
    const of = { model: scriptedModel, template: '{{what}}', columns: ['what'], settings };
    const batch = aBatch({ ...of, rows });
    await command(page, 'batches.create', batch);
    await page.evaluate((to) => location.assign(`#/batches/batch:${to}`), batch.id);
    await expect(batchState(page)).toContainText('completed');
    for (const [at, text] of words.entries()) await expect(batchRows(page).nth(at)).toContainText(text);
    await expect(batchRows(page).nth(3).locator('img')).toBeVisible();
    await expect(batchRows(page).nth(4)).toContainText('Empty reply');
    await expectAccessible(page);
  } finally {
    await server.close();
  }
});

test('cells of an experiment show what came, in the grid, as a whole and to vote on', async ({
  appPage: page,
}) => {
  const server = await activate(page);
  try {
    const variant = () => aVariant({ model: scriptedModel, template: '{{word}}', settings } as object);
    const id = randomUUID();
    const cases = asked.map((one) => aCase(one));
    await command(
      page,
      'experiments.create',
      anExperiment({ id, cases, variants: [variant(), { ...variant(), label: 'again' }] }),
    );
    await command(page, 'experiments.start', { id });
    await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
    await expect(page.getByRole('status', { name: 'State', exact: true })).toContainText('completed');
    const cell = (row: number) =>
      page
        .getByRole('grid', { name: 'Results' })
        .getByRole('row')
        .nth(row + 1)
        .getByRole('gridcell')
        .first();
    const shown = [words[0] ?? '', `Tool calls ${words[1]}`, words[2] ?? ''];
    for (const [at, text] of shown.entries()) await expect(cell(at)).toContainText(text);
    await expect(cell(3).locator('img')).toBeVisible();
    await expect(cell(4)).toContainText('Empty reply');
    await cell(1).dblclick();
    const whole = page.getByRole('dialog').getByRole('region', { name: 'Answer' });
    await expect(whole).toContainText('Tool calls');
    await expect(whole).toContainText('clock {"zone":"UTC"}');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByRole('button', { name: 'Vote' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Vote' })).toContainText('4 pairs left');
  } finally {
    await server.close();
  }
});

test('what needs text says that there is none', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say({ delta: { reasoning_content: 'It is about locks' } }, { finish: 'length' });
    await say(page, 'Open the lock');
    const reply = replies(page, scriptedModel).last();
    await expect(reply).toContainText('Reached the token limit');
    await expect(reply).toContainText('No text to continue. Regenerate to ask again.');
    await expect(reply.getByRole('button', { name: 'Continue' })).toHaveCount(0);
    await reply.getByRole('button', { name: 'More for this message' }).press('Enter');
    const save = page.getByRole('menuitem', { name: 'Save as a prompt (no text)' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
  } finally {
    await model.close();
  }
});
