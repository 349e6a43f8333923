/** A thousand models: opening their page, sorting them, and typing into their search. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { command } from '../../support/command';
import { modelRecords, startModelGateway } from '../../support/model-gateway';
import { type AppPage, openAppPage } from '../app-page';
import { type Figure, figure } from '../figure';
import { measureBusyness, profiled } from '../main-thread';
import { median, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const thousand = 1_000;
const rounds = 9;
const quickRounds = 3;
const searched = 'number 77 of a long list';
const betweenKeysMs = 80;

export const models: Suite = {
  name: 'models',
  async *measure(context) {
    const few = await measureWith(context, 10);
    const many = await measureWith(context, thousand);
    for (const name of Object.keys(many)) {
      const [value, floor] = [many[name] as number, few[name] ?? null];
      yield figure(`models.${name}`, value, 'ms', { floor, goal: goals[name] ?? null });
    }
  },
};

const goals: Readonly<Record<string, Figure['goal']>> = {
  'open.p50': { value: 150 },
  'sort.p50': { value: 100 },
  'type.frame.p95': { value: 50 },
};

/** Milliseconds by the name of what was done, with so many models listed; few of them are the floor of many. */
async function measureWith(context: BenchContext, count: number): Promise<Record<string, number>> {
  const gateway = await startModelGateway(modelRecords(count));
  const app = await openAppPage('web', path.join(context.folder, `models-${count}`));
  const turns = context.isQuick ? quickRounds : rounds;
  try {
    await bringUp(app.page, gateway.baseUrl);
    const opened = await repeat(turns, () => openModels(app.page));
    const sorted = await repeat(turns, () => sortModels(app.page));
    const keys = await typeSearch(context, app, count);
    return {
      'open.p50': median(opened),
      'sort.p50': median(sorted),
      'type.frame.p50': percentile(keys.frames, 0.5),
      'type.frame.p95': percentile(keys.frames, 0.95),
      'type.busy-each-key': (keys.busy * 1_000) / searched.length,
    };
  } finally {
    await app.stop();
    await gateway.close();
  }
}

async function bringUp(page: Page, baseUrl: string): Promise<void> {
  const { id } = await command(page, 'profiles.create', { name: 'Many', baseUrl });
  await command(page, 'profiles.saveKey', { id, key: 'sk-bench', keep: 'session' });
  await command(page, 'profiles.activate', { id });
  await command(page, 'models.refresh', {});
}

async function repeat(turns: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) taken.push(await measure());
  return taken;
}

/** From the click on the rail to the end of the frame that shows the first row. */
async function openModels(page: Page): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#/chat';
  });
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return page.evaluate(async () => {
    const link = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Main] a')].find(
      (one) => one.textContent === 'Models',
    );
    const began = performance.now();
    link?.click();
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelector('[id^=model-row]') === null) await nextFrame();
    await nextFrame();
    return performance.now() - began;
  });
}

/** From the click on a heading to the end of the frame that shows the other order. */
const sortModels = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const heads = [...document.querySelectorAll<HTMLElement>('th[aria-sort]')];
    const head = heads.find((one) => one.textContent === 'Price');
    const before = head?.getAttribute('aria-sort');
    const began = performance.now();
    head?.querySelector('button')?.click();
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (head?.getAttribute('aria-sort') === before) await nextFrame();
    await nextFrame();
    return performance.now() - began;
  });

/** Types a search; the longest frames are those in which the table follows. */
async function typeSearch({ profileFolder }: BenchContext, app: AppPage, count: number) {
  const field = app.page.getByRole('searchbox', { name: 'Search models' });
  await field.fill('');
  const target = { folder: profileFolder, name: `models-${count}-typing` };
  return profiled(app.devTools, target, () =>
    measureBusyness(app, async () => {
      await field.pressSequentially(searched, { delay: betweenKeysMs });
      await sleep(200);
    }),
  );
}
