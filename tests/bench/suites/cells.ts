/** An experiment of two thousand cells, all answered: opening it, and scrolling through all of it both ways. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import { command } from '../../support/command';
import { type AppPage, openAppPage } from '../app-page';
import { figure } from '../figure';
import { longerThan, measureBusyness, profiled } from '../main-thread';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

const variants = 20;
const cases = 100;
const quickCases = 20;
const pollMs = 500;

export const cells: Suite = {
  name: 'cells',
  async *measure({ folder, profileFolder, isQuick }) {
    const app = await openAppPage('web', folder);
    try {
      const id = await answerAll(app, isQuick ? quickCases : cases);
      yield figure('cells.open', await app.page.evaluate(openGrid, id), 'ms');
      const target = { folder: profileFolder, name: 'cells-scroll' };
      const { frames } = await profiled(app.devTools, target, () =>
        measureBusyness(app, () => app.page.evaluate(scrollBothWays)),
      );
      yield figure('cells.scroll.frame.p95', percentile(frames, 0.95), 'ms');
      yield figure('cells.scroll.frames-over-50', longerThan(frames, 50), 'frames', { goal: { value: 0 } });
    } finally {
      await app.stop();
    }
  },
};

/** @returns the id of the experiment, once each of its cells has an answer */
async function answerAll({ page }: AppPage, rows: number): Promise<string> {
  const id = crypto.randomUUID();
  await command(page, 'experiments.create', {
    id,
    title: 'Many cells',
    variants: Array.from({ length: variants }, (_, at) => ({
      ...{ modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo', settings: { seed: at } },
      ...{ label: `Variant ${at}`, template: 'Say {{word}}', promptVersion: null },
    })) as never,
    cases: Array.from({ length: rows }, (_, at) => ({ variables: { word: `word ${at} `.repeat(12) } })),
  });
  await command(page, 'experiments.start', { id });
  for (;;) {
    const { state } = await command(page, 'experiments.get', { id });
    if (state === 'completed') return id;
    if (state !== 'running') throw new Error(`The experiment is ${state}`);
    await sleep(pollMs);
  }
}

/** Milliseconds until the first answer is on the screen. */
function openGrid(id: string): Promise<number> {
  const began = performance.now();
  location.hash = `#/lab/${id}`;
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const first = document.querySelector('[role=gridcell]');
      if (first?.textContent?.includes('Say word')) resolve(performance.now() - began);
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** Half a screen at every frame, down to the last row, and then to the last column. */
function scrollBothWays(): Promise<void> {
  const grid = document.querySelector('[role=gridcell]')?.closest('[role=grid]');
  let scroller = grid ?? null;
  while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1)
    scroller = scroller.parentElement;
  if (scroller === null) throw new Error('The grid does not scroll');
  const moving = scroller;
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const { scrollTop, scrollLeft } = moving;
      moving.scrollTop += moving.clientHeight / 2;
      if (moving.scrollTop === scrollTop) moving.scrollLeft += moving.clientWidth / 2;
      if (moving.scrollTop === scrollTop && moving.scrollLeft === scrollLeft) resolve();
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}
