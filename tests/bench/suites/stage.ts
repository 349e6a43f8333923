/** Pictures of 4096² on the stage: from the key to the picture, decoded ahead or not. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAppPage } from '../app-page';
import { figure } from '../figure';
import { seedLibrary } from '../seed-library';
import { median, percentile } from '../statistics';
import type { Suite } from '../suite';

/** Few enough that all are images. */
const results = 60;
const large = { side: 4_096, count: 6 };
const rounds = 10;
const quickRounds = 3;
/** Far above what decoding the neighbours takes. */
const aheadMs = 3_000;
const goal = { value: 150 };

export const stage: Suite = {
  name: 'stage',
  async *measure({ folder, isQuick, say }) {
    const home = path.join(folder, 'large');
    await seedLibrary(home, results, large);
    say(`pictures of ${large.side} × ${large.side} are made`);
    const app = await openAppPage('web', home);
    try {
      await openViewer(app.page);
      const [next, atOnce]: [number[], number[]] = [[], []];
      for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1) {
        await sleep(aheadMs);
        next.push(await timeOfKey(app.page, 'ArrowRight'));
        // Pressed at once: the one after the next is not decoded yet.
        atOnce.push(await timeOfKey(app.page, 'ArrowRight'));
      }
      yield figure('stage.next.median', median(next), 'ms', { goal });
      yield figure('stage.next.p95', percentile(next, 0.95), 'ms', { goal });
      yield figure('stage.next-at-once.median', median(atOnce), 'ms', { goal });
    } finally {
      await app.stop();
    }
  },
};

type Page = Awaited<ReturnType<typeof openAppPage>>['page'];

async function openViewer(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/library';
  });
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
