/** Ten thousand conversations: the first screen, and scrolling through all of them. */
import path from 'node:path';
import { openAppPage } from '../app-page';
import { figure } from '../figure';
import { longerThan, measureBusyness, profiled } from '../main-thread';
import { openPageOnce } from '../page-start';
import { seedChats } from '../seed';
import { median, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const conversations = 10_000;
const starts = 5;
const quickStarts = 2;
const lastTitle = 'The very first conversation';

export const list: Suite = {
  name: 'list',
  async *measure(context) {
    const many = path.join(context.folder, 'many');
    const few = path.join(context.folder, 'few');
    await seedChats(many, [
      { messages: 2, title: lastTitle },
      ...Array(conversations - 1).fill({ messages: 2 }),
    ]);
    await seedChats(few, Array(10).fill({ messages: 2 }));
    const [ofMany, ofFew] = [await startsOf(context, many), await startsOf(context, few)];
    yield figure('list.start', median(ofMany), 'ms', { floor: median(ofFew) });
    yield* measureScroll(context, many);
  },
};

/** Milliseconds from the navigation to the composer. */
async function startsOf(context: BenchContext, home: string): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < (context.isQuick ? quickStarts : starts); round += 1) {
    taken.push((await openPageOnce(home)).pageMs);
  }
  return taken;
}

async function* measureScroll({ profileFolder }: BenchContext, home: string) {
  const app = await openAppPage('web', home);
  try {
    let seconds = 0;
    const target = { folder: profileFolder, name: 'list-scroll' };
    const { frames } = await profiled(app.devTools, target, () =>
      measureBusyness(app, async () => {
        seconds = await app.page.evaluate(scrollToLast, lastTitle);
      }),
    );
    yield figure('list.scroll.frame.p95', percentile(frames, 0.95), 'ms');
    yield figure('list.scroll.frames-over-50', longerThan(frames, 50), 'frames');
    yield figure('list.scroll.to-the-last', seconds, 's');
  } finally {
    await app.stop();
  }
}

/** Scrolls by a screen at every frame until the last conversation is there; answers how many seconds that took. */
function scrollToLast(lastTitle: string): Promise<number> {
  const history = document.querySelector('nav[aria-label=History]');
  if (history === null) throw new Error('There is no history');
  const began = performance.now();
  return new Promise((resolve) => {
    const onFrame = (): void => {
      if (history.textContent?.includes(lastTitle)) {
        resolve((performance.now() - began) / 1_000);
        return;
      }
      history.scrollTop += history.clientHeight;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}
