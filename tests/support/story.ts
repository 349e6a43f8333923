/** A person's first hour with the app: the same steps in both hosts. */
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { describeMedia } from '../../electron/storage/media/formats/describe';
import { readOrigin } from '../../electron/storage/media/formats/origin';
import type { MediaItem } from '../../shared/media/media';
import { chooseModel, exchange, remaining, runSettings } from './chat-page';
import { command } from './command';
import { filesIn, generate, jobRow, openCreateTab, openTab, result, shortestVideo } from './create-page';
import { paidIn } from './money';
import { checkWithTools } from './outside-tools';
import { readAccount, type SandboxAccount, sandboxAccess } from './sandbox-access';

/** The app on the story's data folder, as it is started and ended. */
export interface StoryHost {
  readonly home: string;
  start(): Promise<Page>;
  /** Closes it like a user. */
  quit(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

const paragraph =
  'The harbour wakes before the town does. First the gulls, then the ropes, then somebody whistling. ' +
  'By the time the sun is over the wall, every boat has said good morning.';
const images = [
  { prompt: 'A lighthouse at night', count: 2, format: 'png' },
  { prompt: 'A red boat in the fog', count: 1, format: 'webp' },
  { prompt: 'A market by the “old” harbour', count: 1, format: 'jpeg' },
];
const takes = [
  { voice: 1, format: 'mp3' },
  { voice: 2, format: 'wav' },
  { voice: 3, format: 'opus' },
];
const films = ['A paper boat crossing a rainy street', 'Neon koi in the clouds', 'A city at dusk'];
const questions = ['I am waiting for three films', 'I like harbours', 'I will be back'];

/** The total of all calls of the story, whatever happened in between. */
const intents = {
  'images.generations': images.length,
  'audio.speech': takes.length,
  'videos.generations': films.length,
  'chat.completions': questions.length,
};
const endMs = 150_000;

export async function liveTheStory(host: StoryHost): Promise<void> {
  let page = await host.start();
  await test.step('a new user generates four images', () => makeImages(page));
  await test.step('and a paragraph of speech in three voices', () => speak(page));
  await test.step('queues three videos', () => queueFilms(page));
  await test.step('chats while they render', () => chat(page, 0));
  await test.step('quits in the middle and starts again', async () => {
    await expectUnfinished(page);
    await host.quit();
    page = await host.start();
    await expectFollowed(page);
  });
  await test.step('is killed and starts again', async () => {
    await expectUnfinished(page);
    await host.kill();
    page = await host.start();
    await expectFollowed(page);
    // Not before: a busy computer takes longer to chat than the last film takes to end.
    await chat(page, 1);
    await chat(page, 2);
  });
  await test.step('watches them finish', () => watch(page));
  const items = await test.step('finds all results in the library', () => library(page));
  await test.step('and in the folder, with their metadata', () => checkFiles(host.home, items));
  await test.step('nothing was requested twice, and the meter equals the account', () => settle(page));
}

async function makeImages(page: Page): Promise<void> {
  await openCreateTab(page, 'Image');
  const settings = runSettings(page);
  await settings.getByLabel('Size').selectOption('512x512');
  await settings.getByLabel('Seed').fill('7');
  for (const { prompt, count, format } of images) {
    await settings.getByLabel('Count').fill(String(count));
    await settings.getByLabel('Format').selectOption(format);
    await generate(page, prompt);
    await expect(result(page, prompt).getByRole('button', { name: 'Save as' })).toHaveCount(count);
  }
}

async function speak(page: Page): Promise<void> {
  await openCreateTab(page, 'Speech');
  const settings = runSettings(page);
  for (const [index, { voice, format }] of takes.entries()) {
    await settings.getByLabel('Voice').selectOption({ index: voice });
    await settings.getByLabel('Format').selectOption(format);
    await generate(page, paragraph);
    await expect(result(page, paragraph).getByRole('button', { name: 'Play' })).toHaveCount(index + 1);
  }
}

/** Until the gateway has them all: two running, one queued, which takes longest and so is there when the app ends. */
async function queueFilms(page: Page): Promise<void> {
  await openCreateTab(page, 'Video');
  for (const prompt of films) {
    await shortestVideo(page);
    if (prompt === films.at(-1)) await longerVideo(page);
    await generate(page, prompt);
  }
  for (const prompt of films) await expect(jobRow(page, prompt)).toContainText(/queued|running/);
}

async function longerVideo(page: Page): Promise<void> {
  await runSettings(page).getByLabel('Duration').fill('3');
  await runSettings(page).getByLabel('Resolution').selectOption('720p');
}

async function chat(page: Page, index: number): Promise<void> {
  const model = 'sandbox/eliza';
  await openTab(page, 'Chat');
  await chooseModel(page, model);
  await exchange(page, questions[index] ?? '', model);
}

const unfinished = (page: Page) =>
  page
    .getByRole('region', { name: 'Jobs' })
    .getByRole('listitem')
    .filter({ hasText: /queued|running/ });

/** The app ends here while work is unfinished. */
async function expectUnfinished(page: Page): Promise<void> {
  expect(await unfinished(page).count()).toBeGreaterThan(0);
}

/** Each exists once, and is polled or completed. */
async function expectFollowed(page: Page): Promise<void> {
  for (const prompt of films) {
    await expect(jobRow(page, prompt)).toHaveCount(1);
    await expect(jobRow(page, prompt)).toContainText(/queued|running|saving|completed/);
  }
}

async function watch(page: Page): Promise<void> {
  await openTab(page, 'Video');
  for (const prompt of films) {
    await expect(jobRow(page, prompt)).toContainText('completed', { timeout: endMs });
    await expect(result(page, prompt).locator('video')).toHaveCount(1);
  }
  await result(page, films[0] ?? '')
    .getByRole('button', { name: /^Play / })
    .click();
  const film = result(page, films[0] ?? '').locator('video');
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.5);
}

async function library(page: Page): Promise<readonly MediaItem[]> {
  await openTab(page, 'Library');
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(options).toHaveCount(10);
  await expect(options.filter({ hasText: 'file missing' })).toHaveCount(0);
  return (await command(page, 'library.page', { cursor: null, limit: 100, filter: {} })).items;
}

async function checkFiles(home: string, items: readonly MediaItem[]): Promise<void> {
  const paths = [
    ...(await filesIn(home, 'images')),
    ...(await filesIn(home, 'speech')),
    ...(await filesIn(home, 'videos')),
  ];
  const byName = new Map(items.map((item) => [item.fileName, item]));
  expect(paths.map((file) => path.basename(file)).sort()).toEqual([...byName.keys()].sort());
  const files = new Map<string, MediaItem>();
  for (const file of paths) {
    const item = byName.get(path.basename(file));
    if (item === undefined) throw new Error(`${file} is not in the library`);
    files.set(file, item);
    expect(await readOrigin(file), file).toEqual(item.origin);
    const { width, height, durationMs } = item;
    expect(await describeMedia(file, item.contentType), file).toMatchObject({ width, height, durationMs });
  }
  const leftOut = await checkWithTools(files);
  if (leftOut.length > 0) process.stdout.write(`The files were not looked at by: ${leftOut.join(', ')}\n`);
}

async function settle(page: Page): Promise<void> {
  const { baseUrl, key } = await sandboxAccess(page);
  // Read from the embedded gateway's own database.
  const account = await readAccount(baseUrl, key);
  expect(account.held).toBe(0);
  expect(callsCharged(account)).toEqual(intents);
  const keys = account.charges.map(({ idempotency_key: key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  await expect.poll(() => remaining(page)).toBe(account.balance);
  const spent = await command(page, 'ledger.page', { filter: {}, cursor: null, limit: 1 });
  expect(paidIn(spent)).toBe(Math.round(account.charged * 1e6));
  for (const outcome of ['outside', 'unknown'] as const) {
    const { total } = await command(page, 'ledger.page', { filter: { outcome }, cursor: null, limit: 1 });
    expect(total, outcome).toBe(0);
  }
  const remote = await command(page, 'jobs.remoteList', { status: null, limit: 100 });
  expect(remote.map(({ prompt }) => prompt).sort()).toEqual([...films].sort());
}

/** Every charge is a call that the gateway accepted; one accepted twice would be here twice. */
function callsCharged({ charges }: SandboxAccount): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operation } of charges) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}
