import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test as alone } from '../support/app';
import { chooseModel, exchange, remaining, setExtra } from '../support/chat-page';
import {
  command,
  errorAnnouncer,
  filesIn,
  generate,
  jobRow,
  jobsPanel,
  openCreateTab,
  openTab,
  prompt,
  result,
  results,
  shortestVideo,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { readAccount, sandboxAccess } from '../support/sandbox-access';

const flaky = 'sandbox/kinograph-flaky';
const strange = { fail: 'unknown_state', fail_after: 20 };

test('a video goes from queued to running to completed, then plays and seeks', async ({
  appPage: page,
  home,
}) => {
  await openCreateTab(page, 'Video');
  await page.getByLabel('Duration').fill('2');
  await page.getByLabel('Resolution').selectOption('480p');
  const before = await remaining(page);
  await generate(page, 'A paper boat crossing a rainy street');
  const row = jobRow(page, 'A paper boat');
  await expect(row).toContainText(/waiting|submitting|queued|running/);
  await expect(row).toContainText(/next check \d+ s/);
  await expect(row).toContainText(/\d+ %/);
  await expect(row).toContainText('completed');
  await expect(row).toContainText('2 cr');
  expect(await remaining(page)).toBe(before - 2);
  const [file = ''] = await filesIn(home, 'videos');
  expect((await readFile(file)).length).toBeGreaterThan(10_000);
  await result(page, 'A paper boat')
    .getByRole('button', { name: /^Play / })
    .click();
  const video = results(page).locator('video');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);
  const place = await video.evaluate(async (film: HTMLVideoElement) => {
    film.pause();
    film.currentTime = 1.5;
    await new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
    return { time: film.currentTime, lasts: film.duration, lines: film.videoHeight };
  });
  expect(place).toEqual({ time: 1.5, lasts: expect.closeTo(2, 1), lines: 480 });
  await video.press('.');
  expect(await video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeCloseTo(1.5 + 1 / 24, 3);
  await video.press(',');
  expect(await video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeCloseTo(1.5, 3);
});

test('a frame of a video is copied as an image', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Neon koi');
  await result(page, 'Neon koi')
    .getByRole('button', { name: /^Play / })
    .click();
  await result(page, 'Neon koi').getByRole('button', { name: 'Copy frame' }).click();
  await expect(page.locator('[data-announcer]')).toHaveText('Image copied');
  const width = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await createImageBitmap((await item?.getType('image/png')) ?? new Blob())).width;
  });
  expect(width).toBe(854);
});

test('a video fills the screen, and Escape restores it', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Neon koi');
  const card = result(page, 'Neon koi');
  await card.getByRole('button', { name: /^Play / }).click();
  const film = card.locator('video');
  const fills = () => film.evaluate((one) => document.fullscreenElement === one);
  await film.evaluate((one: HTMLVideoElement) => one.pause());
  await card.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(fills).toBe(true);
  const before = await film.evaluate((one: HTMLVideoElement) => one.currentTime);
  await page.keyboard.press('.');
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).not.toBe(before);
  await page.keyboard.press('Escape');
  await expect.poll(fills).toBe(false);
  await expect(card.getByRole('button', { name: 'Full screen' })).toBeVisible();

  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: /^Play / }).click();
  await viewer.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('VIDEO');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(viewer).toBeVisible();
});

test('a failed video shows the reason, that it cost nothing, and can be retried', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await chooseModel(page, flaky);
  await setExtra(page, { fail: 'early', fail_after: 0 });
  const before = await remaining(page);
  await generate(page, 'Macro shot of frost');
  const alert = results(page).getByRole('alert');
  await expect(alert).toContainText('provider_error');
  await expect(alert).toContainText(/Request id\s*req_/);
  await expect(alert).toContainText('Change the prompt or the settings');
  await expect(errorAnnouncer(page)).toContainText('Video failed: provider_error');
  await expect(result(page, 'Macro shot')).toContainText('not charged');
  expect(await remaining(page)).toBe(before);
  await expect(result(page, 'Macro shot')).toContainText(/Retry≈ [\d.]+ cr/);
  await result(page, 'Macro shot').getByRole('button', { name: 'View code' }).click();
  await expect(page.getByRole('dialog')).toContainText('Macro shot of frost');
  await page.keyboard.press('Escape');
  await result(page, 'Macro shot').getByRole('button', { name: 'Retry' }).click();
  await expect(jobRow(page, 'Macro shot')).toHaveCount(2);
  // The new job has failed too: to retry the first one again would be the same press.
  const retries = jobRow(page, 'Macro shot').getByRole('button', { name: 'Retry' });
  await expect(retries).toHaveCount(2);
  await retries.first().click();
  await expect(jobRow(page, 'Macro shot')).toHaveCount(3);
});

test('a cancelled job shows that it may still be charged, and can be resumed', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await chooseModel(page, flaky);
  await setExtra(page, { fail: 'unknown_state', fail_after: 2 });
  await generate(page, 'To be cancelled');
  const row = jobRow(page, 'To be cancelled');
  await expect(row).toContainText(/next check|checking/);
  await row.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('cancelled');
  await expect(result(page, 'To be cancelled')).toContainText('may still charge');
  await result(page, 'To be cancelled').getByRole('button', { name: 'Follow again' }).click();
  await expect(row).toContainText('completed');
  await expect(row).toHaveCount(1);
});

test('a reload during a job loses nothing', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Rendered across a reload');
  await expect(jobRow(page, 'Rendered across')).toContainText(/queued|running/);
  await page.reload();
  await expect(jobRow(page, 'Rendered across')).toHaveCount(1);
  await expect(jobRow(page, 'Rendered across')).toContainText('completed');
  await expect(result(page, 'Rendered across').locator('video')).toBeVisible();
});

// The gateway makes films on that the app has cancelled, which would keep other tests waiting.
alone(
  'thirty queued jobs: the panel draws the visible ones, counts all, and chat is not blocked',
  async ({ appPage: page }) => {
    for (let index = 0; index < 30; index += 1) {
      await command(page, 'jobs.create', {
        id: randomUUID(),
        modality: 'video',
        model: flaky,
        prompt: `Queued film ${index}`,
        parameters: { duration: 1, resolution: '480p' },
        extra: strange,
      });
    }
    await expect(jobsPanel(page)).toContainText(/\d+ running · \d+ waiting/);
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Video' }),
    ).toContainText('30');
    const drawn = await jobsPanel(page).getByRole('listitem').count();
    expect(drawn).toBeGreaterThan(3);
    expect(drawn).toBeLessThan(20);
    await exchange(page, 'Still there?', 'sandbox/eliza');
    const cancel = jobsPanel(page).getByRole('button', { name: 'Cancel' }).first();
    // A click may come upon a row that has just ended, so there may be more clicks than jobs.
    for (let round = 0; round < 90 && (await cancel.count()) > 0; round += 1) {
      await cancel.click({ timeout: 2_000 }).catch(() => undefined);
    }
    await expect(jobsPanel(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await jobsPanel(page).getByRole('button', { name: 'Clear finished' }).click();
    await expect(jobsPanel(page)).toContainText('Running and finished jobs appear here');
    await page.reload();
    await expect(jobsPanel(page)).toContainText('Running and finished jobs appear here');
  },
);

test('the panel is in every tab, copies ids and dismisses', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await chooseModel(page, flaky);
  await setExtra(page, { fail: 'early', fail_after: 0 });
  await generate(page, 'Seen everywhere');
  for (const tab of ['Chat', 'Image', 'Speech', 'Video', 'Library'] as const) {
    await openTab(page, tab);
    await expect(jobRow(page, 'Seen everywhere')).toHaveCount(1);
  }
  const row = jobRow(page, 'Seen everywhere');
  await expect(row).toContainText('failed');
  await row.getByRole('button', { name: 'Copy id' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^job_/);
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expect(row).toHaveCount(0);
  // Not the page, where a keyboard would start from the beginning.
  await expect(page.locator('[data-focus="jobs"]').first()).toBeFocused();
  await openTab(page, 'Video');
  await expect(result(page, 'Seen everywhere')).toHaveCount(0);
});

alone(
  'the gateway’s list of jobs is filtered, and marks those that are here already',
  async ({ appPage: page }) => {
    await openCreateTab(page, 'Video');
    await shortestVideo(page);
    await chooseModel(page, flaky);
    await setExtra(page, { fail: 'early', fail_after: 0 });
    await generate(page, 'Known here');
    await expect(jobRow(page, 'Known here')).toContainText('failed');
    await page.getByRole('button', { name: 'From the gateway…' }).click();
    const list = page.getByRole('dialog', { name: 'Jobs at the gateway' });
    await expect(list.getByRole('listitem')).toContainText(['Known here']);
    await expect(list.getByRole('listitem')).toContainText(['already here']);
    await list.getByLabel('Status').selectOption('completed');
    await expect(list).toContainText('No matching jobs');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  },
);

alone(
  'a job created elsewhere with the same key is added, followed to its end and saved',
  async ({ appPage: page, home }) => {
    const foreign = ['First from elsewhere', 'Second from elsewhere'];
    const { baseUrl, key } = await sandboxAccess(page);
    for (const words of foreign) {
      const body = JSON.stringify({
        model: 'sandbox/kinograph',
        prompt: words,
        duration: 1,
        resolution: '480p',
      });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${baseUrl}/videos/generations`, { method: 'POST', headers, body });
      expect(answer.ok).toBe(true);
    }
    await openCreateTab(page, 'Video');
    await page.getByRole('button', { name: 'From the gateway…' }).click();
    const list = page.getByRole('dialog', { name: 'Jobs at the gateway' });
    await list.getByLabel('Status').selectOption('completed');
    const refreshed = async () => {
      await list.getByRole('button', { name: 'Refresh' }).click();
      return await list.getByRole('listitem').count();
    };
    // Two videos are rendered meanwhile.
    await expect.poll(refreshed).toBe(2);
    await list.getByLabel('Status').selectOption('failed');
    await expect(list).toContainText('No matching jobs');
    await list.getByLabel('Status').selectOption('');
    const asked = page.waitForRequest((request) => request.postDataJSON()?.name === 'jobs.remoteList');
    await list.getByLabel('At most').selectOption('50');
    await asked;
    const [newest, older] = [list.getByRole('listitem').first(), list.getByRole('listitem').last()];
    await expect(newest).toContainText('Second from elsewhere');
    await newest.getByRole('button', { name: 'Import' }).click();
    await expect(newest).toContainText('already here');
    await expect(older.getByRole('button', { name: 'Import' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(jobRow(page, 'Second from elsewhere')).toContainText('completed');
    await expect(result(page, 'Second from elsewhere').locator('video')).toBeVisible();
    expect(await filesIn(home, 'videos')).toHaveLength(1);
    await page.reload();
    await expect(jobRow(page, 'Second from elsewhere')).toHaveCount(1);
    await expect(
      jobsPanel(page).getByRole('listitem').filter({ hasText: 'First from elsewhere' }),
    ).toHaveCount(0);
    const account = await readAccount(baseUrl, key);
    expect(account.chargeCount).toBe(2);
    await expect.poll(() => remaining(page)).toBe(account.balance);
  },
);

test('a link to a job opens its result', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'To be found');
  await expect(jobRow(page, 'To be found')).toContainText('completed');
  await openTab(page, 'Chat');
  await jobRow(page, 'To be found').getByRole('link', { name: 'To be found' }).click();
  await expect(result(page, 'To be found')).toBeFocused();
  await expect(prompt(page)).toBeVisible();
});

test('a job that ends while the page is hidden shows a browser notification, if enabled', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  // A page of a test is never out of sight, and nobody sees its notifications: both are only watched.
  await page.evaluate(() => {
    const told: Notification[] = [];
    Object.assign(window, { told });
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.Notification = class extends Notification {
      // A browser without windows grants it to nobody.
      static override readonly permission = 'granted';
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        told.push(this);
      }
    };
  });
  const told = () =>
    page.evaluate(() =>
      (window as unknown as { told: Notification[] }).told.map(({ title, body }) => [title, body]),
    );
  const imageOf = async (text: string) => {
    await openCreateTab(page, 'Image');
    await page.getByLabel('Size').selectOption('512x512');
    await generate(page, text);
    await expect(jobRow(page, text)).toContainText('completed');
  };
  await imageOf('Seen by nobody');
  await expect.poll(told).toEqual([['Image ready, 2 credits', 'Seen by nobody']]);
  await openTab(page, 'Chat');
  await page.evaluate(() =>
    (window as unknown as { told: Notification[] }).told[0]?.onclick?.(new Event('click')),
  );
  await expect(result(page, 'Seen by nobody')).toBeFocused();
  await page.getByRole('switch', { name: 'Notify when done' }).click();
  await imageOf('Told by nobody');
  expect(await told()).toHaveLength(1);
});
