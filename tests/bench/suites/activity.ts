/** A hundred thousand calls: from choosing the activity page to its rows, another selection, scrolling to the last. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { openAppPage } from '../app-page';
import { figure } from '../figure';
import { longerThan, measureBusyness, profiled } from '../main-thread';
import { seedLedger } from '../seed-ledger';
import { median, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const rows = 100_000;
const rounds = 5;
const quickRounds = 2;
const firstRequestId = `req_${(rows - 1).toString(36).padStart(10, '0')}`;

export const activity: Suite = {
  name: 'activity',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    await seedLedger(home, { rows, until: Date.now(), minutesApart: 5 });
    const app = await openAppPage('web', home);
    try {
      yield figure('activity.open', median(await openActivity(context, app.page)), 'ms');
      yield figure('activity.select-all', median(await choices(context, app.page)), 'ms');
      let seconds = 0;
      const target = { folder: context.profileFolder, name: 'activity-scroll' };
      const { frames } = await profiled(app.devTools, target, () =>
        measureBusyness(app, async () => {
          seconds = await app.page.evaluate(scrollToLast, firstRequestId);
        }),
      );
      yield figure('activity.scroll.frame.p95', percentile(frames, 0.95), 'ms');
      yield figure('activity.scroll.frames-over-50', longerThan(frames, 50), 'frames');
      yield figure('activity.scroll.to-the-last', seconds, 's');
    } finally {
      await app.stop();
    }
  },
};

const roundsOf = ({ isQuick }: BenchContext): number => (isQuick ? quickRounds : rounds);

/** Milliseconds from the chat of a page just loaded to the first rows of thirty days, their sums and their chart. */
export async function openActivity(context: BenchContext, page: Page): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < roundsOf(context); round += 1) {
    await page.evaluate(() => {
      location.hash = '#/chat';
    });
    await page.reload();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await sleep(1_000);
    taken.push(await page.evaluate(openInPage));
  }
  return taken;
}

function openInPage(): Promise<number> {
  const began = performance.now();
  location.hash = '#/activity';
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const isThere = ['[role=gridcell]', '.uplot canvas', 'tbody th'].every((part) =>
        document.querySelector(part),
      );
      if (isThere) resolve(performance.now() - began);
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** Milliseconds from choosing all of them, while only today's were on show, to their number on the page. */
async function choices(context: BenchContext, page: Page): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < roundsOf(context); round += 1) {
    await page.evaluate(chooseInPage, 'Today');
    taken.push(await page.evaluate(chooseInPage, 'All'));
  }
  return taken;
}

function chooseInPage(preset: string): Promise<number> {
  const number = (): string => document.querySelector('footer')?.textContent ?? '';
  const buttons = [...document.querySelectorAll<HTMLElement>('fieldset button')];
  const before = number();
  const began = performance.now();
  buttons.find((button) => button.textContent === preset)?.click();
  return new Promise((resolve) => {
    const onFrame = (): void => {
      if (number() !== before) resolve(performance.now() - began);
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** Scrolls to the end at every frame until the oldest call is there; answers how many seconds that took. */
function scrollToLast(requestId: string): Promise<number> {
  const grid = document.querySelector('[role=grid]');
  if (grid === null) throw new Error('There is no table of calls');
  const began = performance.now();
  return new Promise((resolve) => {
    const onFrame = (): void => {
      if (grid.textContent?.includes(requestId)) {
        resolve((performance.now() - began) / 1_000);
        return;
      }
      grid.scrollTop = grid.scrollHeight;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}
