/** Names are shown whole where there is room for them, and a page that is opened shows its heading. */
import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const long = 'Do the models describe the places of the north in one sentence';

const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate((one) => one.scrollWidth > one.clientWidth + 1);

test('titles, profiles and boards are whole beside free room, and an experiment opens at its heading', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const variant = {
    modality: 'chat',
    ...{ profileId: SANDBOX_PROFILE_ID, settings: {}, promptVersion: null },
    ...{ model: 'sandbox/echo', label: 'Echo', template: 'Say {{word}}' },
  } as const;
  await command(page, 'experiments.create', {
    ...{ id, title: long },
    ...{ cases: [{ variables: { word: 'one' } }], variants: [variant] },
  });
  await command(page, 'boards.create', { id: randomUUID(), name: long });
  await command(page, 'profiles.create', { name: long, baseUrl: 'http://127.0.0.1:9/v1' });

  await page.setViewportSize({ width: 1440, height: 640 });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const title = page.getByRole('main').getByRole('button', { name: long });
  await expect(title).toBeVisible();
  expect(await isCut(title), 'the title').toBe(false);
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  const board = page.getByText(long, { exact: true }).first();
  await expect(board).toBeVisible();
  expect(await isCut(board), 'the board').toBe(false);
  await page.getByRole('link', { name: 'Settings' }).click();
  const profile = page.getByRole('main').getByText(long, { exact: true }).first();
  await expect(profile).toBeVisible();
  expect(await isCut(profile), 'the profile').toBe(false);

  await page.setViewportSize({ width: 720, height: 450 });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(title).toBeInViewport({ ratio: 1 });
});

test('a comparison of images asks for an image', async ({ appPage: page }) => {
  await page.evaluate(() => location.assign('#/image/compare:new'));
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveAttribute(
    'placeholder',
    'Describe the image…',
  );
});
