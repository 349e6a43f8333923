/** A chat of one branch with parts of any kind, as its file would bring it. */
import type { Page } from 'playwright/test';
import { command } from './command';

export type Turn = readonly [role: string, parts: readonly object[]];

/** Its messages are `m0`, `m1` and so on; replies are of the Sandbox’s echo. */
export async function importTurns(page: Page, title: string, turns: readonly Turn[]): Promise<void> {
  const messages = turns.map(([role, parts], at) => ({
    ...{ id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}`, role, text: '', parts, createdAt: at + 1 },
    ...{ status: 'complete', model: role === 'assistant' ? 'sandbox/echo' : null },
  }));
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title, createdAt: 1 },
    ...{ model: 'sandbox/echo', settings: {}, leafId: `m${turns.length - 1}`, messages },
  };
  await command(page, 'conversations.import', { json: JSON.stringify(file) });
}
