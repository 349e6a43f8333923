/** From choosing a conversation that was not shown before to its last message on the page. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { openAppPage, showChat } from '../app-page';
import { figure } from '../figure';
import { type SeededChat, seedChats } from '../seed';
import { median } from '../statistics';
import type { Suite } from '../suite';

const lengths = [10, 500, 10_000];
const rounds = 5;
const quickRounds = 2;

export const opening: Suite = {
  name: 'opening',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    const count = context.isQuick ? quickRounds : rounds;
    const chats = await seedChats(
      home,
      [...lengths.flatMap((messages) => Array(count).fill(messages)), 4].map((messages) => ({ messages })),
    );
    const between = chats.at(-1) as SeededChat;
    const { page, stop } = await openAppPage('web', home);
    try {
      for (const [index, messages] of lengths.entries()) {
        const taken = await openChats(page, chats.slice(index * count, (index + 1) * count), between);
        const goal = messages === 500 ? { value: 150 } : null;
        yield figure(`opening.${messages}`, median(taken), 'ms', { goal });
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
