/** What models send besides their text: reasoning, refusals, tool calls, and what they say they can do. */

import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, runSettings, say } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const text = (content: string) => ({ delta: { content } });

test('reasoning is open while it streams, and then collapses above the reply with its duration', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    let think = () => {};
    let speak = () => {};
    model.say(
      { delta: { reasoning_content: 'First I think of ' } },
      { until: new Promise<void>((resolve) => (think = resolve)) },
      { delta: { reasoning_content: 'the gate.' } },
      { until: new Promise<void>((resolve) => (speak = resolve)) },
      text('The gate is open.'),
      { finish: 'stop' },
    );
    await chooseModel(page, scriptedModel);
    await say(page, 'Is it open?');
    const reply = replies(page, scriptedModel);
    const fold = reply.getByRole('button', { name: /^Reasoning/ });
    await expect(fold).toHaveText('Reasoning · thinking');
    await expect(reply).toContainText('First I think of');
    think();
    await expect(reply).toContainText('First I think of the gate.');
    speak();
    await expect(reply.locator('.markdown')).toHaveText('The gate is open.');
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(fold).toHaveText(/^Reasoning · ([\d.]+ s|\d+ ms)$/);
    await expect(reply).not.toContainText('First I think');
    await fold.press('Enter');
    await expect(reply).toContainText('First I think of the gate.');
    await expectAccessible(page);
    await page.reload();
    await expect(fold).toHaveText(/^Reasoning · ≈ \d+ tokens$/);
  } finally {
    await model.close();
  }
});

test('the other name of the reasoning field is supported too', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    model.say({ delta: { reasoning: 'Hm.' } }, text('Yes.'), { finish: 'stop' });
    await chooseModel(page, scriptedModel);
    await say(page, 'Well?');
    const reply = replies(page, scriptedModel);
    // It is open while it comes, and folded as the text begins.
    await expect(reply).toContainText('Yes.');
    await reply.getByRole('button', { name: /^Reasoning/ }).click();
    await expect(reply).toContainText('Hm.');
  } finally {
    await model.close();
  }
});

test('thinking that only a closing tag tells from the text is folded as soon as it is', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    let goOn = () => {};
    model.say(
      text('I look at '),
      text('the hinges.\n</think>'),
      text('\n\nThe gate'),
      { until: new Promise<void>((resolve) => (goOn = resolve)) },
      text(' is open.'),
      {
        finish: 'stop',
      },
    );
    await chooseModel(page, scriptedModel);
    await say(page, 'Hi');
    const reply = replies(page, scriptedModel);
    await expect(reply).toHaveAttribute('aria-busy', 'true');
    await expect(reply.locator('.markdown')).toHaveText('The gate');
    goOn();
    await expect(reply.locator('.markdown')).toHaveText('The gate is open.');
    await expect(reply).not.toContainText('hinges');
    await reply.getByRole('button', { name: /^Reasoning/ }).click();
    await expect(reply).toContainText('I look at the hinges.');
  } finally {
    await model.close();
  }
});

test('a refusal and tool calls are shown as such, and nothing is run', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    model.say({ delta: { refusal: 'I will not open that gate.' } }, { finish: 'stop' });
    await chooseModel(page, scriptedModel);
    await say(page, 'Open it');
    const refusal = page.getByRole('region', { name: 'Refusal' });
    await expect(refusal).toContainText('The model declined');
    await expect(refusal).toContainText('I will not open that gate.');
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'open_gate', arguments: '{"gate":"north","by":0.4}' },
    };
    model.say({ delta: { tool_calls: [call] } }, { finish: 'tool_calls' });
    await say(page, 'Then use the tool');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('nothing runs by itself');
    await expect(calls).toContainText('open_gate');
    await expect(calls.getByRole('group')).toHaveText('arguments {2}gate: "north"by: 0.4');
    const cited = { type: 'url_citation', url_citation: { url: 'https://gates.example/', title: 'Gates' } };
    const widget = { type: 'widget', id: 7 };
    model.say(
      { delta: { content: [{ type: 'text', text: 'Before' }, widget] } },
      { delta: { content: 'After', annotations: [cited] } },
      { finish: 'stop' },
    );
    await say(page, 'Now something new');
    const reply = replies(page, scriptedModel).last();
    await expect(reply.getByRole('region', { name: 'widget' }).locator('pre')).toContainText('"id": 7');
    await expect(reply.getByRole('link', { name: 'Gates' })).toHaveAttribute(
      'href',
      'https://gates.example/',
    );
    // Each where it came; sources are listed at the end.
    await expect(reply).toContainText(/Before.*widget.*After.*Sources/s);
    await expectAccessible(page);
  } finally {
    await model.close();
  }
});

test('unsupported settings are hidden, and supported ones are sent under their wire name', async ({
  appPage: page,
}) => {
  const capabilities = {
    modalities: { input: ['text'], output: ['text'] },
    max_output: 512,
    supported_parameters: ['temperature', 'max_tokens', 'stop', 'presence_penalty', 'response_format'],
  };
  const model = await activateScriptedModel(page, { gatehouse: { capabilities } });
  try {
    await chooseModel(page, scriptedModel);
    const settings = runSettings(page);
    for (const name of ['Top P', 'Seed', 'Replies', 'Frequency penalty']) {
      await expect(settings.getByLabel(name)).toHaveCount(0);
    }
    await expect(settings).toContainText('this model generates up to 512');
    await settings.getByLabel('Presence penalty').fill('-0.5');
    await settings.getByLabel('Stop sequences').fill('END\n\\n\\nUser:');
    await settings.getByRole('radiogroup', { name: 'Response format' }).getByLabel('JSON').check();
    await settings.getByLabel('Stop sequences').blur();
    model.say(text('{}'), { finish: 'stop' });
    await say(page, 'In JSON, please');
    await expect(replies(page, scriptedModel)).toHaveAttribute('aria-busy', 'false');
    const sent = model.server.requests.find(({ url }) => url.endsWith('/chat/completions'));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      presence_penalty: -0.5,
      stop: ['END', '\n\nUser:'],
      response_format: { type: 'json_object' },
    });
    await page.reload();
    await expect(settings.getByLabel('Stop sequences')).toHaveValue('END\n\\n\\nUser:');
    await settings.getByRole('button', { name: 'Reset Stop sequences' }).click();
    await expect(settings.getByLabel('Stop sequences')).toHaveValue('');
    await settings.getByLabel('Stop sequences').fill('a\nb\nc\nd\ne');
    await expect(settings).toContainText('Line 5: at most 4 are sent');
    await expect(composer(page)).toBeVisible();
  } finally {
    await model.close();
  }
});

/** Collects what the polite live region says from now on. */
const noteSaid = (page: Page) =>
  page.locator('[data-announcer]').evaluate((region) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
      ...{ childList: true, subtree: true, characterData: true },
    });
  });
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));

test('replies are read out as the setting says, and a continued one from where it goes on', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  const reply = replies(page, scriptedModel).last();
  const ended = async () => {
    await expect(reply).toHaveAttribute('aria-busy', 'false');
    const heard: string[] = [];
    await expect.poll(async () => heard.push(...(await said(page))) && heard.join()).toContain('Response');
    return heard;
  };
  try {
    await chooseModel(page, scriptedModel);
    await noteSaid(page);
    model.say(text('Nothing of **this**.'), { finish: 'stop' });
    await say(page, 'One');
    expect((await ended()).join()).not.toContain('this');

    await command(page, 'settings.update', { patch: { readReplies: 'end' } });
    model.say(text('The first **half** ends'), { finish: 'length' });
    await say(page, 'Two');
    expect((await ended()).at(-1)).toMatch(/^The first half ends\nResponse complete/);
    model.say(text(' and the second half.'), { finish: 'stop' });
    await reply.getByRole('button', { name: 'Continue' }).click();
    await expect(reply).toContainText('second');
    expect((await ended()).at(-1)).toMatch(/^and the second half\.\nResponse complete/);

    await command(page, 'settings.update', { patch: { readReplies: 'sentences' } });
    model.say(text('A *whole* sentence. The'), { waitMs: 900 }, text(' rest'), { finish: 'stop' });
    await say(page, 'Three');
    await expect(reply).toContainText('rest');
    const heard = await ended();
    expect(heard).toContain('A whole sentence.');
    expect(heard.at(-1)).toMatch(/^The rest\nResponse complete/);
  } finally {
    await model.close();
  }
});
