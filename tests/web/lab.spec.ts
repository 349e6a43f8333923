/** Experiments in the page: made, run, mended, voted on; and a grid of many cells. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { xlsxOf } from '../support/documents';
import { openNewExperiment } from '../support/lab-page';
import { expect, test } from '../support/shared-app';

const state = (page: Page): Locator => page.getByRole('status', { name: 'State', exact: true });
const results = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });
const variant = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Variant ${number}` });

async function chooseModel(page: Page, number: number, model: string): Promise<void> {
  const field = variant(page, number).getByRole('combobox', { name: 'Model' });
  await field.click();
  await field.fill(model);
  await page.getByRole('option', { name: model }).first().click();
  await expect(field).toHaveValue(model);
}

/** Each first call of this variant is refused, and charges nothing. */
async function failOnce(page: Page, number: number): Promise<void> {
  await variant(page, number).getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'Extra parameters' })
    .fill('{"fail":"status","fail_status":400,"fail_times":1}');
  await dialog.getByRole('button', { name: 'Done' }).click();
}

const cases = [
  'word,__expected',
  ...['sun', 'moon', 'sea', 'sand'].map((word) => `${word},icontains:${word}`),
];

test('three models answer four cases, what failed is asked again, and votes rank them', async ({
  appPage: page,
}) => {
  await openNewExperiment(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{word}}');
  await chooseModel(page, 1, 'sandbox/echo');
  for (const [at, model] of ['sandbox/eliza', 'sandbox/flaky'].entries()) {
    await page.getByRole('button', { name: 'Add variant' }).click();
    await chooseModel(page, at + 2, model);
  }
  await failOnce(page, 3);
  await page.getByRole('textbox', { name: 'Paste cases' }).fill(cases.join('\n'));
  await page.getByRole('button', { name: 'Use these cases' }).click();
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText(
    '3 variants × 4 cases = 12 calls · ',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run 12 calls' }).click();
  await expect(state(page)).toHaveText('completed · 8 of 12 done, 4 failed');

  // Texts share the width of the window.
  const [grid, last] = [
    await results(page).boundingBox(),
    await page.getByRole('columnheader').last().boundingBox(),
  ];
  const edge = (box: typeof grid) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(edge(grid) - edge(last)).toBeLessThan(20);
  await page.getByRole('button', { name: 'Scoreboard' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Scoreboard' })).toContainText(
    '0 votes. Compare answers in pairs',
  );
  await page.getByRole('button', { name: 'Results' }).press('Enter');
  await results(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('r');
  await expect(state(page)).toHaveText('completed · 9 of 12 done, 3 failed');
  await page.getByRole('button', { name: 'Retry 3 failed' }).click();
  await expect(state(page)).toHaveText('completed · 12 of 12 done');
  await expect(page.getByText('4 of 12 passed')).toBeVisible();
  await page.keyboard.press('Escape');
  await results(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const cell = page.getByRole('dialog', { name: 'sun · sandbox/eliza' });
  await expect(cell.getByRole('region', { name: 'Assertions' })).toContainText('✗ failed');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(results(page)).toBeFocused();

  await page.getByRole('button', { name: 'Vote', exact: true }).click();
  const vote = page.getByRole('region', { name: 'Vote' });
  await expect(vote.getByRole('heading', { name: 'A', exact: true })).toBeVisible();
  await vote.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(vote.getByRole('heading', { name: /^A sandbox\// })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(vote).toContainText('11 pairs left');
  await page.getByRole('button', { name: 'Scoreboard' }).click();
  await expect(page.getByRole('region', { name: 'Scoreboard' })).toContainText('1 vote');
});

test('a grid of 2,000 cells holds only what is visible, and keys reach every corner', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const base = { modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo' } as const;
  const variants = Array.from({ length: 20 }, (_, at) => ({
    ...base,
    settings: { seed: at },
    label: `Variant with a name that is too long for its column ${at}`,
    template: 'Say {{word}}',
    promptVersion: null,
  }));
  const many = Array.from({ length: 100 }, (_, at) => ({ variables: { word: `word ${at}` } }));
  await command(page, 'experiments.create', { id, title: 'Many cells', variants, cases: many });
  await page.setViewportSize({ width: 720, height: 450 });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect(results(page)).toHaveAttribute('aria-rowcount', '101');
  // A label and its model: the head has no room for figures that are not there.
  const head = await page.getByRole('columnheader').first().boundingBox();
  expect(head?.height).toBeLessThan(60);
  await results(page).focus();
  await page.keyboard.press('Control+End');
  const active = page.locator(`#${await activeCell(page, 'lab-cell-99-19')}`);
  await expect(active).toBeInViewport();
  expect(await page.getByRole('gridcell').count()).toBeLessThan(100);
  await page.keyboard.press('Control+Home');
  await expect(page.locator(`#${await activeCell(page, 'lab-cell-0-0')}`)).toBeInViewport();
  await page.keyboard.press(' ');
  await expect(page.locator('#lab-cell-0-0')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
});

async function activeCell(page: Page, id: string): Promise<string> {
  await expect(results(page)).toHaveAttribute('aria-activedescendant', id);
  return id;
}

const suite = `description: Greetings
prompts: ['Say {{word}}']
providers:
  - { id: sandbox/echo, label: echo }
  - { id: sandbox/eliza, label: eliza }
defaultTest:
  options: { provider: sandbox/judge, storeOutputAs: said }
  assert: [{ type: select-best, value: 'has “Say”' }]
tests:
  - { vars: { word: sun }, assert: [{ type: llm-rubric, value: 'has “sun”' }] }
  - { vars: { word: moon }, assert: [{ type: llm-rubric, value: 'has “moon”' }] }
`;

test('a file of promptfoo is opened, judged by a model with its reasons and price, and written again', async ({
  appPage: page,
}) => {
  await openNewExperiment(page);
  await page
    .getByLabel('File of an experiment')
    .setInputFiles({ name: 'greetings.yaml', mimeType: 'text/yaml', buffer: Buffer.from(suite) });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Greetings');
  await expect(page.getByRole('region', { name: 'Notes on the file' })).toContainText(
    '“storeOutputAs” is not read',
  );
  const judge = page
    .getByRole('group', { name: 'Judge', exact: true })
    .getByRole('combobox', { name: 'Model' });
  await expect(judge).toHaveValue('sandbox/judge');
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText(
    '2 variants × 2 cases = 4 calls + 8 calls to the judge · ',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run 4 calls' }).click();
  await expect(state(page)).toHaveText('completed · 4 of 4 done');
  await expect(page.getByText('judged 8 of 8')).toBeVisible();
  await expect(page.getByText('2 of 4 passed')).toBeVisible();
  await results(page).focus();
  await page.keyboard.press('Enter');
  const cell = page.getByRole('dialog', { name: 'sun · echo' });
  await expect(cell.getByRole('region', { name: 'Assertions' })).toContainText('It has 1 of 1: sun.');
  await expect(cell.getByRole('region', { name: 'Judgements' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Scoreboard', exact: true }).click();
  const scores = page.getByRole('table', { name: 'Scores' });
  await expect(scores.getByRole('columnheader', { name: 'Wins by the judge' })).toBeVisible();
  await expect(page.getByText('0 votes, 2 comparisons by the judge')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'promptfoo (YAML)' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Greetings.yaml');
  const written = readFileSync(await download.path(), 'utf8');
  expect(written).toContain('type: select-best');
  await openNewExperiment(page);
  await page
    .getByLabel('File of an experiment')
    .setInputFiles({ name: 'again.yaml', mimeType: 'text/yaml', buffer: Buffer.from(written) });
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText(
    '4 calls + 8 calls to the judge',
  );
});

test('of several files the configuration is read, whatever their order, with what it names', async ({
  appPage: page,
}) => {
  const text = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  const parts = 'prompts: [ask.txt]\nproviders: file://models.yaml\ntests: file://cases.csv\n';
  await openNewExperiment(page);
  await page
    .getByLabel('File of an experiment')
    .setInputFiles([
      text('ask.txt', 'Water the {{plant | upper}}'),
      text('cases.csv', 'plant,__expected,__tags\nfern,contains:FERN,green\nivy,contains:IVY,green\n'),
      text('models.yaml', '- sandbox/echo\n- id: sandbox/eliza\n'),
      text('suite.yaml', parts),
    ]);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('suite.yaml');
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText(
    '2 variants × 2 cases = 4 calls',
  );
  await page.getByRole('button', { name: 'Run 4 calls' }).click();
  await expect(state(page)).toHaveText('completed · 4 of 4 done');
  await expect(page.locator('#lab-cell-0-0')).toContainText('FERN');
});

const row = (...values: string[]) =>
  `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;

test('another sheet of a workbook takes the place of the cases, and the rest stays', async ({
  appPage: page,
}) => {
  const others = [row('word') + row('moon') + row('star'), row('notes') + row('by nobody')];
  const buffer = Buffer.from(xlsxOf(row('word') + row('sun'), '', others));
  await openNewExperiment(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{word}}');
  await page
    .getByLabel('File of an experiment')
    .setInputFiles({ name: 'words.xlsx', mimeType: 'application/octet-stream', buffer });
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  const first = page.getByRole('textbox', { name: 'word, case 1', exact: true });
  await expect(sheet.getByRole('option')).toHaveText(['Costs', 'Sheet 2', 'Sheet 3']);
  await expect(first).toHaveValue('sun');
  await page.getByRole('textbox', { name: 'Title' }).fill('Words');
  await sheet.selectOption('Sheet 2');
  await expect(first).toHaveValue('moon');
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('1 variant × 2 cases = 2 calls');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Words');
  await expectAccessible(page);
  await sheet.selectOption('Sheet 3');
  await expect(page.getByRole('list', { name: 'To run this experiment' })).toContainText('no value “word”');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(sheet).toHaveCount(0);
});

test('a workbook that is chosen under “Paste cases” adds the cases of its first sheet with rows', async ({
  appPage: page,
}) => {
  const buffer = Buffer.from(xlsxOf('', '', [row('word', '__expected') + row('moon', 'icontains:moon')]));
  await openNewExperiment(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{word}}');
  await page
    .getByLabel('File of cases')
    .setInputFiles({ name: 'words.xlsx', mimeType: 'application/octet-stream', buffer });
  await expect(page.getByRole('textbox', { name: 'word, case 1', exact: true })).toHaveValue('moon');
  await expect(page.getByRole('list', { name: 'Notes on the cases' })).toContainText('“Sheet 2”');
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('1 variant × 1 case = 1 call');
  await expectAccessible(page);
});
