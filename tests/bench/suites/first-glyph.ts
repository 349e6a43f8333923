/** From the first words that leave the gateway to their paint on the page. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { command } from '../../support/command';
import { type Host, openAppPage, say, showChat, waitForEnd } from '../app-page';
import { type Figure, figure } from '../figure';
import { type Relay, startRelay } from '../relay';
import { seedChats } from '../seed';
import { startStandaloneSandbox } from '../standalone-sandbox';
import { clockAhead, percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const replies = 40;
const quickReplies = 5;
const messagesBefore = 500;
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
  try {
    await talkThrough(page, { baseUrl: relay.baseUrl, key: sandbox.apiKey });
    await showChat(page, chat);
    const taken: number[] = [];
    for (let round = 0; round < (context.isQuick ? quickReplies : replies); round += 1) {
      taken.push(await measureReply(page, relay));
      await waitForEnd(page, chat.id);
      // Frames come at fixed times: the words must not always come at the same moment between two.
      await sleep(40 + Math.random() * 100);
    }
    const name = host === 'web' ? 'first-glyph' : 'desktop.first-glyph';
    yield figure(`${name}.p50`, percentile(taken, 0.5), 'ms');
    yield figure(`${name}.p95`, percentile(taken, 0.95), 'ms', { goal: { value: 30 } });
  } finally {
    await stop();
    await relay.close();
    await sandbox.stop();
  }
}

async function talkThrough(page: Page, { baseUrl, key }: { baseUrl: string; key: string }): Promise<void> {
  const { id } = await command(page, 'profiles.create', { name: 'Relay', baseUrl });
  await command(page, 'profiles.saveKey', { id, key, keep: 'session' });
  await command(page, 'profiles.activate', { id });
}

/** Milliseconds. */
async function measureReply(page: Page, relay: Relay): Promise<number> {
  relay.expect();
  await page.evaluate(watchForWords, question.charAt(0));
  await say(page, question);
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

/** Looks from now on for a reply being written that holds `letter`, and for the end of the frame that shows it. */
function watchForWords(letter: string): void {
  const painted = new MessageChannel();
  window.benchWords = new Promise((resolve) => {
    painted.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
  });
  const observer = new MutationObserver(() => {
    const reply = document.querySelector('[role=log] article[aria-busy=true]');
    if (!reply?.textContent?.includes(letter)) return;
    observer.disconnect();
    // A message posted in a frame is delivered once that frame is drawn.
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}
