/** From the first words that leave the gateway to their paint on the page, beside a page that only appends text. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { chooseGateway, type Host, openAppPage, say, showChat, waitForEnd } from '../app-page';
import { type Figure, figure } from '../figure';
import { openPlainPage, type PlainPage } from '../plain-page';
import { type Relay, startRelay } from '../relay';
import { seedChats } from '../seed';
import { startStandaloneSandbox } from '../standalone-sandbox';
import { clockAhead, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const replies = 40;
const quickReplies = 5;
const messagesBefore = 500;
/** Milliseconds at most, by the share of the replies in percent. */
const goals = { 50: 12, 95: 22 };
/** The model echoes it; its first letter is nowhere on the page before the reply starts. */
const question = 'Quay and gate, weir and lock, and then the sea.';

export const firstGlyph: Suite = {
  name: 'first-glyph',
  async *measure(context) {
    yield* measureHost(context, 'web');
    if (context.electron !== null) yield* measureHost(context, 'desktop');
  },
};

async function* measureHost(context: BenchContext, host: Host): AsyncGenerator<Figure> {
  const home = path.join(context.folder, host);
  const sandbox = await startStandaloneSandbox(path.join(context.folder, `${host}-sandbox`));
  const relay = await startRelay(sandbox.baseUrl);
  const [chat] = await seedChats(home, [{ messages: messagesBefore, model: 'sandbox/echo' }]);
  if (chat === undefined) throw new Error('No chat was seeded');
  const { page, stop } = await openAppPage(host, home);
  const gateway = { baseUrl: relay.baseUrl, key: sandbox.apiKey };
  const browser = page.context().browser();
  // Electron's window is of no browser that could open another page.
  const plain = host === 'web' && browser !== null ? await openPlainPage(browser, gateway) : null;
  try {
    await chooseGateway(page, gateway);
    await showChat(page, chat);
    const app: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < (context.isQuick ? quickReplies : replies); round += 1) {
      app.push(await measureReply(page, relay));
      await waitForEnd(page, chat.id);
      await betweenReplies();
      if (plain === null) continue;
      floor.push(await measurePlain(plain, relay));
      await betweenReplies();
    }
    yield* figuresOf(host === 'web' ? 'first-glyph' : 'desktop.first-glyph', app, floor);
  } finally {
    await plain?.close();
    await stop();
    await relay.close();
    await sandbox.stop();
  }
}

/** Frames come at fixed times: the words must not always come at the same moment between two. */
const betweenReplies = (): Promise<void> => sleep(40 + Math.random() * 100);

function* figuresOf(name: string, app: readonly number[], plain: readonly number[]): Generator<Figure> {
  for (const [share, most] of Object.entries(goals)) {
    const of = (taken: readonly number[]) => percentile(taken, Number(share) / 100);
    const floor = plain.length === 0 ? null : of(plain);
    yield figure(`${name}.p${share}`, of(app), 'ms', { floor, goal: { value: most } });
  }
}

/** Milliseconds. */
function measureReply(page: Page, relay: Relay): Promise<number> {
  const place = '[role=log] article[aria-label="sandbox/echo"]';
  return measureWords(page, relay, { place, ask: () => say(page, question) });
}

/** Milliseconds. */
function measurePlain({ page, ask }: PlainPage, relay: Relay): Promise<number> {
  return measureWords(page, relay, { place: 'pre', ask: () => ask(question) });
}

interface Asking {
  /** Selects the elements that replies grow in, each with its id in `data-message`. */
  readonly place: string;
  readonly ask: () => Promise<void>;
}

async function measureWords(page: Page, relay: Relay, { place, ask }: Asking): Promise<number> {
  relay.expect();
  await page.evaluate(watchForWords, { place, letter: question.charAt(0) });
  await ask();
  const shownAt = await page.evaluate(() => window.benchWords);
  const sentAt = relay.firstWordsAt();
  if (shownAt === undefined || sentAt === null) throw new Error('The reply did not come through the relay');
  return shownAt - (await clockAhead(page)) - sentAt;
}

declare global {
  interface Window {
    /** When the first words were painted, in milliseconds since the epoch. */
    benchWords?: Promise<number>;
  }
}

/**
 * Looks from now on for the first words of a reply that is not there yet, and for the end of the frame that shows them.
 * A short reply may be at its end by then.
 */
function watchForWords({ place, letter }: { place: string; letter: string }): void {
  const painted = new MessageChannel();
  window.benchWords = new Promise((resolve) => {
    painted.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
  });
  const newest = () => [...document.querySelectorAll<HTMLElement>(place)].at(-1);
  const before = newest()?.dataset.message;
  const isShown = () => {
    const reply = newest();
    return reply?.dataset.message !== before && reply?.textContent?.includes(letter) === true;
  };
  const observer = new MutationObserver(() => {
    if (!isShown()) return;
    observer.disconnect();
    // A message posted in a frame is delivered once that frame is drawn.
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}
