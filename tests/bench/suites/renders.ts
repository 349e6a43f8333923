/** A reply that is streamed while two videos are rendered, compared with the same reply alone. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { command } from '../../support/command';
import { sandboxAccess } from '../../support/sandbox-access';
import { type AppPage, type Host, openAppPage, say, showChat, waitForEnd } from '../app-page';
import { type Figure, figure } from '../figure';
import { longerThan, measureBusyness, profiled } from '../main-thread';
import { type SeededChat, seedChats } from '../seed';
import { percentile } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const tokensPerSecond = 100;
const tokens = 1_000;
const quickTokens = 200;
const messagesBefore = 100;
const filmSeconds = 10;
const films = ['A paper boat crossing a rainy street', 'Neon koi swimming through clouds'];
const settleMs = 500;

export const renders: Suite = {
  name: 'renders',
  async *measure(context) {
    yield* measureHost(context, 'web');
    if (context.electron !== null) yield* measureHost(context, 'desktop');
  },
};

interface Measured {
  /** Milliseconds between the pieces of a stream, as they leave the gateway. */
  readonly gaps: readonly number[];
  /** Milliseconds between the frames of the page that shows another. */
  readonly frames: readonly number[];
}

async function* measureHost(context: BenchContext, host: Host): AsyncGenerator<Figure> {
  const home = path.join(context.folder, host);
  const extra = {
    tokens: context.isQuick ? quickTokens : tokens,
    tokens_per_second: tokensPerSecond,
    seed: 4,
  };
  const chat = { messages: messagesBefore, settings: { extra } };
  const [first, second] = await seedChats(home, [chat, chat]);
  if (first === undefined || second === undefined) throw new Error('No chat was seeded');
  const app = await openAppPage(host, home);
  try {
    const alone = await measureReplies(context, app, { chat: first, name: `${host}-alone`, extra });
    await beginFilms(app.page);
    const beside = await measureReplies(context, app, { chat: second, name: `${host}-beside`, extra });
    if ((await runningFilms(app.page)) < films.length)
      context.say('a film was done before the replies were: the figures are partly of nothing beside them');
    yield* figuresOf(host === 'web' ? 'renders' : 'desktop.renders', alone, beside);
  } finally {
    await app.stop();
  }
}

interface Asked {
  readonly chat: SeededChat;
  readonly name: string;
  readonly extra: object;
}

async function measureReplies(context: BenchContext, app: AppPage, asked: Asked): Promise<Measured> {
  const { page, devTools } = app;
  await showChat(page, asked.chat);
  const gaps = await gapsOfStream(page, asked.extra);
  const { frames } = await profiled(devTools, { folder: context.profileFolder, name: asked.name }, () =>
    measureBusyness(app, async () => {
      await say(page, 'Write on.');
      await waitForEnd(page, asked.chat.id);
      await sleep(settleMs);
    }),
  );
  return { gaps, frames };
}

/** A stream requested without the app, to measure the gateway alone. */
async function gapsOfStream(page: Page, extra: object): Promise<readonly number[]> {
  const { baseUrl, key } = await sandboxAccess(page);
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox/firehose',
      stream: true,
      ...extra,
      messages: [{ role: 'user', content: 'go on' }],
    }),
  });
  const gaps: number[] = [];
  let last: number | null = null;
  for await (const _ of response.body ?? []) {
    const now = performance.now();
    if (last !== null) gaps.push(now - last);
    last = now;
  }
  return gaps;
}

async function beginFilms(page: Page): Promise<void> {
  for (const prompt of films) {
    await command(page, 'jobs.create', {
      id: randomUUID(),
      modality: 'video',
      model: 'sandbox/kinograph',
      prompt,
      parameters: { duration: filmSeconds, resolution: '1080p' },
      extra: {},
      isConfirmed: true,
    });
  }
  while ((await runningFilms(page)) < films.length) await sleep(200);
}

async function runningFilms(page: Page): Promise<number> {
  const { jobs } = await command(page, 'jobs.page', { modality: 'video', cursor: null, limit: films.length });
  const bad = jobs.find(({ status }) => status === 'failed' || status === 'interrupted');
  if (bad !== undefined) throw new Error(`A film could not be made: ${JSON.stringify(bad.error)}`);
  return jobs.filter(({ status }) => status === 'running').length;
}

function* figuresOf(name: string, alone: Measured, beside: Measured): Generator<Figure> {
  const gap = ({ gaps }: Measured, share: number): number => percentile(gaps, share);
  yield figure(`${name}.token-gap.p95`, gap(beside, 0.95), 'ms', { floor: gap(alone, 0.95) });
  yield figure(`${name}.token-gap.longest`, gap(beside, 1), 'ms', { floor: gap(alone, 1) });
  for (const limit of [32, 50]) {
    yield figure(`${name}.frames-over-${limit}`, longerThan(beside.frames, limit), 'frames', {
      floor: longerThan(alone.frames, limit),
      goal: limit === 50 ? { value: 0 } : null,
    });
  }
  yield figure(`${name}.frame.p95`, percentile(beside.frames, 0.95), 'ms', {
    floor: percentile(alone.frames, 0.95),
  });
}
