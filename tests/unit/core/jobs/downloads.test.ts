/** A long download that ends in the middle goes on from there, also after a restart, and is never paid for again. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaFiles } from '../../../../electron/core/ports/media-files';
import { AppError } from '../../../../shared/errors';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  cut,
  type HostileServer,
  hang,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';
import { png } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const MB = 1_048_576;
/** A PNG followed by bytes that differ from place to place. */
const WHOLE = Buffer.concat([
  png,
  Buffer.from(Uint32Array.from({ length: (10 * MB) / 4 }, (_, at) => at).buffer),
]);
const MIDDLE = 9 * MB;

let server: HostileServer;
let home: string;
let app: TestCore;
type MediaAnswer = Pick<RecordedRequest, 'url' | 'headers'>;
let answers: (Script | ((asked: MediaAnswer) => Script))[];
const keychain = memoryKeychain();

beforeEach(async () => {
  server = await startHostileServer();
  home = tempFolder();
  answers = [];
  const next = (asked: MediaAnswer): Script => {
    if (!/\.png|\/images/.test(asked.url)) return json({ data: [] });
    const answer = answers.shift() ?? { status: 599 };
    return typeof answer === 'function' ? answer(asked) : answer;
  };
  server.script(...Array.from({ length: 60 }, () => next));
  app = await openTestCore({ home, keychain });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const file = (from: number, { etag = '"first"', body }: { etag?: string; body: Script['body'] }): Script => ({
  status: from === 0 ? 200 : 206,
  headers: {
    'content-type': 'image/png',
    'content-length': String(WHOLE.length - from),
    etag,
    ...(from > 0 && { 'content-range': `bytes ${from}-${WHOLE.length - 1}/${WHOLE.length}` }),
  },
  body,
});
const half = (ending: typeof cut | typeof hang) => file(0, { body: [WHOLE.subarray(0, MIDDLE), ending] });
const rest = ({ headers }: MediaAnswer) => {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]);
  return file(from, { body: [WHOLE.subarray(from)] });
};
const answer = () => json({ data: [{ url: `${server.origin}/long.png?signed=${randomUUID()}` }] });

async function create(): Promise<string> {
  const profile = { name: 'Mine', baseUrl: server.baseUrl, key: 'sk-mine-000000000' };
  const { id: profileId } = await app.tell('profiles.create', profile);
  await app.tell('profiles.activate', { id: profileId });
  const id = randomUUID();
  const request = { modality: 'image', model: 'm', prompt: 'a boat', parameters: {}, extra: {} } as const;
  await app.tell('jobs.create', { id, ...request });
  return id;
}

const jobOf = async (id: string): Promise<Job | undefined> =>
  (await app.tell('jobs.page', { modality: null, cursor: null, limit: 9 })).jobs.find((job) => job.id === id);

const untilEnded = (id: string) => untilJob(id, ({ status }) => finishedStatuses.includes(status));
const untilCompleted = (id: string) => untilJob(id, ({ status }) => status === 'completed');

async function untilJob(id: string, is: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await jobOf(id);
    if (job && is(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const partial = (id: string) => join(home, 'parts', id, 'download-0.bytes');
const ranges = () =>
  server.requests.filter(({ url }) => url.includes('.png')).map(({ headers }) => headers.range ?? null);
const paid = () => server.requests.filter(({ method }) => method === 'POST').length;

function expectSaved(job: Job, id: string): void {
  expect(job).toMatchObject({ status: 'completed', error: null });
  const [fileName = ''] = readdirSync(join(home, 'media', 'images'));
  const saved = readFileSync(join(home, 'media', 'images', fileName));
  expect(saved.includes(WHOLE.subarray(png.length))).toBe(true);
  expect(paid()).toBe(1);
  expect(existsSync(join(home, 'parts', id))).toBe(false);
}

async function restart(wrapFiles?: (files: MediaFiles) => MediaFiles): Promise<void> {
  await app.close();
  app = await openTestCore({ home, keychain, ...(wrapFiles && { wrapFiles }) });
}

async function untilWritten(id: string, bytes: number): Promise<void> {
  const record = join(home, 'parts', id, 'download-0.json');
  const known = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).bytes : 0);
  while (known() < bytes) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('goes on after a restart in the middle, with only what is missing', async () => {
  answers.push(answer(), half(hang));
  const id = await create();
  await untilWritten(id, 8 * MB);
  answers.push(rest);
  await restart();
  expectSaved(await untilEnded(id), id);
  expect(ranges()).toEqual([null, expect.stringMatching(/^bytes=\d{7}-$/)]);
  expect(server.requests.at(-1)?.headers['if-range']).toBe('"first"');
});

test('after a kill goes on from what was surely on the disk, whatever stands behind it', async () => {
  answers.push(answer(), half(hang));
  const id = await create();
  await untilWritten(id, 8 * MB);
  const record = readFileSync(join(home, 'parts', id, 'download-0.json'));
  await app.core.close();
  // As a power failure may leave it.
  writeFileSync(join(home, 'parts', id, 'download-0.json'), record);
  const bytes = readFileSync(partial(id));
  writeFileSync(
    partial(id),
    Buffer.concat([bytes.subarray(0, JSON.parse(String(record)).bytes), Buffer.alloc(99)]),
  );
  const from = JSON.parse(String(record)).bytes as number;
  answers.push(rest);
  app = await openTestCore({ home, keychain });
  expectSaved(await untilEnded(id), id);
  expect(ranges()).toEqual([null, `bytes=${from}-`]);
});

test('begins again where the file changed meanwhile', async () => {
  answers.push(answer(), half(hang));
  const id = await create();
  await untilWritten(id, 8 * MB);
  const other = file(0, { etag: '"second"', body: [WHOLE] });
  answers.push(other, other);
  await restart();
  expectSaved(await untilEnded(id), id);
  expect(ranges()).toEqual([null, expect.stringMatching(/^bytes=\d{7}-$/), null]);
});

test('a file server that fails for long leaves what came, and fetching again asks for the rest', async () => {
  answers.push(answer(), half(cut), { status: 503 });
  const id = await create();
  const failed = await untilEnded(id);
  expect(failed).toMatchObject({ status: 'failed', canFetchAgain: true });
  answers.push(rest);
  await app.tell('jobs.resume', { id });
  expectSaved(await untilCompleted(id), id);
  const [, whileFailing, afterwards] = ranges();
  expect(afterwards).toMatch(/^bytes=\d{7}-$/);
  expect(afterwards).toBe(whileFailing);
});

test('where the library’s disk is full, what was downloaded waits, and is not requested again', async () => {
  const id = await untilComplete();
  await app.tell('jobs.resume', { id });
  expectSaved(await untilCompleted(id), id);
  expect(ranges()).toEqual([null]);
});

/** Ends with a download that is complete, and a library that has no room for it. */
async function untilComplete(headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const whole = file(0, { body: [WHOLE] });
  answers.push(answer(), { ...whole, headers: { ...whole.headers, ...headers } });
  let isFull = true;
  await restart((files) => ({
    ...files,
    save: async (request) => {
      if (!isFull) return await files.save(request);
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  }));
  const id = await create();
  expect(await untilEnded(id)).toMatchObject({ status: 'failed', canFetchAgain: true });
  isFull = false;
  return id;
}

function changeRecord(id: string, change: object): void {
  const record = join(home, 'parts', id, 'download-0.json');
  writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), ...change }));
}

test('a complete download of another query is used only once its server says that it is the same file', async () => {
  const id = await untilComplete();
  changeRecord(id, { url: `${server.origin}/long.png?signed=earlier` });
  answers.push(rest);
  await app.tell('jobs.resume', { id });
  expectSaved(await untilCompleted(id), id);
  expect(ranges()).toEqual([null, `bytes=${WHOLE.length - 1}-`]);
});

test('a download of another query that only its date tells apart begins again', async () => {
  const id = await untilComplete();
  const validator = 'Wed, 25 Nov 2026 10:00:00 GMT';
  changeRecord(id, { url: `${server.origin}/long.png?number=2`, validator });
  answers.push(file(0, { body: [WHOLE] }));
  await app.tell('jobs.resume', { id });
  expectSaved(await untilCompleted(id), id);
  expect(ranges()).toEqual([null, null]);
});

test.each([
  ['shorter', WHOLE.subarray(0, MIDDLE)],
  ['longer', Buffer.concat([WHOLE, Buffer.alloc(9)])],
])('a complete download whose file is %s than its record says begins again', async (_how, bytes) => {
  const id = await untilComplete();
  writeFileSync(partial(id), bytes);
  answers.push(file(0, { body: [WHOLE] }));
  await app.tell('jobs.resume', { id });
  expectSaved(await untilCompleted(id), id);
});

test('where there is no room to keep it, it goes straight to the library, which may be elsewhere', async () => {
  answers.push(answer(), file(0, { body: [WHOLE] }), file(0, { body: [WHOLE] }));
  let refused = 0;
  await restart((files) => ({
    ...files,
    keepDownload: async (_job, _index, { pieces }) => {
      refused += 1;
      for await (const _ of pieces) break;
      throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
    },
  }));
  const id = await create();
  expectSaved(await untilEnded(id), id);
  expect(refused).toBe(1);
  expect(ranges()).toEqual([null, null]);
});

test('is taken over by the library without a second copy', async () => {
  answers.push(answer(), file(0, { body: [WHOLE] }));
  let isOneFile = false;
  await restart((files) => ({
    ...files,
    save: async (request) => {
      const saved = await files.save(request);
      isOneFile = statSync(files.pathOf(saved)).ino === statSync(partial(request.origin.jobId)).ino;
      return saved;
    },
  }));
  const id = await create();
  expectSaved(await untilEnded(id), id);
  expect(isOneFile).toBe(true);
});

test('an answer that is a long picture itself is written as it comes, and becomes a file of the library', async () => {
  let held = 0;
  await restart((files) => ({
    ...files,
    savePart: async (...given) => {
      held += 1;
      await files.savePart(...given);
    },
  }));
  answers.push({ headers: { 'content-type': 'image/png' }, body: [WHOLE] });
  const id = await create();
  expectSaved(await untilEnded(id), id);
  expect(held).toBe(0);
});
