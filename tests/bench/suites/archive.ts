/** An archive of a gigabyte, written and read: how fast, how much memory, and how soon the app answers meanwhile. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { launchWeb, openApp, type RunningWeb } from '../../support/app';
import { command } from '../../support/command';
import { launchBrowser, viewport } from '../app-page';
import { type Figure, figure } from '../figure';
import { memoryOf, tellsMemory } from '../processes';
import { seedLibrary } from '../seed-library';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

/** All images, of 16 MB each. */
const results = 64;
const quickResults = 8;
const fileBytes = 16_000_000;
const sampleMs = 100;
const answersOfFloor = 40;
const goals = { rate: { value: 60 }, memory: { value: 200 }, answer: { value: 50 } };

export const archive: Suite = {
  name: 'archive',
  async *measure({ folder, isQuick, say }) {
    const home = path.join(folder, 'full');
    await seedLibrary(home, isQuick ? quickResults : results, { count: 4, leastBytes: fileBytes });
    say('the results are made');
    const floor = await copyChecked(home);
    const written = await withApp(home, writeArchive);
    yield* figuresOf('archive.write', written, floor);
    const read = await withApp(path.join(folder, 'empty'), (app) => readArchive(app, written.file));
    yield* figuresOf('archive.read', read, floor);
  },
};

/** Reads all files once, with the checksum an archive has of each, and writes them once; answers MB a second. */
async function copyChecked(home: string): Promise<number> {
  const folder = path.join(home, 'media');
  const copy = path.join(home, 'copy');
  const began = performance.now();
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const hash = createHash('sha256');
    await pipeline(
      createReadStream(path.join(folder, name)),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      },
      createWriteStream(copy),
    );
    hash.digest();
  }
  await rm(copy);
  return bytes / 1e6 / ((performance.now() - began) / 1_000);
}

interface App {
  readonly page: Page;
  readonly host: RunningWeb;
}

async function withApp<Result>(home: string, work: (app: App) => Promise<Result>): Promise<Result> {
  const host = await launchWeb({ home });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport });
    await openApp(page, host.url);
    // What is loaded or made after a start must not be counted.
    await sleep(5_000);
    return await work({ page, host });
  } finally {
    await browser.close();
    await host.stop();
  }
}

interface Measured {
  readonly bytes: number;
  readonly seconds: number;
  /** What the host held at most, beyond what it held before, in MB. */
  readonly memory: number;
  /** Milliseconds from a command to its answer, as the page asks. */
  readonly answers: readonly number[];
  /** The same just before. */
  readonly answersBefore: readonly number[];
}

async function writeArchive(app: App): Promise<Measured & { readonly file: string }> {
  const measured = await whileWatched(app, async () => {
    await command(app.page, 'archive.export', { includesMedia: true });
    await archiveEnd(app.page);
  });
  const folder = path.join(app.host.home, 'exports');
  const [name = ''] = await readdir(folder);
  const file = path.join(path.dirname(app.host.home), 'everything.gatehouse');
  await link(path.join(folder, name), file);
  return { ...measured, bytes: (await stat(file)).size, file };
}

async function readArchive(app: App, file: string): Promise<Measured> {
  const measured = await whileWatched(app, async () => {
    const archiveId = await upload(app, file);
    await command(app.page, 'archive.import', { archiveId });
    await archiveEnd(app.page);
  });
  return { ...measured, bytes: (await stat(file)).size };
}

/** Sends the file as the page does, without reading it into the page first. */
async function upload({ page, host }: App, file: string): Promise<string> {
  const cookies = await page.context().cookies(host.origin);
  const headers = {
    'content-type': 'application/zip',
    'content-length': String((await stat(file)).size),
    'x-gatehouse-pass': await page.evaluate(() => localStorage.getItem('gatehouse.pass') ?? ''),
    origin: host.origin,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  };
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request(`${host.origin}/api/archives`, { method: 'POST', headers }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve(body));
    });
    asked.on('error', reject);
    createReadStream(file).pipe(asked);
  });
  const envelope = JSON.parse(text);
  if (!envelope.ok) throw new Error(`The archive was refused: ${text}`);
  return envelope.value.archiveId;
}

async function archiveEnd(page: Page): Promise<void> {
  for (;;) {
    const { archive: task } = await command(page, 'app.snapshot', {});
    if (task !== null && task.state !== 'running') {
      if (task.state !== 'completed') throw new Error(`The archive failed: ${JSON.stringify(task.error)}`);
      return;
    }
    await sleep(sampleMs);
  }
}

async function whileWatched(
  { page, host }: App,
  work: () => Promise<void>,
): Promise<Omit<Measured, 'bytes'>> {
  const root = [host.child.pid ?? 0];
  const before = await memoryOf(root);
  let most = before;
  const answersBefore: number[] = [];
  while (answersBefore.length < answersOfFloor) answersBefore.push(await page.evaluate(answerInPage));
  const answers: number[] = [];
  const began = performance.now();
  let isDone = false;
  const watched = (async () => {
    while (!isDone) {
      answers.push(await page.evaluate(answerInPage));
      if (tellsMemory) most = Math.max(most, await memoryOf(root));
      await sleep(sampleMs);
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  const seconds = (performance.now() - began) / 1_000;
  await watched;
  return { seconds, memory: most - before, answers, answersBefore };
}

async function answerInPage(): Promise<number> {
  const pass = localStorage.getItem('gatehouse.pass') ?? '';
  const began = performance.now();
  const response = await fetch('/api/call', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Gatehouse-Pass': pass },
    body: JSON.stringify({ name: 'conversations.list', input: { cursor: null, limit: 30 } }),
  });
  if (!(await response.json()).ok) throw new Error('The app refused a question while an archive was at work');
  return performance.now() - began;
}

function* figuresOf(name: string, measured: Measured, floor: number): Generator<Figure> {
  const { bytes, seconds, memory, answers, answersBefore } = measured;
  yield figure(`${name}.rate`, bytes / 1e6 / seconds, 'MB/s', { floor, goal: goals.rate });
  if (tellsMemory) yield figure(`${name}.memory`, memory, 'MB', { goal: goals.memory });
  for (const [part, share] of Object.entries({ p95: 0.95, longest: 1 })) {
    const [value, before] = [percentile(answers, share), percentile(answersBefore, share)];
    yield figure(`${name}.answer.${part}`, value, 'ms', { floor: before, goal: goals.answer });
  }
}
