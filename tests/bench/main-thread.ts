/** How busy a page's main thread is, and how evenly it draws. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright/test';

export interface Busyness {
  /** Processor time of the main thread's tasks, in seconds: what other programs take meanwhile does not count. */
  readonly busy: number;
  /** Milliseconds from one frame to the next. */
  readonly frames: readonly number[];
}

/** What is measured is everything from the call of `work` to its end. */
export async function measureBusyness(
  { page, devTools }: { page: Page; devTools: CDPSession },
  work: () => Promise<unknown>,
): Promise<Busyness> {
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(beginFrames);
  const before = await taskSeconds(devTools);
  await work();
  const after = await taskSeconds(devTools);
  const frames = await page.evaluate(endFrames);
  await devTools.send('Performance.disable');
  return { busy: after - before, frames };
}

export const longerThan = (frames: readonly number[], milliseconds: number): number =>
  frames.filter((frame) => frame > milliseconds).length;

async function taskSeconds(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (found === undefined) throw new Error('This browser does not tell how busy a page is');
  return found.value;
}

declare global {
  interface Window {
    benchFrames?: { isOn: boolean; readonly deltas: number[] };
  }
}

function beginFrames(): void {
  const frames = { isOn: true, deltas: [] as number[] };
  let last: number | null = null;
  const onFrame = (now: number): void => {
    if (last !== null) frames.deltas.push(now - last);
    last = now;
    if (frames.isOn) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  window.benchFrames = frames;
}

function endFrames(): number[] {
  const frames = window.benchFrames;
  if (frames === undefined) return [];
  frames.isOn = false;
  return frames.deltas;
}

/** Keeps what the page's main thread did during `work` for the Performance panel, where a folder is given. */
export async function profiled<Result>(
  devTools: CDPSession,
  target: { readonly folder: string | null; readonly name: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (target.folder === null) return work();
  await devTools.send('Profiler.enable');
  await devTools.send('Profiler.start');
  const result = await work();
  const { profile } = await devTools.send('Profiler.stop');
  await mkdir(target.folder, { recursive: true });
  await writeFile(path.join(target.folder, `${target.name}.cpuprofile`), JSON.stringify(profile));
  return result;
}
