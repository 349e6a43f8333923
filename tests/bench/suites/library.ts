/** A library of ten thousand results: opening it, scrolling through all of it, searching in it. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAppPage } from '../app-page';
import { type Figure, figure } from '../figure';
import { type Busyness, longerThan, measureBusyness, profiled } from '../main-thread';
import { plainItems, scrollPlainGrid } from '../plain-grid';
import { rarePromptWord, seedLibrary } from '../seed-library';
import { median, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const items = 10_000;
const fewItems = 60;
const rounds = 7;
const quickRounds = 2;
const searches = 40;
const quickSearches = 8;
/** As many as the page asks for. */
const pageItems = 120;
const plainCount = 500;
const queries = { common: 'boat', prefix: 'lighth', rare: rarePromptWord, words: 'forest harbour number' };

export const library: Suite = {
  name: 'library',
  async *measure(context) {
    const many = path.join(context.folder, 'many');
    const few = path.join(context.folder, 'few');
    await seedLibrary(many, items);
    await seedLibrary(few, fewItems);
    const ofFew = await openings(context, few);
    const app = await openAppPage('web', many);
    try {
      const ofMany = await openingsIn(context, app.page);
      yield figure('library.open', median(ofMany), 'ms', { floor: median(ofFew) });
      const plain = await measurePlain(app);
      yield* measureScroll(context, app, { name: 'scroll', plain });
      await app.page.getByRole('button', { name: 'Fit images' }).click();
      yield* measureScroll(context, app, { name: 'scroll-whole', plain });
      yield* measureSearch(context, app.page);
    } finally {
      await app.stop();
    }
  },
};

type App = Awaited<ReturnType<typeof openAppPage>>;

async function openings(context: BenchContext, home: string): Promise<readonly number[]> {
  const app = await openAppPage('web', home);
  try {
    return await openingsIn(context, app.page);
  } finally {
    await app.stop();
  }
}

/** Milliseconds from another tab to the thumbnails of the first screen. */
async function openingsIn({ isQuick }: BenchContext, page: App['page']): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round <= (isQuick ? quickRounds : rounds); round += 1) {
    await page.evaluate(() => {
      location.hash = '#/chat';
    });
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await sleep(500);
    const tookMs = await page.evaluate(openInPage);
    // The first one also loads the tab's own code.
    if (round > 0) taken.push(tookMs);
  }
  return taken;
}

function openInPage(): Promise<number> {
  const began = performance.now();
  location.hash = '#/library';
  const isShown = () => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role=listbox] img')];
    const inSight = pictures.filter((one) => one.getBoundingClientRect().top < innerHeight);
    return inSight.length > 0 && inSight.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  };
  return new Promise((resolve) => {
    const onFrame = (): void => {
      if (isShown()) resolve(performance.now() - began);
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** What a plain grid of some of the same thumbnails costs, scrolled in the same way. */
async function measurePlain(app: App): Promise<Busyness> {
  const items = await plainItems(app.page, plainCount);
  return measureBusyness(app, () => scrollPlainGrid(app.page, items));
}

/** Milliseconds. */
const busyPerFrame = ({ busy, frames }: Busyness): number => (busy * 1_000) / frames.length;

async function* measureScroll(
  { profileFolder }: BenchContext,
  app: App,
  { name, plain }: { readonly name: string; readonly plain: Busyness },
): AsyncGenerator<Figure> {
  const target = { folder: profileFolder, name: `library-${name}` };
  let seconds = 0;
  const { busy, frames } = await profiled(app.devTools, target, () =>
    measureBusyness(app, async () => {
      seconds = await app.page.evaluate(scrollToEnd, items);
    }),
  );
  yield figure(`library.${name}.frame.p95`, percentile(frames, 0.95), 'ms', {
    floor: percentile(plain.frames, 0.95),
    goal: { value: 17 },
  });
  // What the page itself needs, whatever other programs take meanwhile.
  yield figure(`library.${name}.busy-per-frame`, busyPerFrame({ busy, frames }), 'ms', {
    floor: busyPerFrame(plain),
  });
  yield figure(`library.${name}.frames-over-32`, longerThan(frames, 32), 'frames');
  yield figure(`library.${name}.frames-over-50`, longerThan(frames, 50), 'frames', { goal: { value: 0 } });
  yield figure(`library.${name}.to-the-end`, seconds, 's');
}

/** By half a screen at every frame until the last one is there; answers how many seconds that took. */
function scrollToEnd(items: number): Promise<number> {
  const grid = document.querySelector('[role=listbox]');
  if (grid === null) throw new Error('There is no library');
  grid.scrollTop = 0;
  const began = performance.now();
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const last = grid.querySelector(`[aria-posinset="${items}"]`);
      if (last !== null) {
        resolve((performance.now() - began) / 1_000);
        return;
      }
      grid.scrollTop += grid.clientHeight / 2;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

async function* measureSearch({ isQuick }: BenchContext, page: App['page']): AsyncGenerator<Figure> {
  for (const [kind, query] of Object.entries(queries)) {
    const asked = { query, limit: pageItems, rounds: isQuick ? quickSearches : searches };
    const taken = await page.evaluate(searchInPage, asked);
    yield figure(`library.search.${kind}.p95`, percentile(taken, 0.95), 'ms', { goal: { value: 50 } });
  }
}

type Asked = { readonly query: string; readonly limit: number; readonly rounds: number };

/** Milliseconds of each search, asked the way the page asks. */
async function searchInPage({ query, limit, rounds }: Asked): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const response = await fetch('/api/call', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Gatehouse-Pass': localStorage.getItem('gatehouse.pass') ?? '',
      },
      body: JSON.stringify({ name: 'library.page', input: { cursor: null, limit, filter: { query } } }),
    });
    const answer = await response.json();
    if (!answer.ok) throw new Error(`The search was refused: ${JSON.stringify(answer.error)}`);
    if (answer.value.items.length === 0) throw new Error(`Nothing was found for "${query}"`);
    // The first one reads the index from the disk.
    if (round > 0) taken.push(performance.now() - began);
  }
  return taken;
}
