/** The palette over months of use: from each key to what it finds on the page, and how much of that is the core's. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { openAppPage } from '../app-page';
import { type Figure, figure, type Goal } from '../figure';
import { rareWord, seedChats } from '../seed';
import { seedLibrary } from '../seed-library';
import { percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const messages = 100_000;
const conversations = 10_000;
const media = 10_000;
const betweenKeysMs = 120;
const rounds = 6;
const quickRounds = 1;

/** A word of ten messages, words of nearly all, of titles, of prompts, of the app itself, and of nothing. */
const typed = {
  rare: rareWord,
  common: 'every water',
  title: 'conversation about',
  prompt: 'lighthouse in the fog',
  setting: 'temperature',
  nothing: 'zzyzx',
};

export const palette: Suite = {
  name: 'palette',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    await seedChats(home, Array(conversations).fill({ messages: messages / conversations }));
    await seedLibrary(home, media);
    const { page, stop } = await openAppPage('web', home);
    try {
      yield* typeInPalette(context, page, { name: 'palette', goal: { value: 50 } });
    } finally {
      await stop();
    }
  },
};

/** Words of every kind, each figure with the same goal. */
export async function* typeInPalette(
  context: BenchContext,
  page: Page,
  { name, goal }: { readonly name: string; readonly goal: Goal },
): AsyncGenerator<Figure> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
  await page.evaluate(watchPalette);
  const all: number[] = [];
  for (const [kind, words] of Object.entries(typed)) {
    const taken: number[] = [];
    for (let round = 0; round < (context.isQuick ? quickRounds : rounds); round += 1) {
      taken.push(...(await typeAndMeasure(page, words)));
    }
    all.push(...taken);
    yield figure(`${name}.${kind}.p50`, percentile(taken, 0.5), 'ms');
    yield figure(`${name}.${kind}.p95`, percentile(taken, 0.95), 'ms', { goal });
  }
  yield figure(`${name}.key-to-paint.p50`, percentile(all, 0.5), 'ms');
  yield figure(`${name}.key-to-paint.p95`, percentile(all, 0.95), 'ms', { goal });
}

declare global {
  interface Window {
    /** From each key to the end of the frame with what was found for what it made, in milliseconds. */
    benchFound?: number[];
  }
}

/** Milliseconds of each key. */
async function typeAndMeasure(page: Page, words: string): Promise<readonly number[]> {
  const input = page.getByRole('combobox', { name: 'Search everything' });
  await input.fill('');
  await page.locator('[data-found=""]').waitFor();
  await sleep(200);
  await page.evaluate(() => {
    window.benchFound = [];
  });
  await input.pressSequentially(words, { delay: betweenKeysMs });
  await page.locator(`[data-found="${words}"]`).waitFor();
  await sleep(200);
  const taken = await page.evaluate(() => window.benchFound ?? []);
  if (taken.length < words.length) {
    throw new Error(`${words.length} keys, but ${taken.length} were answered`);
  }
  return taken;
}

/** Each key begins a wait, which ends with the first frame that shows what is found for it or for a later one. */
function watchPalette(): void {
  let began: { readonly value: string; readonly at: number }[] = [];
  const input = document.querySelector<HTMLInputElement>('dialog input');
  const list = document.querySelector('[data-found]');
  if (input === null || list === null) throw new Error('The palette is not open');
  let keyAt = 0;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      keyAt = timeStamp;
    },
    { capture: true },
  );
  input.addEventListener('input', () => began.push({ value: input.value, at: keyAt }));
  new MutationObserver(() => {
    const last = began.findLastIndex(({ value }) => value === list.getAttribute('data-found'));
    const answered = began.slice(0, last + 1);
    began = began.slice(last + 1);
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      for (const { at } of answered) window.benchFound?.push(performance.now() - at);
    };
    requestAnimationFrame(() => painted.port2.postMessage(null));
  }).observe(list, { attributes: true, attributeFilter: ['data-found'] });
}
