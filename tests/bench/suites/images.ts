/** What two hundred images leave in memory: the same window, measured before and after. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { launchWeb, openApp } from '../../support/app';
import { command } from '../../support/command';
import { picture } from '../../support/media-files';
import { file, type PaidGateway, png, startPaidGateway } from '../../support/paid-gateway';
import { chooseGateway, renderersOf, viewport, withBrowser } from '../app-page';
import { figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import type { BenchContext, Suite } from '../suite';

const images = 200;
const quickImages = 24;
const imagesOfJob = 4;
const side = 2_048;
/** Different ones, made once: a gateway that paints would measure itself. */
const paintings = 16;
const settleMs = 15_000;
/** What is kept for a moment is given back by then. */
const laterMs = 60_000;
const goals = { atEnd: { ratio: 1.3 }, later: { ratio: 1.15 } };

export const imagesSuite: Suite = {
  name: 'images',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes holds');
      return;
    }
    const gateway = await startPaintings();
    const measure = (count: number) => measureOnce(context, gateway, count);
    const none = await measure(0);
    const many = await measure(context.isQuick ? quickImages : images).finally(gateway.close);
    for (const time of ['atEnd', 'later'] as const) {
      const suffix = time === 'later' ? '.a-minute-later' : '';
      const [held, floor, goal] = [many[time], none[time], goals[time]];
      yield figure(`images.memory.page${suffix}`, held.page, 'MB', { floor: floor.page });
      yield figure(`images.memory.host${suffix}`, held.host, 'MB', { floor: floor.host });
      yield figure(`images.memory.all${suffix}`, held.all, 'MB', { floor: floor.all, goal });
    }
  },
};

interface Held {
  /** Of the process that draws the page. */
  readonly page: number;
  /** Of the process of the core. */
  readonly host: number;
  /** Of the app and the whole browser. */
  readonly all: number;
}

interface HeldTwice {
  readonly atEnd: Held;
  readonly later: Held;
}

async function startPaintings(): Promise<PaidGateway> {
  const gateway = await startPaidGateway();
  const made: Uint8Array[] = [];
  for (let index = 0; index < paintings; index += 1)
    made.push(await picture('png', { width: side, height: side, hue: (360 * index) / paintings }));
  let served = 0;
  gateway.on(/^\/files\//, () => file(made[served++ % paintings] ?? png));
  return gateway;
}

async function measureOnce(
  { folder, say }: BenchContext,
  gateway: PaidGateway,
  count: number,
): Promise<HeldTwice> {
  const host = await launchWeb({ home: path.join(folder, String(count)) });
  try {
    return await withBrowser(async (browser, browserId) => {
      const page = await browser.newPage({ viewport });
      await openApp(page, host.url);
      await page.evaluate(() => {
        location.hash = '#/image';
      });
      await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
      await chooseGateway(page, gateway);
      await makeImages(page, count);
      await lookThrough(page);
      const held = async (): Promise<Held> => ({
        all: await memoryOf([browserId, host.child.pid ?? 0]),
        page: await memoryOf(await renderersOf(browser)),
        host: await memoryOf([host.child.pid ?? 0]),
      });
      await sleep(settleMs);
      say(`${count} images are made`);
      const atEnd = await held();
      await sleep(laterMs);
      return { atEnd, later: await held() };
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
      model: 'paid/painter',
      prompt: `A boat in the harbour, ${made}`,
      parameters: { count: imagesOfJob },
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
