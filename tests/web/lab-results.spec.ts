/** A sweep by its axes, cases in the order of their scores, and the prompt of a variant that becomes the saved one. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { openNewExperiment } from '../support/lab-page';
import { expect, test } from '../support/shared-app';

const echo = { modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo' } as const;
const saying = (word: string, expected: string) => ({
  variables: { word },
  assertions: [{ type: 'icontains', value: expected }],
});

/** Opens an experiment that has run. */
async function openEnded(page: Page, experiment: object, cells: number): Promise<void> {
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...(experiment as { variants: []; cases: []; title: string }),
    id,
  });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect(page.getByRole('status', { name: 'State', exact: true })).toHaveText(
    `completed · ${cells} of ${cells} done`,
  );
}

test('a sweep is shown by its axes, which can be swapped, and its cases are sorted by score', async ({
  appPage: page,
}) => {
  const variants = [0, 1].flatMap((temperature) =>
    [1, 2, 3].map((seed) => ({
      ...echo,
      settings: { temperature, seed },
      label: `t ${temperature}, s ${seed}`,
      template: 'Say {{word}}',
      promptVersion: null,
    })),
  );
  const cases = [saying('sun', 'sun'), saying('moon', 'cheese')];
  await openEnded(page, { title: 'Temperatures and seeds', variants, cases }, 12);

  await page.getByRole('button', { name: 'By axes' }).click();
  const sweep = page.getByRole('grid', { name: 'Sweep' });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const [rows, columns] = [choice('Rows'), choice('Columns')];
  await expect(sweep.getByRole('rowheader')).toHaveText(['0', '1']);
  await expect(sweep.getByRole('columnheader')).toContainText(['1', '2', '3']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Swap rows and columns' }).press('Enter');
  await expect(sweep.getByRole('rowheader')).toHaveText(['1', '2', '3']);
  await expect(rows.locator('option:checked')).toHaveText('Seed');
  await expect(columns.locator('option:checked')).toHaveText('Temperature');
  // The axis that went down goes across when the other takes its place.
  await rows.selectOption('Temperature');
  await expect(sweep.getByRole('rowheader')).toHaveText(['0', '1']);
  await expect(sweep.getByRole('gridcell').first()).toContainText('Say sun');
  await page.getByRole('combobox', { name: 'Case' }).selectOption('moon · 1');
  await expect(sweep.getByRole('gridcell').first()).toContainText('Say moon');

  await page.getByRole('button', { name: 'By axes' }).click();
  const firstCase = page.getByRole('grid', { name: 'Results' }).getByRole('rowheader').first();
  await expect(firstCase).toContainText('sun');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Lowest scores first');
  await expect(firstCase).toContainText('moon');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Highest scores first');
  await expect(firstCase).toContainText('sun');
});

test('24 images of three axes are a grid of pictures, one slice at a time', async ({ appPage: page }) => {
  const base = { modality: 'image', profileId: SANDBOX_PROFILE_ID, extra: {} } as const;
  const variants = ['sandbox/aurora', 'sandbox/isometric', 'sandbox/poster'].flatMap((model) =>
    [1, 2, 3, 4].flatMap((seed) =>
      ['png', 'webp'].map((format) => ({
        ...{ ...base, model, parameters: { size: '512x512', seed, format } },
        ...{ label: `${model} ${seed} ${format}`, template: '{{word}}', promptVersion: null },
      })),
    ),
  );
  await openEnded(page, { title: 'Pictures', variants, cases: [{ variables: { word: 'a lake' } }] }, 24);
  // With one case, the axes are what there is to see.
  await expect(page.getByRole('button', { name: 'By axes' })).toHaveAttribute('aria-pressed', 'true');
  const sweep = page.getByRole('grid', { name: 'Sweep' });
  await expect(sweep.getByRole('rowheader')).toHaveText([/aurora/, /isometric/, /poster/]);
  await expect(sweep.locator('img')).toHaveCount(12);
  const namesOf = () =>
    sweep.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  const before = await namesOf();
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('webp');
  await expect.poll(async () => (await namesOf()).filter((src) => before.includes(src)).length).toBe(0);
  await expect(sweep.locator('img')).toHaveCount(12);
  await page.getByRole('button', { name: 'Swap rows and columns' }).press('Enter');
  await expect(sweep.getByRole('rowheader')).toHaveText(['1', '2', '3', '4']);
  await expectAccessible(page);
});

test('a sweep is read by keys alone: its slices, its order, larger images, one result after the other; in a narrow window too', async ({
  appPage: page,
}) => {
  const base = { modality: 'image', profileId: SANDBOX_PROFILE_ID, extra: {} } as const;
  const variants = ['sandbox/aurora', 'sandbox/isometric'].flatMap((model) =>
    [10, 9].flatMap((seed) =>
      ['512x512', '1024x1024'].map((size) => ({
        ...{ ...base, model, parameters: { size, seed } },
        ...{ label: `${model} ${seed} ${size}`, template: '{{word}}', promptVersion: null },
      })),
    ),
  );
  await openEnded(page, { title: 'By keys', variants, cases: [{ variables: { word: 'a lake' } }] }, 8);
  const sweep = page.getByRole('grid', { name: 'Sweep' });
  const heads = sweep.getByRole('columnheader');
  const axis = (name: string) => page.getByRole('combobox', { name, exact: true }).locator('option:checked');
  await expect(sweep).toBeFocused();
  const [rows, columns, third] = [axis('Rows'), axis('Columns'), axis('Seed')];
  await expect(rows).toHaveText('Model');
  await expect(columns).toHaveText('Size');
  await expect(third).toHaveText('10');
  await page.keyboard.press(']');
  await expect(third).toHaveText('9');
  await page.keyboard.press('[');
  await page.keyboard.press('s');
  await expect(rows).toHaveText('Size');

  const image = sweep.locator('img').first();
  const widthOf = async () => (await image.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(before);
  await page.keyboard.press('-');

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/aurora 10 512x512$/);
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName(/isometric 10 512x512$/);
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName(/aurora 10 1024x1024$/);
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('button', { name: 'View code' })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sweep).toHaveAttribute('aria-activedescendant', 'lab-cell-0-1');

  await page.getByRole('combobox', { name: 'Columns', exact: true }).selectOption('Seed');
  await expect(heads).toContainText(['10', '9']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By value');
  await expect(heads).toContainText(['9', '10']);

  await page.setViewportSize({ width: 400, height: 280 });
  await page.getByRole('button', { name: 'By axes' }).focus();
  while (!(await sweep.evaluate((grid) => grid === document.activeElement))) await page.keyboard.press('Tab');
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(key);
    const active = page.locator(`#${await sweep.getAttribute('aria-activedescendant')}`);
    await expect(active).toBeInViewport({ ratio: 0.99 });
  }
});

test('values of an axis are chosen from what there is, and a model that is not listed is named', async ({
  appPage: page,
}) => {
  await openNewExperiment(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('image');
  await page.getByRole('button', { name: 'Add axis' }).click();
  const axis = page.getByRole('group', { name: 'Axis 1' });
  await axis.getByRole('combobox', { name: 'Varies' }).selectOption('model');
  const values = axis.getByRole('textbox', { name: 'Values' });
  await expect(values).toHaveAttribute('placeholder', 'sandbox/aurora, sandbox/isometric');
  const add = async (name: string) => {
    await axis.getByRole('button', { name: 'Add value' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await add('sandbox/poster');
  await add('sandbox/aurora');
  await expect(values).toHaveValue('sandbox/poster, sandbox/aurora');
  await expectAccessible(page);
  await values.fill('sandbox/poster, sandbox/potser');
  await expect(axis).toContainText('2 values · not in the list of models: sandbox/potser');
  // The form is kept for the next test otherwise.
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('chat');
  await page.getByRole('button', { name: 'Clear' }).click();
});

test('voices that the models of a sweep name are offered, those of a model axis too', async ({
  appPage: page,
}) => {
  await openNewExperiment(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('speech');
  await page.getByRole('button', { name: 'Add axis' }).click();
  await page.getByRole('button', { name: 'Add axis' }).click();
  const [models, axis] = [1, 2].map((at) => page.getByRole('group', { name: `Axis ${at}` }));
  if (models === undefined || axis === undefined) throw new Error('an axis is missing');
  await models.getByRole('combobox', { name: 'Varies' }).selectOption('model');
  await models.getByRole('textbox', { name: 'Values' }).fill('sandbox/narrator');
  await axis.getByRole('combobox', { name: 'Varies' }).selectOption('voice');
  const { catalogue } = await command(page, 'app.snapshot', {});
  const voices = catalogue.models.find(({ id }) => id === 'sandbox/narrator')?.capabilities?.voices ?? [];
  expect(voices.length).toBeGreaterThan(2);
  for (const voice of voices.slice(0, 2)) {
    await axis.getByRole('button', { name: 'Add value' }).press('Enter');
    await page.getByRole('menuitem', { name: voice, exact: true }).press('Enter');
  }
  await expect(axis.getByRole('textbox', { name: 'Values' })).toHaveValue(voices.slice(0, 2).join(', '));
  await expect(axis).toContainText('2 values');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('chat');
  await page.getByRole('button', { name: 'Clear' }).click();
});

test('a sweep whose cases choose their variants says what is not asked, however it is laid out, and on its page', async ({
  appPage: page,
}) => {
  const base = { modality: 'image', profileId: SANDBOX_PROFILE_ID, extra: {} } as const;
  const variants = ['sandbox/aurora', 'sandbox/poster'].flatMap((model) =>
    [1, 2, 3].map((seed) => ({
      ...{ ...base, model, parameters: { size: '512x512', seed } },
      ...{ label: `${model} ${seed}`, template: '{{word}}', promptVersion: null },
    })),
  );
  // The first of one model, and the last of the other.
  const cases = [{ variables: { word: 'a lake' }, variants: [1, 6] }, { variables: { word: 'a hill' } }];
  await openEnded(page, { title: 'Chosen pictures', variants, cases }, 8);
  const sweep = page.getByRole('grid', { name: 'Sweep' });
  const cells = async () =>
    (await sweep.getByRole('gridcell').allTextContents()).map((text) => text.includes('Not asked'));
  await expect(sweep.locator('img')).toHaveCount(2);
  expect(await cells()).toEqual([false, true, true, true, true, false]);
  await page.getByRole('button', { name: 'Swap rows and columns' }).press('Enter');
  await expect(sweep.getByRole('rowheader')).toHaveText(['1', '2', '3']);
  expect(await cells()).toEqual([false, true, true, true, true, false]);
  await sweep.focus();
  await page.keyboard.press('ArrowRight');
  await expect(sweep).toHaveAttribute('aria-activedescendant', 'lab-cell-0-1');
  // Where nothing was asked, nothing opens.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Case' }).selectOption('a hill · 1');
  await expect(sweep.locator('img')).toHaveCount(6);
  expect(await cells()).not.toContain(true);
  await page.getByRole('button', { name: 'By axes' }).click();
  const results = page.getByRole('grid', { name: 'Results' });
  await expect(results.getByRole('gridcell').filter({ hasText: 'Not asked' })).toHaveCount(4);

  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Page (HTML)' }).click();
  const html = await readFile((await (await saved).path()) ?? '', 'utf8');
  expect(html.match(/<img src="data:image\/\w+;base64,/g)).toHaveLength(8);
  expect(html.match(/Not asked/g)).toHaveLength(4);
  expect(html.match(/<h3>/g)).toHaveLength(2);
});

test('the prompt of the better variant becomes the saved prompt', async ({ appPage: page }) => {
  const promptId = randomUUID();
  const save = (text: string) =>
    command(page, 'prompts.save', { id: promptId, name: 'Greeting', tags: [], text, note: '' });
  await save('Say hello {{word}}');
  await save('Say {{word}}');
  const variant = (label: string, template: string, version: number | null) => ({
    ...{ ...echo, settings: {}, label, template },
    promptVersion: version === null ? null : { promptId, version },
  });
  const variants = [
    variant('newest', 'Say {{word}}', 2),
    variant('first', 'Say hello {{word}}', 1),
    variant('typed', 'Say hello, dear {{word}}', null),
  ];
  await openEnded(page, { title: 'Greetings', variants, cases: [saying('sun', 'hello')] }, 3);
  const saved = async () => (await command(page, 'prompts.get', { id: promptId })).text;

  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toContainText('↑ Better');
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'Promote its prompt' }).press('Enter');
  await expect.poll(saved).toBe('Say hello {{word}}');
  // A text that is no version yet is saved as the newest one.
  await versions.getByRole('combobox', { name: 'Compare' }).selectOption('typed');
  await versions.getByRole('button', { name: 'Promote its prompt' }).press('Enter');
  await expect.poll(saved).toBe('Say hello, dear {{word}}');
  const notes = await command(page, 'prompts.versions', { id: promptId });
  expect(notes.find(({ text }) => text === 'Say hello, dear {{word}}')?.note).toBe('typed');
  await command(page, 'prompts.remove', { id: promptId });
});
