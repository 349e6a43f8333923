/** The lab from the prompt to the next version of it, with the keyboard alone. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { pressOn, tabTo, typeInto } from '../support/by-keyboard';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const schema = {
  type: 'object',
  properties: { kind: { type: 'string', enum: ['place'] }, size: { type: 'integer' } },
  required: ['kind', 'size'],
  additionalProperties: false,
};
const cities = Array.from({ length: 20 }, (_, at) => `city ${at + 1},contains:place`);
const variant = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Variant ${number}`, exact: true });

/** Types into a list that is searched, and takes the first found. */
async function pick(page: Page, within: Locator, model: string): Promise<void> {
  const field = within.getByRole('combobox', { name: 'Model' });
  await typeInto(page, field, model);
  await expect(page.getByRole('option', { name: model }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(model);
}

/** A list of choices takes the one whose name is typed. */
async function choose(page: Page, list: Locator, name: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(name);
  await expect(list.locator('option:checked')).toContainText(name);
}

async function setSchema(page: Page): Promise<void> {
  await pressOn(page, variant(page, 1).getByRole('button', { name: 'Settings' }));
  const dialog = page.getByRole('dialog', { name: /variant 1/i });
  await tabTo(page, dialog.getByRole('radio', { name: 'Model default' }));
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Schema' })).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Edit response format…' }));
  const editor = page.getByRole('dialog', { name: 'Response schema' });
  await tabTo(page, editor.getByRole('textbox', { name: 'JSON Schema' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(JSON.stringify(schema));
  await typeInto(page, editor.getByRole('textbox', { name: 'Name' }), 'place');
  await page.keyboard.press('Enter');
  await expect(editor).toHaveCount(0);
  await pressOn(page, dialog.getByRole('button', { name: 'Done' }));
  await expect(dialog).toHaveCount(0);
}

test('three models answer twenty rows, the failing ones are mended in the prompt, and the mended prompt is promoted', async ({
  appPage: page,
}) => {
  const promptId = randomUUID();
  const saved = { id: promptId, name: 'Places', tags: [], text: 'Describe {{city}} [missing]' };
  await command(page, 'prompts.save', saved);
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lab' }));
  await pressOn(page, page.getByRole('button', { name: 'New experiment' }));

  await pressOn(page, page.getByRole('button', { name: 'From the library…' }));
  await choose(page, page.getByRole('combobox', { name: 'Prompt of the library' }), 'Places');
  await tabTo(page, page.getByRole('combobox', { name: 'Version' }));
  await page.keyboard.type('1');
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(saved.text);
  await expect(page.getByText('version 1 of the library')).toBeVisible();

  await pick(page, variant(page, 1), 'sandbox/structured');
  await setSchema(page);
  for (const [at, model] of ['sandbox/echo', 'sandbox/eliza'].entries()) {
    await pressOn(page, page.getByRole('button', { name: 'Add variant' }));
    await pick(page, variant(page, at + 2), model);
  }
  await tabTo(page, page.getByRole('textbox', { name: 'Paste cases' }));
  await page.keyboard.insertText(['city,__expected', ...cities].join('\n'));
  await pressOn(page, page.getByRole('button', { name: 'Use these cases' }));
  await pressOn(page, page.getByRole('button', { name: 'Add assertion' }));
  await choose(page, page.getByRole('combobox', { name: 'Type' }), 'is-json');
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText(
    '3 variants × 20 cases = 60 calls',
  );
  await pressOn(page, page.getByRole('button', { name: 'Run 60 calls' }));
  const state = page.getByRole('status', { name: 'State', exact: true });
  await expect(state).toHaveText('completed · 60 of 60 done');
  await expect(page.getByText('40 of 60 passed')).toBeVisible();

  const grid = page.getByRole('grid', { name: 'Results' });
  await tabTo(page, grid);
  await page.keyboard.press('Enter');
  const cell = page.getByRole('dialog', { name: /city 1 · sandbox\/structured/ });
  await expect(cell.getByRole('region', { name: 'Assertions' })).toContainText('✗ failed');
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();

  await pressOn(page, page.getByRole('button', { name: 'Add a variant…' }));
  const added = page.getByRole('dialog', { name: 'Add a variant' });
  await typeInto(page, added.getByRole('textbox', { name: 'Prompt of new variant' }), 'Describe {{city}}');
  await pick(page, added, 'sandbox/structured');
  await typeInto(page, added.getByRole('textbox', { name: 'Label' }), 'mended');
  await pressOn(page, added.getByRole('button', { name: 'Add to experiment' }));
  await expect(state).toHaveText('completed · 60 of 80 done, 20 waiting');
  await pressOn(page, page.getByRole('button', { name: 'Run 20 calls' }));
  await expect(state).toHaveText('completed · 80 of 80 done');

  await pressOn(page, page.getByRole('button', { name: 'Versions' }));
  await choose(page, page.getByRole('combobox', { name: 'Compare' }), 'mended');
  await expect(page.getByRole('status', { name: 'Difference' })).toHaveText(
    'mended: Better on 20, worse on 0 of 20 cases: more than chance (p < 0.001).',
  );
  await pressOn(page, page.getByRole('button', { name: 'Promote its prompt' }));
  await expect
    .poll(async () => (await command(page, 'prompts.versions', { id: promptId })).map(({ text }) => text))
    .toEqual(['Describe {{city}}', saved.text]);

  // The promoted version is the one that a new experiment takes from the library.
  await pressOn(page, page.getByRole('button', { name: 'All experiments' }));
  await pressOn(page, page.getByRole('button', { name: 'New experiment' }));
  await pressOn(page, page.getByRole('button', { name: 'From the library…' }));
  await choose(page, page.getByRole('combobox', { name: 'Prompt of the library' }), 'Places');
  await tabTo(page, page.getByRole('combobox', { name: 'Version' }));
  await page.keyboard.type('2');
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('Describe {{city}}');
});

test('Ctrl+Enter runs a new experiment from any field, with the last letter that was typed, and from no dialog over it', async ({
  appPage: page,
}) => {
  await page.evaluate(() => location.assign('#/lab/new'));
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await pick(page, variant(page, 1), 'sandbox/echo');
  await typeInto(page, page.getByRole('textbox', { name: 'Paste cases' }), 'word\nsun');
  await pressOn(page, page.getByRole('button', { name: 'Use these cases' }));
  await typeInto(page, prompt, 'Say {{word}}');
  await expect(page.getByRole('button', { name: 'Run 1 call' })).toBeVisible();
  await pressOn(page, variant(page, 1).getByRole('button', { name: 'Settings' }));
  const dialog = page.getByRole('dialog', { name: /variant 1/i });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/#\/lab\/new$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await tabTo(page, prompt);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'State' })).toHaveText(/^completed · 1 of 1 done/);
  const { experiments } = await command(page, 'experiments.list', {
    modality: null,
    cursor: null,
    limit: 10,
  });
  const id = experiments[0]?.id ?? '';
  expect(experiments).toHaveLength(1);
  expect((await command(page, 'experiments.cell', { id, cellId: 1 })).prompt).toBe('Say sun!');
});

test('Ctrl+Enter on a menu of a case runs the experiment and opens no menu', async ({ appPage: page }) => {
  await page.evaluate(() => location.assign('#/lab/new'));
  await typeInto(page, page.getByRole('textbox', { name: 'Prompt', exact: true }), 'Say sun');
  await pick(page, variant(page, 1), 'sandbox/echo');
  await pressOn(page, page.getByRole('button', { name: 'Add case' }));
  await expect(page.getByRole('button', { name: 'Run 1 call' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Files, case 1: none' }));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.getByRole('status', { name: 'State' })).toHaveText(/^completed · 1 of 1 done/);
});
