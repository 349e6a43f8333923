/** Memory of all processes half a minute after the start, beside an empty window or page. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchWeb, openApp } from '../../support/app';
import { viewport, withBrowser } from '../app-page';
import { type DesktopProgram, startDesktop } from '../desktop-start';
import { serveEmptyPage } from '../empty-page';
import { type Figure, figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import { median } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const afterMs = 30_000;
const rounds = 3;

export const memory: Suite = {
  name: 'memory',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes holds');
      return;
    }
    if (context.electron !== null) yield* measureDesktop(context, context.electron);
    yield* measureBrowser(context);
  },
};

async function* measureDesktop(context: BenchContext, electron: string): AsyncGenerator<Figure> {
  const measureOnce = async (program: DesktopProgram) => {
    const { child, stop } = await startDesktop(electron, program, path.join(context.folder, program));
    await sleep(afterMs);
    const held = await memoryOf([child.pid ?? 0]);
    await stop();
    return held;
  };
  yield await compared('memory.desktop', context, {
    app: () => measureOnce('app'),
    empty: () => measureOnce('empty-window'),
  });
}

async function* measureBrowser(context: BenchContext): AsyncGenerator<Figure> {
  yield await compared('memory.browser', context, {
    app: () => measureApp(path.join(context.folder, 'browser')),
    empty: measureEmptyPage,
  });
}

/** The two in turn, never at once: programs that share pages would each seem smaller. */
async function compared(
  name: string,
  { isQuick }: BenchContext,
  { app, empty }: Record<'app' | 'empty', () => Promise<number>>,
): Promise<Figure> {
  const held = { app: [] as number[], empty: [] as number[] };
  for (let round = 0; round < (isQuick ? 1 : rounds); round += 1) {
    held.empty.push(await empty());
    held.app.push(await app());
  }
  return figure(name, median(held.app), 'MB', { floor: median(held.empty), goal: { ratio: 1.2 } });
}

async function measureApp(home: string): Promise<number> {
  const host = await launchWeb({ home });
  try {
    return await withBrowser(async (browser, browserId) => {
      await openApp(await browser.newPage({ viewport }), host.url);
      await sleep(afterMs);
      return memoryOf([browserId, host.child.pid ?? 0]);
    });
  } finally {
    await host.stop();
  }
}

async function measureEmptyPage(): Promise<number> {
  const server = await serveEmptyPage();
  try {
    return await withBrowser(async (browser, browserId) => {
      await (await browser.newPage({ viewport })).goto(server.url);
      await sleep(afterMs);
      return memoryOf([browserId]);
    });
  } finally {
    await server.close();
  }
}
