/** Search over a hundred thousand messages, in a hundred conversations and in ten thousand. */
import path from 'node:path';
import type { Page } from 'playwright/test';
import { openAppPage } from '../app-page';
import { type Figure, figure, type Goal } from '../figure';
import { rareWord, seedChats } from '../seed';
import { percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const messages = 100_000;
const rounds = 40;
const quickRounds = 5;
const limit = 30;

/** Of the seeded texts: in ten messages, in nearly all, and the beginning of words in many. */
const queries = {
  rare: rareWord,
  common: 'water',
  'two-words': 'every water',
  prefix: 'va',
  letter: 'g',
};

export const search: Suite = {
  name: 'search',
  async *measure(context) {
    for (const conversations of [100, 10_000]) yield* measureAmong(context, conversations);
  },
};

async function* measureAmong(context: BenchContext, conversations: number) {
  const home = path.join(context.folder, `among-${conversations}`);
  await seedChats(home, Array(conversations).fill({ messages: messages / conversations }));
  const { page, stop } = await openAppPage('web', home);
  try {
    yield* searchChats(context, page, { name: `search.${conversations}-chats`, goal: { value: 50 } });
  } finally {
    await stop();
  }
}

/** Searches of every kind, each figure with the same goal. */
export async function* searchChats(
  context: BenchContext,
  page: Page,
  { name, goal }: { readonly name: string; readonly goal: Goal },
): AsyncGenerator<Figure> {
  const all = context.isQuick ? quickRounds : rounds;
  for (const [kind, query] of Object.entries(queries)) {
    const taken = await page.evaluate(searchInPage, { query, limit, rounds: all });
    yield figure(`${name}.${kind}.p50`, percentile(taken, 0.5), 'ms');
    yield figure(`${name}.${kind}.p95`, percentile(taken, 0.95), 'ms', { goal });
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
      body: JSON.stringify({ name: 'conversations.search', input: { query, limit } }),
    });
    const { ok, value } = await response.json();
    if (!ok || value.length === 0) throw new Error(`Nothing was found for "${query}"`);
    // The first one reads the index from the disk; a person's next letters find it in memory.
    if (round > 0) taken.push(performance.now() - began);
  }
  return taken;
}
