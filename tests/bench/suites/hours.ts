/** What a long day leaves in memory: 500 chats opened, 20 comparisons, two hours of replies at 100 tokens a second. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { launchWeb, openApp } from '../../support/app';
import { command } from '../../support/command';
import { aRound } from '../../support/compare-core';
import { showChat, viewport, waitForEnd, withBrowser } from '../app-page';
import { type Figure, figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import { seedChats } from '../seed';
import type { Suite } from '../suite';

const full = { chats: 500, comparisons: 20, repliesOfHour: 90 };
const quick = { chats: 50, comparisons: 4, repliesOfHour: 6 };
const messagesOfChat = 20;
const columnsOfComparison = 3;
/** Ninety of them are an hour at 100 tokens a second; they come twenty times as fast. */
const tokensOfReply = 4_000;
const tokensPerSecond = 2_000;
const repliesOfChat = 6;
const settleMs = 15_000;
const goals = { all: { ratio: 1.3 }, secondHour: { ratio: 1.05 } };

export const hours: Suite = {
  name: 'hours',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes holds');
      return;
    }
    const home = path.join(context.folder, 'home');
    const size = context.isQuick ? quick : full;
    const chats = await seedChats(home, Array(size.chats).fill({ messages: messagesOfChat }));
    const host = await launchWeb({ home });
    try {
      yield* await withBrowser(async (browser, browserId) => {
        const page = await browser.newPage({ viewport });
        await openApp(page, host.url);
        await page.getByRole('textbox', { name: 'Message' }).waitFor();
        const held = async (what: string) => {
          await showNothing(page);
          await sleep(settleMs);
          context.say(what);
          return memoryOf([browserId, host.child.pid ?? 0]);
        };
        const began = await held('the app is open');
        for (const chat of chats) await showChat(page, chat);
        const opened = await held(`${size.chats} chats were opened`);
        for (let made = 0; made < size.comparisons; made += 1) await compareOnce(page);
        const compared = await held(`${size.comparisons} comparisons were made`);
        await streamFor(page, size.repliesOfHour);
        const afterOne = await held('an hour of replies has come');
        await streamFor(page, size.repliesOfHour);
        const afterTwo = await held('two hours of replies have come');
        return figures(began, { opened, compared, afterOne, afterTwo });
      });
    } finally {
      await host.stop();
    }
  },
};

type Held = Readonly<Record<'opened' | 'compared' | 'afterOne' | 'afterTwo', number>>;

function figures(began: number, { opened, compared, afterOne, afterTwo }: Held): readonly Figure[] {
  const beside = { floor: began, goal: goals.all };
  return [
    figure('hours.memory.chats-opened', opened, 'MB', beside),
    figure('hours.memory.compared', compared, 'MB', beside),
    figure('hours.memory.hour-one', afterOne, 'MB', beside),
    figure('hours.memory.hour-two', afterTwo, 'MB', beside),
    figure('hours.memory.growth', afterTwo, 'MB', { floor: afterOne, goal: goals.secondHour }),
  ];
}

/** A new chat: what was shown before is what may be held without need. */
async function showNothing(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/chat';
  });
}

async function compareOnce(page: Page): Promise<void> {
  const columns = Array.from({ length: columnsOfComparison }, () => ({ model: 'sandbox/eliza' }));
  const round = aRound(columns);
  await command(page, 'compare.send', { ...round, isConfirmed: true });
  await page.evaluate((id) => {
    location.hash = `#/compare/${id}`;
  }, round.id);
  for (let isOver = false; !isOver; await sleep(200)) {
    const { conversations } = await command(page, 'compare.get', { id: round.id });
    isOver = conversations.every(({ streamingMessageIds }) => streamingMessageIds.length === 0);
  }
}

/** Replies one after the other, each watched in its chat as it comes. */
async function streamFor(page: Page, replies: number): Promise<void> {
  let conversationId: string | null = null;
  for (let made = 0; made < replies; made += 1) {
    if (made % repliesOfChat === 0) conversationId = null;
    const sent: { readonly conversationId: string } = await command(page, 'chat.send', {
      conversationId,
      messageId: randomUUID(),
      text: `Go on, part ${made}`,
      model: 'sandbox/firehose',
      settings: { extra: { tokens: tokensOfReply, tokens_per_second: tokensPerSecond } },
    });
    ({ conversationId } = sent);
    await page.evaluate((id) => {
      location.hash = `#/chat/${id}`;
    }, conversationId);
    await waitForEnd(page, conversationId);
  }
}
