import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import {
  addColumn,
  chooseColumnModel,
  column,
  columns,
  figures,
  history,
  openCompare,
} from '../support/compare-page';
import { errorAnnouncer, expectAccepted, openCreateTab, prompt, shortestVideo } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

const send = async (page: Page, text: string) => {
  await prompt(page).fill(text);
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expectAccepted(page, text);
};

test('two images are compared side by side and overlaid, a third fails alone, and the picked one is starred', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await openCompare(page);
  await addColumn(page);
  await chooseColumnModel(page, 'A', 'sandbox/aurora');
  await chooseColumnModel(page, 'B', 'sandbox/isometric');
  await chooseColumnModel(page, 'C', 'sandbox/aurora');
  await page.getByLabel('Size').selectOption('512x512');
  await chooseColumnModel(page, 'C', 'sandbox/nobody');
  await send(page, 'A quiet harbour');
  for (const letter of ['A', 'B'])
    await expect(column(page, letter).getByRole('img', { name: 'A quiet harbour' })).toBeVisible();
  await expect(column(page, 'C').getByRole('alert')).toContainText('model_not_found');
  await expect(errorAnnouncer(page)).toContainText('Column C: Image failed: model_not_found');
  await expect(column(page, 'C').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(figures(page, 'A')).toContainText('512 × 512');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Slider' }).click();
  const divider = page.getByRole('slider', { name: 'Divider' });
  await divider.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuetext', '60 % sandbox/aurora, 40 % sandbox/isometric');
  // Nothing of the left one is seen through what is transparent on the right.
  const layers = page.getByRole('img', { name: /^A quiet harbour, by sandbox/ });
  await expect(layers.first()).toHaveCSS('clip-path', 'inset(0px 40% 0px 0px)');
  await expect(layers.last()).toHaveCSS('clip-path', 'inset(0px 0px 0px 60%)');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Slider' }).click();

  await column(page, 'B').getByRole('button', { name: 'Pick B' }).click();
  await expect(column(page, 'B')).toContainText('Winner');
  await page.reload();
  await expect(column(page, 'B')).toContainText('Winner');
  await expect(column(page, 'A').getByRole('img', { name: 'A quiet harbour' })).toBeVisible();
  const rows = history(page).getByRole('link', { name: /Comparison: / });
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName(/A quiet harbour/);
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/isometric');
  await expect(prompt(page)).toHaveValue('A quiet harbour');
});

test('one key switches between two speech results at the same position', async ({ appPage: page }) => {
  await openCreateTab(page, 'Speech');
  await openCompare(page);
  for (const letter of ['A', 'B']) await chooseColumnModel(page, letter, 'sandbox/narrator');
  await page.getByRole('switch', { name: 'Tie settings' }).click();
  await page.getByRole('button', { name: 'Settings of column B' }).click();
  await page.getByLabel('Speed').first().fill('0.9');
  const long = 'The harbour lay quiet under a pale sky, and nobody spoke a word for a long while. '.repeat(3);
  await send(page, long);
  const play = (letter: string) => column(page, letter).getByRole('button', { name: `Play ${letter}` });
  for (const letter of ['A', 'B']) await expect(play(letter)).toBeVisible();
  await expectAccessible(page);
  const player = page.locator('audio');
  await play('A').click();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toBeEnabled();
  await seek.fill('5');
  await page.getByRole('heading', { name: /The harbour/ }).click();
  await page.keyboard.press('x');
  await expect(column(page, 'B').getByRole('button', { name: 'Pause B' })).toBeVisible();
  await expect(play('A')).toBeVisible();
  const at = await player.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  expect(at).toBeGreaterThan(4.5);
  await page.getByRole('button', { name: 'Switch result' }).click();
  await expect(column(page, 'A').getByRole('button', { name: 'Pause A' })).toBeVisible();
  expect(await player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(at - 0.5);
});

test('videos play, seek and pause in sync, and a failed one does not stop the others', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await openCompare(page);
  await addColumn(page);
  await chooseColumnModel(page, 'A', 'sandbox/kinograph');
  await chooseColumnModel(page, 'B', 'sandbox/kinograph');
  await chooseColumnModel(page, 'C', 'sandbox/kinograph-flaky');
  await shortestVideo(page);
  await page.getByLabel('Duration').fill('2');
  await send(page, 'A paper boat');
  for (const letter of ['A', 'B']) await expect(column(page, letter).locator('video')).toBeVisible();
  await expect(column(page, 'C').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page);
  const all = page.getByRole('region', { name: 'All videos' });
  const times = () =>
    columns(page)
      .locator('video')
      .evaluateAll((videos) => (videos as HTMLVideoElement[]).map(({ currentTime }) => currentTime));
  const apart = async () => {
    const [a = 0, b = 0] = await times();
    return Math.abs(a - b);
  };
  await all.getByRole('slider', { name: 'Seek all' }).fill('1');
  await expect.poll(async () => (await times()).map((time) => time.toFixed(1))).toEqual(['1.0', '1.0']);
  await all.getByRole('slider', { name: 'Seek all' }).fill('0');
  await page.keyboard.press('k');
  await expect(all.getByRole('button', { name: 'Pause all' })).toBeVisible();
  await expect.poll(async () => (await times())[0], { intervals: [50] }).toBeGreaterThan(0.3);
  await page.keyboard.press('k');
  await expect(all.getByRole('button', { name: 'Play all' })).toBeVisible();
  // Paused, both show the same frame.
  await expect.poll(apart).toBeLessThan(1 / 24);
  expect((await times())[0]).toBeGreaterThan(0.2);
});
