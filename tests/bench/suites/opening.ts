/** From choosing a conversation that was not shown before to its last message on the page. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { openAppPage, showChat } from '../app-page';
import { figure } from '../figure';
import { type SeedChat, type SeededChat, seedChats } from '../seed';
import { median } from '../statistics';
import type { Suite } from '../suite';

/** In order of how they are measured, with what each is to take at most. */
const kinds = [
  { name: '10', messages: 10, goal: null },
  { name: '500', messages: 500, goal: { value: 150 } },
  { name: '500.of-2000-parts', messages: 500, hasManyParts: true, goal: { value: 150 } },
  { name: '10000', messages: 10_000, goal: null },
] as const;
const rounds = 5;
const quickRounds = 2;

export const opening: Suite = {
  name: 'opening',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    const count = context.isQuick ? quickRounds : rounds;
    const seeds = kinds.flatMap(({ name: _name, goal: _goal, ...chat }) => Array<SeedChat>(count).fill(chat));
    const chats = await seedChats(home, [...seeds, { messages: 4 }]);
    const between = chats.at(-1) as SeededChat;
    const { page, stop } = await openAppPage('web', home);
    try {
      for (const [index, { name, goal }] of kinds.entries()) {
        const taken = await openChats(page, chats.slice(index * count, (index + 1) * count), between);
        yield figure(`opening.${name}`, median(taken), 'ms', { goal });
      }
    } finally {
      await stop();
    }
  },
};

/** Milliseconds of each, all of them seen for the first time, with another one shown before each. */
export async function openChats(
  page: Page,
  chats: readonly SeededChat[],
  between: SeededChat,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const chat of chats) {
    await showChat(page, between);
    taken.push(await page.evaluate(openInPage, chat));
    await sleep(200);
  }
  return taken;
}

/** Milliseconds until the end of the frame that shows the last word. */
function openInPage({ id, lastWord }: SeededChat): Promise<number> {
  const painted = new MessageChannel();
  const began = performance.now();
  const observer = new MutationObserver(() => {
    const messages = document.querySelectorAll('[role=log] article');
    if (!messages[messages.length - 1]?.textContent?.includes(lastWord)) return;
    observer.disconnect();
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  location.hash = `#/chat/${id}`;
  return new Promise((resolve) => {
    painted.port1.onmessage = () => resolve(performance.now() - began);
  });
}
