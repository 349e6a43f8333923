/** A long reply in a long chat: how busy the page is, beside the same text appended as plain text. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { type AppPage, type Host, openAppPage, say, showChat, waitForEnd } from '../app-page';
import { type Figure, figure } from '../figure';
import { type Busyness, longerThan, measureBusyness, profiled } from '../main-thread';
import { appendPlainly } from '../plain-text';
import { type SeededChat, seedChats } from '../seed';
import { median } from '../statistics';
import type { BenchContext, Suite } from '../suite';

interface Stream {
  readonly name: string;
  readonly hosts: readonly Host[];
  readonly tokens: number;
  readonly tokensPerSecond: number;
  readonly rounds: number;
}

/** With the seed below, 3,768 tokens of the firehose's mixed markdown are 16,000 characters and 46,745 are 200,000. */
const streams: readonly Stream[] = [
  { name: '400', hosts: ['web', 'desktop'], tokens: 3_768, tokensPerSecond: 400, rounds: 3 },
  { name: '2000', hosts: ['web'], tokens: 3_768, tokensPerSecond: 2_000, rounds: 3 },
  { name: '200k', hosts: ['web'], tokens: 46_745, tokensPerSecond: 2_000, rounds: 1 },
];
const seed = 4;
const messagesBefore = 500;
/** The last highlighting and layout belong to the stream too. */
const settleMs = 500;

export const streaming: Suite = {
  name: 'streaming',
  async *measure(context) {
    for (const stream of streams) {
      for (const host of stream.hosts) {
        if (host === 'web' || context.electron !== null) yield* measureStream(context, stream, host);
      }
    }
  },
};

async function* measureStream(context: BenchContext, stream: Stream, host: Host): AsyncGenerator<Figure> {
  const rounds = context.isQuick ? 1 : stream.rounds;
  const tokens = context.isQuick ? Math.round(stream.tokens / 8) : stream.tokens;
  const home = path.join(context.folder, `${host}-${stream.name}`);
  const extra = { tokens, tokens_per_second: stream.tokensPerSecond };
  const chat = { messages: messagesBefore, settings: { seed, extra } };
  const chats = await seedChats(home, Array(rounds).fill(chat));
  const app = await openAppPage(host, home);
  try {
    const measured: Round[] = [];
    for (const one of chats) measured.push(await measureRound(context, app, one, `${host}-${stream.name}`));
    yield* figuresOf(
      host === 'web' ? `streaming.${stream.name}` : `desktop.streaming.${stream.name}`,
      measured,
    );
  } finally {
    await app.stop();
  }
}

interface Round {
  readonly reply: Busyness;
  readonly plain: Busyness;
}

async function measureRound(
  context: BenchContext,
  app: AppPage,
  chat: SeededChat,
  name: string,
): Promise<Round> {
  const { page, devTools } = app;
  await showChat(page, chat);
  let tookMs = 0;
  const reply = await profiled(devTools, { folder: context.profileFolder, name }, () =>
    measureBusyness(app, async () => {
      const began = performance.now();
      await say(page, 'Write on.');
      await waitForEnd(page, chat.id);
      tookMs = performance.now() - began;
      await sleep(settleMs);
    }),
  );
  const { text, totalMs } = await waitForEnd(page, chat.id);
  const plain = await measurePlain(app, text, totalMs ?? tookMs);
  context.say(`${text.length} characters in ${((totalMs ?? tookMs) / 1_000).toFixed(1)} s`);
  return { reply, plain };
}

async function measurePlain(app: AppPage, text: string, durationMs: number): Promise<Busyness> {
  return measureBusyness(app, async () => {
    await appendPlainly(app.page as Page, { text, durationMs });
    await sleep(settleMs);
  });
}

function* figuresOf(name: string, rounds: readonly Round[]): Generator<Figure> {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  yield figure(
    `${name}.busy`,
    middle(({ reply }) => reply.busy),
    's',
    {
      floor: middle(({ plain }) => plain.busy),
      goal: { ratio: 1.5 },
    },
  );
  for (const limit of [32, 50]) {
    yield figure(
      `${name}.frames-over-${limit}`,
      middle(({ reply }) => longerThan(reply.frames, limit)),
      'frames',
      {
        floor: middle(({ plain }) => longerThan(plain.frames, limit)),
        goal: limit === 50 ? { value: 0 } : null,
      },
    );
  }
  yield figure(
    `${name}.longest-frame`,
    middle(({ reply }) => Math.max(...reply.frames)),
    'ms',
    {
      floor: middle(({ plain }) => Math.max(...plain.frames)),
    },
  );
}
