/** From a key to what it draws, while a reply is written. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { openAppPage, say, showChat } from '../app-page';
import { figure } from '../figure';
import { seedChats } from '../seed';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

const typed = 'While the reply is still being written, the next question is typed at a quick pace.';
const betweenKeysMs = 80;
const tokensPerSecond = 400;

export const typing: Suite = {
  name: 'typing',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    const extra = { tokens: 8_000, tokens_per_second: tokensPerSecond, seed: 4 };
    const [chat] = await seedChats(home, [{ messages: 500, settings: { extra } }]);
    if (chat === undefined) throw new Error('No chat was seeded');
    const { page, stop } = await openAppPage('web', home);
    try {
      await showChat(page, chat);
      await page.evaluate(watchKeys);
      const text = context.isQuick ? typed.slice(0, 20) : typed;
      const idle = await typeAndMeasure(page, text);
      await say(page, 'Write on.');
      await sleep(2_000);
      const whileStreaming = await typeAndMeasure(page, text);
      yield figure('typing.p50', percentile(whileStreaming, 0.5), 'ms', { floor: percentile(idle, 0.5) });
      yield figure('typing.p95', percentile(whileStreaming, 0.95), 'ms', {
        floor: percentile(idle, 0.95),
        goal: { value: 50 },
      });
    } finally {
      await stop();
    }
  },
};

/** Milliseconds of each key. */
async function typeAndMeasure(page: Page, text: string): Promise<readonly number[]> {
  await page.evaluate(() => {
    window.benchKeys = [];
  });
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('');
  await composer.pressSequentially(text, { delay: betweenKeysMs });
  await sleep(200);
  const measured = await page.evaluate(() => window.benchKeys ?? []);
  if (measured.length < text.length) throw new Error(`${text.length} keys, but ${measured.length} were seen`);
  return measured;
}

declare global {
  interface Window {
    /** From each key to the end of the frame after it, in milliseconds. */
    benchKeys?: number[];
  }
}

function watchKeys(): void {
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.benchKeys?.push(performance.now() - timeStamp);
      requestAnimationFrame(() => painted.port2.postMessage(null));
    },
    { capture: true },
  );
}
