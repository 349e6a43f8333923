/** The settings of a run: each with its range, a word of help and a way back. */

import { expectAccessible } from '../support/axe';
import { chooseModel, replies, runSettings, say } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const fields: readonly { label: string; help: RegExp; value: string; wrong?: [string, RegExp] }[] = [
  { label: 'System prompt', help: /before the conversation/, value: 'Be brief.' },
  { label: 'Temperature', help: /0 to 2/, value: '0.7', wrong: ['2.5', /Enter 0 to 2/] },
  { label: 'Top P', help: /0 to 1/, value: '0.9', wrong: ['-1', /Enter 0 to 1/] },
  { label: 'Max tokens', help: /up to [\d,]+/, value: '100', wrong: ['0', /Enter 1 to/] },
  { label: 'Seed', help: /same reply/, value: '7', wrong: ['1.5', /whole number/] },
  { label: 'Replies', help: /1 to 8/, value: '2', wrong: ['9', /Enter 1 to 8/] },
  { label: 'Presence penalty', help: /2 to 2/, value: '0.5', wrong: ['3', /Enter -2 to 2/] },
  { label: 'Frequency penalty', help: /2 to 2/, value: '-0.5', wrong: ['-3', /Enter -2 to 2/] },
  { label: 'Stop sequences', help: /at most 4/, value: 'END', wrong: ['a\nb\nc\nd\ne', /Line 5/] },
  {
    label: 'Extra parameters',
    help: /JSON object/,
    value: '{ "a": 1 }',
    wrong: ['{ "a": }', /Line 1, column/],
  },
];

for (const { label, help, value, wrong } of fields) {
  test(`${label} explains its range, reports invalid values, and can be reset alone`, async ({
    appPage: page,
  }) => {
    await chooseModel(page, 'sandbox/firehose');
    const settings = runSettings(page);
    const field = settings.getByLabel(label, { exact: true });
    const reset = settings.getByRole('button', { name: `Reset ${label}` });
    await expect(field).toHaveAccessibleDescription(help);
    await expect(reset).toHaveCount(0);
    await field.fill(value);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    if (wrong !== undefined) {
      await field.fill(wrong[0]);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(wrong[1]);
      await expectAccessible(page);
      await field.fill(value);
    }
    await reset.click();
    await expect(field).toHaveValue('');
    await expect(reset).toHaveCount(0);
  });
}

test('the switch and the selection explain their values, and can be reset alone', async ({
  appPage: page,
}) => {
  const settings = runSettings(page);
  const stream = settings.getByRole('switch', { name: 'Stream' });
  await expect(stream).toHaveAccessibleDescription(/as it is generated/);
  await stream.click();
  await expect(stream).not.toBeChecked();
  await settings.getByRole('button', { name: 'Reset Stream' }).click();
  await expect(stream).toBeChecked();
  const format = settings.getByRole('radiogroup', { name: 'Response format' });
  await expect(format).toHaveAccessibleDescription(/Ask for JSON in the prompt/);
  await format.getByLabel('JSON').check();
  await settings.getByRole('button', { name: 'Reset Response format' }).click();
  await expect(format.getByLabel('Model default')).toBeChecked();
});

test('Reset all resets every setting at once', async ({ appPage: page }) => {
  const settings = runSettings(page);
  await settings.getByLabel('Temperature').fill('1');
  await settings.getByLabel('Extra parameters').fill('{ broken');
  await settings.getByRole('button', { name: 'Reset all' }).click();
  await expect(settings.getByLabel('Temperature')).toHaveValue('');
  await expect(settings.getByLabel('Extra parameters')).toHaveValue('');
  await expect(settings.getByRole('button', { name: /^Reset (?!all)/ })).toHaveCount(0);
});

test('a setting is found by words, a token is picked by keys, and both are sent', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page, {
    supported_parameters: [
      'logit_bias',
      'top_k',
      'temperature',
      'metadata',
      'web_search_options',
      'odd_field',
    ],
    default_parameters: { temperature: 0.6 },
  });
  try {
    await chooseModel(page, scriptedModel);
    const settings = runSettings(page);
    await expect(settings.getByLabel('Temperature')).toHaveAttribute('placeholder', 'Default 0.6');
    const listed = settings.getByRole('region', { name: 'Listed by this model' });
    await expect(listed).toContainText('web_search_options Lets the model search the web.');
    await listed.getByRole('button', { name: 'Add web_search_options' }).press('Enter');
    const extra = settings.getByLabel('Extra parameters');
    await expect(extra).toHaveValue(/"search_context_size": "medium"/);
    // Its value is asked for, and nothing is sent before it is there.
    await listed.getByRole('button', { name: 'Add odd_field' }).press('Enter');
    await expect(extra).toHaveAttribute('aria-invalid', 'true');
    await extra.fill((await extra.inputValue()).replace('"odd_field": ', '"odd_field": 3'));
    await expect(listed.getByRole('button', { name: 'Add odd_field' })).toHaveText('Added');
    await expect(settings.getByLabel('Min P')).toHaveCount(0);
    const search = settings.getByRole('textbox', { name: 'Search settings' });
    await search.fill('bias');
    await expect(settings.getByLabel('Temperature')).toHaveCount(0);
    await settings.getByLabel('Logit bias', { exact: true }).fill('hello world');
    const token = settings.getByRole('button', { name: /Add token “ world”/ });
    await token.focus();
    await page.keyboard.press('Enter');
    await expect(settings.getByLabel(/^Bias of token/)).toHaveValue('-100');
    await expectAccessible(page);
    const bias = settings.getByLabel(/^Bias of token/);
    await bias.selectText();
    await page.keyboard.type('-7');
    await expect(bias).toHaveValue('-7');
    await bias.fill('5');
    await search.fill('');
    await settings.getByLabel('Metadata', { exact: true }).fill('topic');
    await settings.getByLabel('Metadata: new value').fill('sea');
    await page.keyboard.press('Enter');
    await settings.getByLabel('Top K').fill('40');
    await settings.getByRole('button', { name: /more that this model doesn’t list/ }).click();
    await expect(settings.getByLabel('Min P')).toBeVisible();
    model.say({ delta: { content: 'Done.' } }, { finish: 'stop' });
    await say(page, 'Go on');
    await expect(replies(page, scriptedModel)).toContainText('Done.');
    const sent = model.server.requests.find(({ url }) => url.endsWith('/chat/completions'));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      logit_bias: { '2375': 5 },
      metadata: { topic: 'sea' },
      top_k: 40,
      web_search_options: { search_context_size: 'medium' },
      odd_field: 3,
    });
    await page.reload();
    // Those that are set come first, behind the instructions.
    const labels = settings.locator('label, [role=radiogroup]');
    await expect(labels.nth(1)).toHaveText('Top K');
  } finally {
    await model.close();
  }
});

test('a gateway that lists nothing has the rarer settings folded', async ({ appPage: page }) => {
  const settings = runSettings(page);
  await expect(settings.getByLabel('Top K')).toBeHidden();
  await settings.locator('summary').click();
  await expect(settings.getByLabel('Top K')).toBeVisible();
  await expect(settings.getByRole('radiogroup', { name: 'Service tier' })).toBeVisible();
  await expectAccessible(page);
});
