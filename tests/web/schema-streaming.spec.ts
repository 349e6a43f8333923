/** A reply is checked against its schema while it streams, and says where it no longer can be. */
import { chooseModel, composer, replies, runSettings, say } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, size: { type: 'integer' } },
  required: ['city', 'size'],
  additionalProperties: false,
};

/** What the model waits for. */
function held() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('what is wrong is said while the rest is still to come, and it is judged and mended by its own schema after a change of the format', async ({
  appPage: page,
}) => {
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say({ delta: { content: 'Hello.' } }, { finish: 'stop' });
    await say(page, 'Hi');
    await expect(replies(page, scriptedModel).last()).toContainText('Hello.');
    const { conversations } = (await command(page, 'app.snapshot', {})).conversations;
    const settings = { responseFormat: { name: 'place', schema, strict: true } };
    const chosen = { id: conversations[0]?.id ?? '', model: scriptedModel, settings };
    await command(page, 'conversations.configure', chosen as never);
    const steps = [held(), held()] as const;
    model.say(
      { delta: { content: '{"city": "Lis' } },
      { until: steps[0].promise },
      { delta: { content: 'bon", "size": "' } },
      { until: steps[1].promise },
      { delta: { content: 'big"}' } },
      { finish: 'stop' },
    );
    await composer(page).fill('A city');
    await composer(page).press('Enter');
    const reply = replies(page, scriptedModel).last();
    const check = reply.getByRole('region', { name: 'Structured output' });
    await expect(check).toContainText('JSON is arriving: 1 field so far');
    await expect(check).not.toContainText('does not follow');
    steps[0].resolve();
    await expect(check).toContainText(
      'JSON is arriving, and does not follow the schema “place”: size must be integer, is string',
    );
    await expect(check.getByRole('button', { name: 'Ask to mend' })).toHaveCount(0);
    steps[1].resolve();
    await expect(check.getByRole('button', { name: 'Ask to mend' })).toBeVisible();
    await runSettings(page).getByRole('radio', { name: 'JSON', exact: true }).check();
    await expect(check).toContainText('Does not follow the schema “place”: size must be integer, is string');
    await runSettings(page).getByRole('radio', { name: 'Model default' }).check();
    await page.reload();
    await expect(check).toContainText('Does not follow the schema “place”');

    model.say({ delta: { content: '{"city": "Lisbon", "size": 5}' } }, { finish: 'stop' });
    await check.getByRole('button', { name: 'Ask to mend' }).press('Enter');
    await expect(check).toContainText('Follows the schema “place”');
    const sent = JSON.parse(model.server.requests.at(-1)?.body ?? '{}');
    expect(sent).toMatchObject({ response_format: { json_schema: { name: 'place', schema } } });
    const after = await command(page, 'conversations.get', { id: chosen.id });
    expect(after.settings.responseFormat).toBeUndefined();
  } finally {
    await model.close();
  }
});

test('a reply of an earlier version, whose schema was not kept, says so, and is checked where that is wanted', async ({
  appPage: page,
}) => {
  const reply = { id: 'b', parentId: 'a', role: 'assistant', text: '{"city": "Lisbon"}', createdAt: 2 };
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'Earlier', createdAt: 1, leafId: 'b' },
    ...{ model: 'sandbox/echo', settings: { responseFormat: 'json_object' } },
    messages: [
      {
        id: 'a',
        parentId: null,
        role: 'user',
        text: 'A city',
        createdAt: 1,
        status: 'complete',
        model: null,
      },
      { ...reply, status: 'complete', model: 'sandbox/echo', askedFormat: 'schema1x1' },
    ],
  };
  await command(page, 'conversations.import', { json: JSON.stringify(file) });
  await page.getByRole('link', { name: 'Earlier' }).first().click();
  const shown = replies(page, 'sandbox/echo').last();
  await expect(shown).toContainText('Not checked: the response format was changed');
  await shown.getByRole('button', { name: 'Check with the current format' }).press('Enter');
  await expect(shown.getByRole('region', { name: 'Structured output' })).toContainText('Valid JSON');
});
