/** What two hundred images leave in memory: the same window, measured before and after. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright/test';
import { launchWeb, openApp } from '../../support/app';
import { command } from '../../support/command';
import { viewport, withBrowser } from '../app-page';
import { figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import type { BenchContext, Suite } from '../suite';

const images = 200;
const quickImages = 24;
const imagesOfJob = 4;
const settleMs = 15_000;

export const imagesSuite: Suite = {
  name: 'images',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes holds');
      return;
    }
    const none = await measureOnce(context, 0);
    const many = await measureOnce(context, context.isQuick ? quickImages : images);
    yield figure('images.memory.page', many.page, 'MB', { floor: none.page });
    yield figure('images.memory.all', many.all, 'MB', { floor: none.all });
  },
};

interface Held {
  /** Of the process that draws the page. */
  readonly page: number;
  /** Of the app and the whole browser. */
  readonly all: number;
}

async function measureOnce({ folder, say }: BenchContext, count: number): Promise<Held> {
  const host = await launchWeb({ home: path.join(folder, String(count)) });
  try {
    return await withBrowser(async (browser, browserId) => {
      const page = await browser.newPage({ viewport });
      await openApp(page, host.url);
      await page.evaluate(() => {
        location.hash = '#/image';
      });
      await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
      await makeImages(page, count);
      await lookThrough(page);
      await sleep(settleMs);
      say(`${count} images are made`);
      const all = await memoryOf([browserId, host.child.pid ?? 0]);
      return { all, page: await memoryOf(await renderersOf(browser)) };
    });
  } finally {
    await host.stop();
  }
}

async function makeImages(page: Page, count: number): Promise<void> {
  for (let made = 0; made < count; made += imagesOfJob) {
    const id = randomUUID();
    await command(page, 'jobs.create', {
      id,
      modality: 'image',
      model: 'sandbox/aurora',
      prompt: `A boat in the harbour, ${made}`,
      parameters: { count: imagesOfJob, size: '1024x1024' },
      extra: {},
      isConfirmed: true,
    });
    for (let status = ''; status !== 'completed'; await sleep(100)) {
      const { jobs } = await command(page, 'jobs.page', { modality: 'image', cursor: null, limit: 1 });
      status = jobs[0]?.id === id ? jobs[0].status : '';
      if (status === 'failed')
        throw new Error(`An image could not be made: ${JSON.stringify(jobs[0]?.error)}`);
    }
  }
}

/** All of the results and all of the library, to their ends, and back to where it began. */
async function lookThrough(page: Page): Promise<void> {
  for (const tab of ['image', 'library', 'image']) {
    await page.evaluate((name) => {
      location.hash = `#/${name}`;
    }, tab);
    await sleep(500);
    await page.evaluate(scrollToEnd);
  }
}

async function scrollToEnd(): Promise<void> {
  const [grid] = [...document.querySelectorAll('main *')].filter(
    (one) => one.clientHeight > 300 && one.scrollHeight > one.clientHeight + 100,
  );
  for (let step = 0; grid !== undefined && step < 200; step += 1) {
    grid.scrollTop += grid.clientHeight;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
