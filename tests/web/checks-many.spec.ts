/** The table of all probes of many models: what is drawn of it, and that each cell of it is reached by keys. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { probeFacts, probeIds } from '../../shared/checks/probes';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { type ModelGateway, startModelGateway } from '../support/model-gateway';
import { addProfile } from '../support/settings-page';

const MODELS = 60;
const models = Array.from({ length: MODELS }, (_, index) => `many/model-${String(index).padStart(3, '0')}`);
/** Those that a chat model is asked are columns while they are awaited. */
const asked = probeIds.filter((probe) => probeFacts[probe].modality === 'chat');

let gateway: ModelGateway;
test.beforeEach(async () => {
  gateway = await startModelGateway(models.map((id) => ({ id, object: 'model' })));
});
test.afterEach(() => gateway.close());

/** A check of all of them that was paused as soon as it began, in the table of all probes. */
async function openMany(page: Page) {
  await addProfile(page, { name: 'Many', baseUrl: gateway.baseUrl, key: 'sk-many' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  const { profiles } = await command(page, 'app.snapshot', {});
  const profileId = profiles.find(({ name }) => name === 'Many')?.id ?? '';
  const id = randomUUID();
  await command(page, 'checks.start', { id, profileId, models, probes: [...asked], isConfirmed: true });
  await command(page, 'checks.pause', { id });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('>show checks');
  await expect(page.getByRole('option', { name: 'Show checks of models' })).toBeVisible();
  await page.keyboard.press('Enter');
  const results = page.getByRole('dialog', { name: 'Checks of Many' });
  await results.getByRole('button', { name: 'All probes' }).click();
  return results.getByRole('grid', { name: 'All probes' });
}

test('only the cells in view are drawn, and keys reach the last one', async ({ appPage: page }) => {
  const grid = await openMany(page);
  await expect(grid).toHaveAttribute('aria-rowcount', String(MODELS + 1));
  await expect(grid).toHaveAttribute('aria-colcount', String(asked.length + 1));
  const drawn = () => grid.locator('td[id]').count();
  expect(await drawn()).toBeLessThan(500);
  expect(await drawn()).toBeGreaterThan(20);
  await grid.focus();
  await page.keyboard.press('Control+End');
  const last = grid.locator('[aria-selected=true]');
  await expect(last).toHaveAttribute('aria-colindex', String(asked.length + 1));
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(grid.getByRole('rowheader', { name: models.at(-1) })).toBeInViewport();
  const head = grid.getByRole('columnheader', {
    name: probeFacts[asked.at(-1) ?? 'reply'].label,
    exact: true,
  });
  await expect(head).toHaveAttribute('aria-colindex', String(asked.length + 1));
  await expect(grid).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
  // A heading is above its cells.
  const [over, below] = [await head.boundingBox(), await last.boundingBox()];
  expect(over?.x).toBeCloseTo(below?.x ?? 0, 0);
  expect(over?.width).toBeCloseTo(below?.width ?? 0, 0);
  expect(await drawn()).toBeLessThan(500);
  // The sticky models cover no cell that is walked to from the right.
  await page.keyboard.press('Home');
  await expect(last).toHaveAttribute('aria-colindex', '2');
  await page.keyboard.press('ArrowLeft');
  await expect(last).toHaveText(models.at(-1) ?? '');
  await expectAccessible(page, 'dialog');
});
