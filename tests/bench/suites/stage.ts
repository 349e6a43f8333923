/** Pictures of 4096² on the stage: from the key to the picture, decoded ahead or not, and what they leave in memory. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAppPage, renderersOf } from '../app-page';
import { figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import { seedLibrary } from '../seed-library';
import { median, percentile } from '../statistics';
import type { Suite } from '../suite';

/** Few enough that all are images. */
const results = 60;
const large = { side: 4_096, count: 6 };
const rounds = 10;
const quickRounds = 3;
/** Far above what decoding the neighbors takes. */
const aheadMs = 3_000;
/** What is kept for a moment is given back by then. */
const laterMs = 15_000;
const goal = { value: 150 };

export const stage: Suite = {
  name: 'stage',
  async *measure({ folder, isQuick, say }) {
    const home = path.join(folder, 'large');
    await seedLibrary(home, results, large);
    say(`pictures of ${large.side} × ${large.side} are made`);
    const app = await openAppPage('web', home);
    try {
      await showTab(app.page, 'library');
      await app.page.locator('[role=listbox] [role=option]').first().waitFor();
      await sleep(aheadMs);
      const before = await memoryOfPage(app.page);
      await openViewer(app.page);
      const [next, atOnce]: [number[], number[]] = [[], []];
      for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1) {
        await sleep(aheadMs);
        next.push(await timeOfKey(app.page, 'ArrowRight'));
        // Pressed at once: the one after the next is not decoded yet.
        atOnce.push(await timeOfKey(app.page, 'ArrowRight'));
      }
      const [shown, left] = [await memoryOfPage(app.page), await memoryAfterLeaving(app.page)];
      yield figure('stage.next.median', median(next), 'ms', { goal });
      yield figure('stage.next.p95', percentile(next, 0.95), 'ms', { goal });
      yield figure('stage.next-at-once.median', median(atOnce), 'ms', { goal });
      if (!tellsMemory) return;
      yield figure('stage.memory.shown', shown, 'MB', { floor: before });
      yield figure('stage.memory.left', left, 'MB', { floor: before });
    } finally {
      await app.stop();
    }
  },
};

type Page = Awaited<ReturnType<typeof openAppPage>>['page'];

const showTab = (page: Page, tab: string): Promise<void> =>
  page.evaluate((name) => {
    location.hash = `#/${name}`;
  }, tab);

async function memoryOfPage(page: Page): Promise<number> {
  const browser = page.context().browser();
  return browser === null || !tellsMemory ? 0 : await memoryOf(await renderersOf(browser));
}

async function memoryAfterLeaving(page: Page): Promise<number> {
  await page.keyboard.press('Escape');
  await showTab(page, 'chat');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await sleep(laterMs);
  return await memoryOfPage(page);
}

async function openViewer(page: Page): Promise<void> {
  await page.locator('[role=listbox] [role=option]').first().click();
  await page.keyboard.press('Enter');
  await page.locator('dialog canvas[data-painted]').waitFor();
}

/** Milliseconds from a key to the frame after the other picture was painted whole. */
async function timeOfKey(page: Page, key: string): Promise<number> {
  // Input overtakes scripts: what listens has to be there first.
  const measured = await page.evaluateHandle(watchNextPicture);
  await page.keyboard.press(key);
  return await measured.evaluate(({ milliseconds }) => milliseconds);
}

function watchNextPicture(): { readonly milliseconds: Promise<number> } {
  const canvas = () => document.querySelector('dialog canvas[data-painted]');
  const shown = () => canvas()?.parentElement?.querySelector('img')?.src;
  const before = shown();
  const milliseconds = new Promise<number>((resolve) => {
    const onKey = () => {
      const began = performance.now();
      const onFrame = (): void => {
        if (canvas() !== null && shown() !== before) resolve(performance.now() - began);
        else requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    };
    addEventListener('keydown', onKey, { once: true, capture: true });
  });
  return { milliseconds };
}
