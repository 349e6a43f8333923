/** Tools by hand: the model asks, the person answers, by keyboard alone; what was typed stays, and nothing is run. */

import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, say, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const asks = (id: string, name: string, given: string) => ({
  delta: { tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: given } }] },
});

test('rounds of tools are answered in the chat, one with bad JSON among them', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    model.say(
      asks('call_1', 'weather', '{"city":"Oslo"}'),
      {
        delta: {
          tool_calls: [
            { index: 1, id: 'call_2', type: 'function', function: { name: 'clock', arguments: '{"zone": ' } },
          ],
        },
      },
      { finish: 'tool_calls' },
    );
    await chooseModel(page, scriptedModel);
    await say(page, 'How is Oslo?');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('2 tool calls');
    await expect(calls).toContainText('its arguments are not valid JSON');
    const weather = page.getByLabel('Result of weather');
    await weather.fill('{"degrees": 3}');
    // Another chat and back: what was typed stays.
    await page.keyboard.press('ControlOrMeta+n');
    await expect(calls).toHaveCount(0);
    await page.goBack();
    await expect(weather).toHaveValue('{"degrees": 3}');
    await expectAccessible(page);
    await page.getByLabel('Result of clock').focus();
    await page.keyboard.type('The zone is cut off.');
    model.say({ delta: { content: 'Three degrees.' } }, { finish: 'stop' });
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send results' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(replies(page, scriptedModel).last()).toContainText('Three degrees.');
    const results = page.getByRole('article', { name: 'Tool' });
    await expect(results).toContainText('Result of weather');
    await expect(results).toContainText('The zone is cut off.');
    await expect(page.getByRole('button', { name: 'Send results' })).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(results).toContainText('The zone is cut off.');
    await expect(page.getByRole('group', { name: 'Tool calls' })).toContainText('weather');
  } finally {
    await model.close();
  }
});

test('each round leads to the next by one key, and the last to the message field', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    const cities = ['Oslo', 'Rome', 'Bonn', 'Kyiv', 'Bern', 'Lima', 'Nice', 'Graz'];
    const call = (at: number) =>
      asks(`call_${at}`, 'weather', at === 1 ? '{"city": ' : `{"city":"${cities[at]}"}`);
    model.say(call(0), { finish: 'tool_calls' });
    await say(page, 'How is it there?');
    const result = page.getByLabel('Result of weather');
    await result.focus();
    for (const [at, city] of cities.entries()) {
      await expect(transcript(page).getByRole('group', { name: 'Tool calls' }).last()).toContainText(
        at === 1 ? 'not valid JSON' : city,
      );
      await expect(result).toBeFocused();
      await page.keyboard.type(`${city} is fine`);
      const isLast = at === cities.length - 1;
      if (isLast) model.say({ delta: { content: 'All are fine.' } }, { finish: 'stop' });
      else model.say(call(at + 1), { finish: 'tool_calls' });
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(`${city} is fine`)).toBeVisible();
    }
    await expect(replies(page, scriptedModel).last()).toContainText('All are fine.');
    await expect(composer(page)).toBeFocused();
  } finally {
    await model.close();
  }
});

test('the focus stays where the person went while the next round came', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(asks('call_1', 'weather', '{}'), { finish: 'tool_calls' });
    await say(page, 'How is it there?');
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    model.say({ until }, asks('call_2', 'clock', '{}'), { finish: 'tool_calls' });
    await page.getByLabel('Result of weather').fill('fine');
    await page.getByLabel('Result of weather').press('Control+Enter');
    await composer(page).click();
    release();
    await expect(page.getByLabel('Result of clock')).toBeVisible();
    await page.keyboard.type('Wait');
    await expect(composer(page)).toHaveValue('Wait');
  } finally {
    await model.close();
  }
});

test('tools are defined, chosen and sent, and their results begin as was said', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    await page.getByRole('button', { name: 'Edit tools…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tools' });
    const name = dialog.getByLabel('Name', { exact: true });
    await name.fill('has blanks');
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await name.fill('weather');
    const parameters = dialog.getByLabel('Parameters (JSON Schema)');
    await parameters.fill('{"type": "objekt"}');
    await expect(parameters).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'From example…' }).click();
    await dialog.getByLabel('Example arguments').fill('{"city": "Oslo"}');
    await dialog.getByRole('button', { name: 'Make schema' }).click();
    await expect(parameters).toHaveValue(/"city"/);
    await dialog.getByLabel('Default result').fill('{"city": "{{city}}", "degrees": 3}');
    await dialog
      .getByLabel('Paste definitions')
      .fill('[{"name": "clock", "input_schema": {"type": "object", "properties": {}}}]');
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await expect(dialog.getByRole('list', { name: 'Tools' })).toContainText('clock');
    await dialog.getByRole('button', { name: /^weather/ }).click();
    await dialog.getByRole('button', { name: 'Add result' }).click();
    const saved = dialog.getByRole('region', { name: 'Saved results' });
    await saved.getByLabel('Name of the result').fill('Cold');
    await saved.getByLabel('Content').fill('-20');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    const rule = dialog.getByRole('group', { name: 'Rule 1' });
    await rule.getByLabel('When argument').fill('city');
    await rule.getByLabel('Equals').fill('Rome');
    await rule.getByLabel('Give').selectOption('JavaScript function');
    await rule.getByLabel('Function body').fill('return { city: args.city, degrees: 7 * 3 }');
    await dialog.getByLabel('Tool choice').selectOption('Some tools');
    const allowed = dialog.getByRole('group', { name: 'Allowed tools' });
    await allowed.getByLabel('clock').uncheck();
    await expect(allowed.getByLabel('weather')).toBeDisabled();
    await allowed.getByLabel('A call is required').check();
    await expectAccessible(page);
    await dialog.getByLabel('Tool choice').selectOption('weather');
    await expectAccessible(page);
    await dialog.getByLabel('Default result').press('Control+Enter');
    await expect(page.getByText('weather, clock, only weather')).toBeVisible();
    model.say(asks('call_1', 'weather', '{"city":"Rome"}'), { finish: 'tool_calls' });
    await say(page, 'How is Rome?');
    const result = page.getByLabel('Result of weather');
    // Nothing is run before it is asked for, and nothing blank is sent.
    await page.getByRole('button', { name: 'Send result' }).click();
    await expect(page.getByText('Enter a result for each call')).toBeVisible();
    await expect(result).toBeFocused();
    await page.getByRole('button', { name: 'Run function' }).click();
    await expect(result).toHaveValue('{"city":"Rome","degrees":21}');
    await page.getByLabel('Saved results of weather').selectOption('Cold');
    await expect(result).toHaveValue('-20');
    model.say({ delta: { content: 'Cold.' } }, { finish: 'stop' });
    await page.getByRole('button', { name: 'Send result' }).click();
    await expect(replies(page, scriptedModel).last()).toContainText('Cold.');
    model.say(asks('call_1', 'weather', '{"city":"Oslo"}'), { finish: 'tool_calls' });
    await say(page, 'How is Oslo?');
    await expect(result).toHaveValue('{"city": "Oslo", "degrees": 3}');
    model.say({ delta: { content: 'Three degrees.' } }, { finish: 'stop' });
    await page.getByRole('button', { name: 'Send result' }).click();
    await expect(replies(page, scriptedModel).last()).toContainText('Three degrees.');
    const bodies = model.server.requests.flatMap(({ url, body }) =>
      url.endsWith('/chat/completions') ? [JSON.parse(body)] : [],
    );
    expect(bodies.map(({ tools, tool_choice: chosen }) => [tools.length, chosen.function.name])).toEqual([
      [2, 'weather'],
      [2, 'weather'],
      [2, 'weather'],
      [2, 'weather'],
    ]);
    expect(bodies[3].messages.at(-1)).toEqual({
      ...{ role: 'tool', tool_call_id: 'call_1', content: '{"city": "Oslo", "degrees": 3}' },
    });
    await page.getByRole('button', { name: 'View code' }).click();
    await expect(page.getByRole('dialog')).toContainText('tool_choice');
  } finally {
    await model.close();
  }
});

test('by keyboard alone, the fields of the parameters are edited in a form, in step with their JSON', async ({
  appPage: page,
}) => {
  await page.getByRole('combobox', { name: 'Model' }).fill('sandbox/tool-rounds');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit tools…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tools' });
  const json = dialog.getByLabel('Parameters (JSON Schema)');
  const schema = async () => JSON.parse(await json.inputValue());
  const before = {
    type: 'object',
    properties: { city: { type: 'string', minLength: 2 }, near: { $ref: '#/$defs/place' } },
    required: ['city'],
    $defs: { place: { type: 'string' } },
  };
  await json.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(JSON.stringify(before));
  await dialog.getByRole('button', { name: 'Fields…' }).press('Enter');
  const form = dialog.getByRole('region', { name: 'Fields of the arguments' });
  const city = form.getByRole('group', { name: 'city', exact: true });
  await expect(city).toContainText('In the JSON: minLength');
  await expect(form.getByRole('group', { name: 'near', exact: true })).toContainText('In the JSON: $ref');
  const edges = await Promise.all(
    [form, dialog.getByLabel('Default result')].map((one) => one.boundingBox()),
  );
  expect((edges[0]?.y ?? 0) + (edges[0]?.height ?? 0)).toBeLessThan(edges[1]?.y ?? 0);

  // A name that another field has would put one in the place of the other.
  await city.getByLabel('Field name').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('near');
  const row = form.getByRole('group').first();
  await expect(row).toContainText('Another field has this name');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(Object.keys((await schema()).properties)).toEqual(['nea', 'near']);
  await page.keyboard.type('est');
  const nearest = form.getByRole('group', { name: 'nearest', exact: true });
  await expect(nearest.getByLabel('Field name')).toBeFocused();
  await nearest.getByLabel('Field description').focus();
  await page.keyboard.type('A town');
  await nearest.getByLabel('Allowed values').focus();
  await page.keyboard.type('Oslo\nNew York\n7');
  await form.getByRole('button', { name: 'Add field' }).press('Enter');
  const added = form.getByRole('group', { name: 'field_1', exact: true });
  await added.getByLabel('Field type').selectOption('object');
  await added.getByLabel('Required').press('Space');
  await added.getByRole('button', { name: 'Add field in field_1' }).press('Enter');
  await added.getByRole('group', { name: 'field_1 › field_1' }).getByLabel('Field type').selectOption('any');
  await expectAccessible(page);
  expect(await schema()).toEqual({
    type: 'object',
    properties: {
      nearest: {
        type: 'string',
        minLength: 2,
        description: 'A town',
        enum: ['Oslo', 'New York', '7'],
      },
      near: { $ref: '#/$defs/place' },
      field_1: { type: 'object', properties: { field_1: {} } },
    },
    required: ['nearest', 'field_1'],
    $defs: { place: { type: 'string' } },
  });

  // The other way round: what is typed as JSON is in the form at once, and broken JSON is nothing to edit there.
  await json.fill('{"properties": {"zone": {"type": ["string", "null"]}}');
  await expect(form).toContainText('Correct the JSON above');
  await json.fill('{"properties": {"zone": {"type": ["string", "null"], "x-own": 1}}}');
  const zone = form.getByRole('group', { name: 'zone', exact: true });
  await expect(zone.getByLabel('Field type')).toHaveValue('written');
  await zone.getByRole('button', { name: 'Remove field zone' }).press('Enter');
  expect(await schema()).toEqual({ properties: {} });
});

test('by keyboard alone, eight rounds go by themselves, and wait at the bad JSON and the unknown tool', async ({
  appPage: page,
}) => {
  // Not in the list, which would be long with all models that only show a case.
  await page.getByRole('combobox', { name: 'Model' }).fill('sandbox/tool-rounds');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit tools…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tools' });
  await dialog.getByLabel('Default result').focus();
  await page.keyboard.insertText('{"city": "{{args.city}}", "degrees": 3}');
  await dialog.getByRole('switch', { name: 'Answer automatically' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Rounds', { exact: true })).toHaveValue('8');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('get_weather, up to 8 rounds')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus();
  await page.keyboard.insertText('How warm is it?');
  await page.keyboard.press('Enter');
  const calls = page.getByRole('group', { name: 'Tool calls' });
  // The third call has bad JSON, the fifth is of an unknown tool; both begin with words for the model.
  for (const problem of ['its arguments are not valid JSON', 'no tool of this name is defined']) {
    await expect(calls.last()).toContainText(problem);
    await expect(calls.last()).toContainText('Check the results, then send');
    await expectAccessible(page);
    await calls.last().getByRole('button', { name: 'Send result' }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(replies(page, 'sandbox/tool-rounds').last()).toContainText('Done after 8 results');
  await expect(page.getByText('get_weather, up to 8 rounds')).toBeVisible();
});

test('what is sent while a call is being answered waits, and follows the reply that comes of it', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    await page.getByRole('button', { name: 'Edit tools…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tools' });
    await dialog.getByLabel('Name', { exact: true }).fill('weather');
    await dialog.getByRole('switch', { name: 'Answer automatically' }).click();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    const rule = dialog.getByRole('group', { name: 'Rule 1' });
    await rule.getByRole('textbox').nth(2).fill('3 degrees');
    await rule.getByLabel('Delay (ms)').fill('3000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    model.say(asks('call_1', 'weather', '{"city":"Oslo"}'), { finish: 'tool_calls' });
    model.say({ delta: { content: 'Cold.' } }, { finish: 'stop' });
    model.say({ delta: { content: 'Warmer.' } }, { finish: 'stop' });
    await say(page, 'How is Oslo?');
    await expect(page.getByText('Answering automatically…')).toBeVisible();
    await say(page, 'And Rome?');
    await expect(page.getByRole('list', { name: 'Queued messages' })).toContainText('And Rome?');
    await expect(replies(page, scriptedModel).last()).toContainText('Warmer.');
    const asked = model.server.requests.filter(({ url }) => url.endsWith('/chat/completions'));
    const lasts = asked.map(({ body }) => JSON.parse(body).messages.at(-1).content);
    expect(lasts).toEqual(['How is Oslo?', '3 degrees', 'And Rome?']);
  } finally {
    await model.close();
  }
});
