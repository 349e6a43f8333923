/** Replies that follow a schema: asked for in the form, checked below the reply, and mended. */
import { expectAccessible } from '../support/axe';
import { batchRows, batchState, openSetup, runButton, useTable } from '../support/batch-page';
import { chooseModel, exchange, replies, runSettings } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

const model = 'sandbox/structured';
const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, size: { type: 'integer' } },
  required: ['city', 'size'],
  additionalProperties: false,
};

test('with the keyboard alone a schema is set, a reply that breaks it is shown with its place, and mended', async ({
  appPage: page,
}) => {
  await chooseModel(page, model);
  const settings = runSettings(page);
  await settings.getByRole('radio', { name: 'Model default' }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect(settings.getByRole('radio', { name: 'Schema' })).toBeChecked();
  await settings.getByRole('button', { name: 'Edit response format…' }).press('Enter');
  const editor = page.getByRole('dialog', { name: 'Response schema' });
  const text = editor.getByRole('textbox', { name: 'JSON Schema' });
  await text.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify({ ...schema, type: 'objekt' }));
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify(schema));
  await editor.getByRole('textbox', { name: 'Name' }).fill('place');
  await page.keyboard.press('Enter');
  await expect(editor).toHaveCount(0);
  await expect(settings.getByText('place, 2 fields, strict')).toBeVisible();

  const wrong = await exchange(page, 'A city [missing]', model);
  const check = wrong.getByRole('region', { name: 'Structured output' });
  await expect(check).toContainText('Does not follow the schema “place”: city is missing');
  await check.getByRole('button', { name: 'Tree' }).press('Enter');
  await expect(check.getByText('✗ is missing')).toBeVisible();
  await expectAccessible(page);
  await expect(check.getByText(/“Your reply does not follow the schema: city is missing/)).toBeVisible();
  await check.getByRole('button', { name: 'Ask to mend' }).press('Enter');
  await expect(replies(page, model)).toHaveCount(2);
  const mended = replies(page, model).last().getByRole('region', { name: 'Structured output' });
  await expect(mended).toContainText('Follows the schema “place”');

  // Another format judges the replies that follow, none before: these keep their own.
  await settings.getByRole('radio', { name: 'JSON', exact: true }).check();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Structured output' })).toHaveText([
    /Does not follow the schema “place”: city is missing/,
    /Follows the schema “place”/,
  ]);
});

test('a reply with text after its JSON names the line', async ({ appPage: page }) => {
  await chooseModel(page, model);
  await runSettings(page).getByRole('radio', { name: 'JSON', exact: true }).check();
  const reply = await exchange(page, 'A city [trailing]', model);
  await expect(reply.getByRole('region', { name: 'Structured output' })).toContainText(
    /Not valid JSON. Line 3, column 1: text follows the end of the JSON/,
  );
});

test('with the keyboard alone a schema runs over a table of rows, and the one failing row is mended', async ({
  appPage: page,
}) => {
  await chooseModel(page, model);
  const settings = runSettings(page);
  await settings.getByRole('radio', { name: 'Schema' }).check();
  await settings.getByRole('button', { name: 'Edit response format…' }).press('Enter');
  const editor = page.getByRole('dialog', { name: 'Response schema' });
  await editor.getByRole('button', { name: 'From example…' }).press('Enter');
  await editor.getByRole('textbox', { name: 'Example reply' }).focus();
  await page.keyboard.insertText('{ "city": "Lisbon", "size": 545796 }');
  await editor.getByRole('button', { name: 'Make schema' }).press('Enter');
  await editor.getByRole('button', { name: 'Save' }).press('Enter');
  await openSetup(page, 'A city {{what}}');
  const rows = Array.from({ length: 20 }, (_, at) => `row ${at}${at === 3 ? ' [missing]' : ''}`);
  await useTable(page, `what\n${rows.join('\n')}`);
  await runButton(page).press('Enter');
  await expect(batchState(page)).toHaveText('completed · 20 of 20 done');
  await expect(page.getByRole('columnheader', { name: 'city' })).toBeVisible();
  const failing = batchRows(page).nth(3);
  await expect(failing).toContainText('✗ city is missing');
  await expect(page.getByText('✗', { exact: false })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Ask to mend row 4/ }).press('Enter');
  await expect(failing).not.toContainText('✗');
  await expect(batchState(page)).toHaveText('completed · 20 of 20 done');
});
