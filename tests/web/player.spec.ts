import type { Page } from 'playwright/test';
import { test as alone } from '../support/app';
import { remaining } from '../support/chat-page';
import {
  filesIn,
  generate,
  jobRow,
  openCreateTab,
  openTab,
  result,
  results,
  shortestVideo,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';

const longSentence =
  'The river finds its way, slowly, between the hills, and it does not hurry at all today. ';

const playerBar = (page: Page) => page.getByRole('region', { name: 'Player' });
const audio = (page: Page) =>
  page.evaluate(() => {
    const [element, ...others] = document.querySelectorAll('audio');
    return { time: element?.currentTime ?? 0, paused: element?.paused ?? true, others: others.length };
  });

async function speak(page: Page, text: string): Promise<void> {
  await generate(page, text);
  await expect(result(page, text.slice(0, 40)).getByRole('button', { name: 'Play' })).toBeVisible();
}

test('speech plays, and keeps playing across tabs', async ({ appPage: page, home }) => {
  await openCreateTab(page, 'Speech');
  await page.getByLabel('Voice').selectOption({ index: 2 });
  await speak(page, longSentence.repeat(3));
  await results(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await audio(page)).time).toBeGreaterThan(0.3);
  await openTab(page, 'Chat');
  await openTab(page, 'Library');
  const before = (await audio(page)).time;
  await expect.poll(async () => (await audio(page)).time).toBeGreaterThan(before + 0.3);
  expect((await audio(page)).others).toBe(0);
  await playerBar(page).getByRole('button', { name: 'Pause' }).click();
  expect((await audio(page)).paused).toBe(true);
  await playerBar(page).getByRole('slider', { name: 'Seek' }).fill('5');
  await expect.poll(async () => (await audio(page)).time).toBeGreaterThan(4.5);
  await playerBar(page).getByRole('combobox', { name: 'Playback speed' }).selectOption('1.5');
  await playerBar(page).getByRole('button', { name: 'Loop' }).click();
  expect(
    await page.evaluate(() => {
      const element = document.querySelector('audio');
      return [element?.playbackRate, element?.loop];
    }),
  ).toEqual([1.5, true]);
  await playerBar(page).getByRole('button', { name: 'Close player' }).click();
  await expect(playerBar(page)).toHaveCount(0);
  expect(await filesIn(home, 'speech')).toHaveLength(1);
});

test('a new sound stops the last one, and a video stops both', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'A film with a clock');
  await openCreateTab(page, 'Speech');
  await speak(page, `First. ${longSentence.repeat(2)}`);
  await speak(page, `Second. ${longSentence.repeat(2)}`);
  await result(page, 'First.').getByRole('button', { name: 'Play' }).click();
  await expect(result(page, 'First.').getByRole('button', { name: 'Pause' })).toBeVisible();
  await result(page, 'Second.').getByRole('button', { name: 'Play' }).click();
  await expect(result(page, 'Second.').getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(result(page, 'First.').getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(playerBar(page)).toContainText('Second.');
  await openTab(page, 'Video');
  await results(page).getByRole('button', { name: 'Play A film with a clock' }).click();
  await expect.poll(async () => (await audio(page)).paused).toBe(true);
});

test('the waveform of audio is drawn, and a click in it seeks', async ({ appPage: page }) => {
  await openCreateTab(page, 'Speech');
  await speak(page, longSentence.repeat(2));
  const wave = results(page).locator('[aria-hidden] canvas').first();
  await expect(wave).toBeVisible();
  // A click through the locator waits until the card has stopped moving; a place on the screen does not.
  // It is drawn anew once its peaks are known: a click at that moment meets a canvas that is gone.
  await expect(async () => {
    const { width } = (await wave.boundingBox()) ?? { width: 0 };
    await wave.click({ position: { x: width / 2, y: 10 }, force: true });
    expect((await audio(page)).time).toBeGreaterThan(1);
  }).toPass();
  await expect.poll(async () => (await audio(page)).paused).toBe(false);
});

test('a long text is spoken in parts that become one file, each with its charge', async ({
  appPage: page,
  home,
}) => {
  await openCreateTab(page, 'Speech');
  const before = await remaining(page);
  const text = longSentence.repeat(48).trim();
  await generate(page, text);
  await expect(page.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveCount(2);
  await expect(jobRow(page, 'The river')).toContainText('completed', { timeout: 90_000 });
  await page.getByText('2 of 2 parts generated').click();
  await expect(page.getByRole('list', { name: 'Parts' }).getByRole('listitem').last()).toContainText(
    /[\d.]+ cr/,
  );
  expect(await filesIn(home, 'speech')).toHaveLength(1);
  await expect.poll(() => remaining(page)).toBeCloseTo(before - text.length * 0.0015, 5);
});

alone('the sample of a voice shows its cost, and is paid for once', async ({ appPage: page }) => {
  await openCreateTab(page, 'Speech');
  const sample = page.getByRole('button', { name: /^Sample/ });
  await expect(sample).toHaveText(/Sample · 0\.0\d+ cr/);
  await sample.click();
  await expect.poll(async () => (await audio(page)).time).toBeGreaterThan(0.2);
  await expect(sample).toHaveText('Sample');
  const left = await remaining(page);
  await sample.click();
  await expect.poll(async () => (await audio(page)).paused).toBe(false);
  expect(await remaining(page)).toBe(left);
});
