/** Arguments of tools while they come: as a tree that grows, whatever pieces they come in. */
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, say } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const piece = (args: string, more: object = {}) => ({
  delta: { tool_calls: [{ index: 0, ...more, function: { arguments: args } }] },
});
const begin = (name: string, args = '') => ({
  delta: { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: args } }] },
});
const gate = () => {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
};

test('grow as a tree, with letters and pairs that are cut in two, and end as what they are', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  const [first, second] = [gate(), gate()];
  try {
    await chooseModel(page, scriptedModel);
    const half = '{"city":"F\\u00';
    model.say(
      begin('weather'),
      piece(half),
      { until: first.until },
      piece('e5borg","mood":"\\ud83d'),
      piece('\\ude00","list":[1,2'),
      { until: second.until },
      piece(',3],"city":"Oslo"}'),
      { finish: 'tool_calls' },
    );
    await say(page, 'How is it there?');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('weather');
    await expect(calls).toContainText('city: "F');
    await expect(page.getByText('waiting for the first token')).toHaveCount(0);
    await expect(calls).not.toContainText('not valid JSON');
    await expectAccessible(page);
    first.open();
    await expect(calls).toContainText('city: "Fåborg"');
    await expect(calls).toContainText('mood: "😀"');
    await expect(calls).toContainText('list [2]');
    // A window that is opened in the middle has what came before.
    await page.reload();
    await expect(calls).toContainText('city: "Fåborg"');
    second.open();
    await expect(calls).toContainText('list [3]');
    await expect(calls).toContainText('city: "Oslo"');
    await expect(calls).toContainText('“city” is given twice: the last one counts');
    await expect(page.getByLabel('Result of weather')).toBeVisible();
    await expectAccessible(page);
  } finally {
    first.open();
    second.open();
    await model.close();
  }
});

test('have the digits of their numbers as the model wrote them', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say(begin('user', '{"id": 1234567890123456789, "at": [0.10000000000000000001]}'), {
      finish: 'tool_calls',
    });
    await say(page, 'Who is it?');
    await expect(page.getByLabel('Result of user')).toBeVisible();
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('id: 1234567890123456789');
    await calls.getByText('at [1]').click();
    await expect(calls).toContainText('0: 0.10000000000000000001');
  } finally {
    await model.close();
  }
});

test('that break off half-way are shown as they came, and can be answered', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  const middle = gate();
  try {
    await chooseModel(page, scriptedModel);
    model.say(begin('weather', '{"city":"Aar'), { until: middle.until }, piece('hu",,]'), {
      finish: 'tool_calls',
    });
    await say(page, 'How is it there?');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('city: "Aar"');
    middle.open();
    await expect(calls).toContainText('its arguments are not valid JSON');
    await expect(calls).toContainText('{"city":"Aarhu",,]');
    await expect(page.getByLabel('Result of weather')).toBeVisible();
  } finally {
    middle.open();
    await model.close();
  }
});

test('of 200 KB in many pieces leave the page quick', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  const end = gate();
  try {
    await chooseModel(page, scriptedModel);
    const line = 'The quick brown fox jumps over the lazy dog. '.repeat(2);
    const pieces = Array.from({ length: 2_200 }, () => piece(line));
    model.say(begin('write', '{"path":"a.txt","text":"'), ...pieces, { until: end.until }, piece('"}'), {
      finish: 'tool_calls',
    });
    await say(page, 'Write it');
    const calls = page.getByRole('group', { name: 'Tool calls' });
    await expect(calls).toContainText('path: "a.txt"');
    await composer(page).fill('Meanwhile');
    await expect(calls.getByRole('button', { name: /^Show all 19\d,\d{3} characters/ })).toBeVisible();
    await expect(composer(page)).toHaveValue('Meanwhile');
    end.open();
    await expect(page.getByLabel('Result of write')).toBeVisible();
    await expect(calls).toContainText('path: "a.txt"');
  } finally {
    end.open();
    await model.close();
  }
});
