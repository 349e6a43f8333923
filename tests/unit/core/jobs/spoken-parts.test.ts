import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { AppError } from '../../../../shared/errors';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { runFfmpeg } from '../../../support/ffmpeg';
import { mp3, opus, wav, webmSound } from '../../../support/media-files';
import { file, type PaidGateway, SPEECH, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

/** Three calls: a call takes 4,000 characters. */
const text = 'This is a sentence of some length, said again and again. '.repeat(150).trim();
const PARTS = 3;

let gateway: PaidGateway;
beforeEach(async () => {
  gateway = await startPaidGateway();
});
afterEach(() => gateway.close());

async function open(options: Parameters<typeof openTestCore>[0] = {}): Promise<TestCore> {
  const app = await openTestCore({ sandbox: gateway.sandbox, ...options });
  onTestFinished(() => app.close());
  return app;
}

/** Each call is answered with the next of the sounds. */
function answer(sounds: readonly Uint8Array[], contentType = 'audio/mpeg') {
  gateway.on(SPEECH, ({ before }) => ({
    ...file(sounds[before] ?? new Uint8Array(), contentType),
    charge: 10,
  }));
}

async function speak(app: TestCore, format = 'mp3'): Promise<Job> {
  const id = randomUUID();
  const request = { modality: 'speech', model: 'paid/voice', prompt: text, extra: {} } as const;
  await app.tell('jobs.create', { id, ...request, parameters: { format } });
  return await ended(app, id);
}

const ended = (app: TestCore, id: string): Promise<Job> =>
  app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });

const bytesOf = (app: TestCore, id: string) =>
  readFileSync((app.core.locate(id, 'file') as { path: string }).path);

const cutInHalf = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2));
const flac = (seconds: number) => runFfmpeg('-f', 'lavfi', '-i', `sine=d=${seconds}`, '-f', 'flac', '-');

test.each([
  ['a type that can’t be joined', async () => [await webmSound(1), await webmSound(2), await webmSound(3)]],
  ['several types', async () => [await mp3(1), wav(2), await opus(3)]],
  ['several sample rates', async () => [wav(1), wav(2, { sampleRate: 24_000 }), wav(3)]],
  ['one that is cut', async () => [wav(1), wav(4).subarray(0, 64_044), wav(3)]],
  ['one FLAC that is cut', async () => [flac(1), cutInHalf(flac(4)), flac(3)]],
])('parts of %s are files of their own, each named, and the job has ended well', async (_, make) => {
  const sounds = await make();
  answer(sounds);
  const app = await open();
  const job = await speak(app);
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(gateway.count(SPEECH)).toBe(PARTS);
  const numbers = job.media.map(({ origin }) => origin.part);
  expect(numbers).toEqual([1, 2, 3].map((number) => ({ number, count: PARTS })));
  expect(job.media.map(({ origin }) => origin.prompt).join('') === text).toBe(true);
  expect(job.media.map(({ fileName }) => /part-\d-of-3/.exec(fileName)?.[0])).toEqual([
    ...['part-1-of-3', 'part-2-of-3', 'part-3-of-3'],
  ]);
  for (const { durationMs } of job.media) expect(durationMs).toBeGreaterThan(900);
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(items.map(({ origin }) => origin.part?.number).sort()).toEqual([1, 2, 3]);
  expect(existsSync(join(app.home, 'parts', job.id))).toBe(false);
});

test.each([
  ['in its output', (data: string) => ({ output: { audio: `data:audio/wav;base64,${data}` } })],
  ['bare', (data: string) => ({ audio: data })],
])('a part that came beside an error, %s, is kept, and only the rest is asked for again', async (_, held) => {
  const sounds = [wav(1), wav(2), wav(3)];
  const besideError = {
    body: {
      error: { code: 'provider_error', message: 'It stopped in the end.' },
      ...held(Buffer.from(sounds[1] ?? []).toString('base64')),
    },
    charge: 10,
  };
  gateway.on(SPEECH, ({ before }) =>
    before === 1 ? besideError : { ...file(sounds[before] ?? new Uint8Array(), 'audio/wav'), charge: 10 },
  );
  const app = await open();
  const job = await speak(app, 'wav');
  expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_error' } });
  expect(job.error?.message).toBe('Part 2 is kept, though the gateway reports: It stopped in the end.');
  await app.tell('jobs.resume', { id: job.id, isConfirmed: true });
  await app.until(() => gateway.count(SPEECH) === PARTS);
  const done = await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === job.id);
    return told?.type === 'job.changed' && told.job.status === 'completed' && told.job;
  });
  expect(gateway.charges).toHaveLength(PARTS);
  expect(done.media.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)).toBeGreaterThan(5_900);
});

test('a database that can’t be read after each answer loses no part and no charge', async () => {
  answer([wav(1), wav(2), wav(3)]);
  const locked = { code: 'storage_failed', message: 'locked', details: { isTemporary: true } } as const;
  let reads = 0;
  const everySecond = () => {
    reads += 1;
    if (reads % 2 === 1) throw new AppError(locked);
  };
  const app = await open({
    clock: { ...systemClock, setTimer: (_: number, run: () => void) => systemClock.setTimer(0, run) },
    wrapStorage: (storage) => ({
      ...storage,
      jobs: {
        ...storage.jobs,
        internals(id) {
          everySecond();
          return storage.jobs.internals(id);
        },
      },
      media: {
        ...storage.media,
        positionsOf(id) {
          everySecond();
          return storage.media.positionsOf(id);
        },
      },
      ledger: {
        ...storage.ledger,
        isUnknown(key) {
          everySecond();
          return storage.ledger.isUnknown(key);
        },
      },
    }),
  });
  const job = await speak(app, 'wav');
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(gateway.count(SPEECH)).toBe(PARTS);
  expect(job.media).toHaveLength(1);
  const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 50 });
  const calls = rows.filter(({ operation }) => operation === 'audio.speech.create');
  expect(calls.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'answered']);
});

test('a cut part is stored as it came, and marked', async () => {
  const cut = wav(4).subarray(0, 64_044);
  answer([wav(1), cut, wav(3)]);
  const app = await open();
  const job = await speak(app);
  expect(job.media.map(({ isCut }) => isCut ?? false)).toEqual([false, true, false]);
  expect(bytesOf(app, job.media[1]?.id ?? '').equals(cut)).toBe(true);
  expect(job.media[0]).toMatchObject({ sampleRate: 16_000, channels: 1 });
});

test('streamed sounds, whose headers state no length, become one with every sample', async () => {
  const streamed = [1, 2, 3].map((seconds) => {
    const bytes = Buffer.from(wav(seconds, { hertz: 300 * seconds }));
    bytes.writeUInt32LE(0, 4);
    bytes.writeUInt32LE(0, 40);
    return bytes;
  });
  answer(streamed, 'audio/wav');
  const app = await open();
  const job = await speak(app, 'wav');
  expect(job.media).toHaveLength(1);
  expect(job.media[0]).toMatchObject({ durationMs: 6_000 });
  const samples = Buffer.concat(streamed.map((bytes) => bytes.subarray(44)));
  expect(bytesOf(app, job.media[0]?.id ?? '').indexOf(samples)).toBeGreaterThan(0);
});

test('parts that are being saved one by one are all there after the app closed in between', async () => {
  answer([await mp3(1), wav(2), await opus(3)]);
  const home = tempFolder();
  let saved = 0;
  const first = await openTestCore({
    ...{ sandbox: gateway.sandbox, home },
    wrapFiles: (files) => ({
      ...files,
      save: async (request) => {
        saved += 1;
        if (saved > 1) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
        return await files.save(request);
      },
    }),
  });
  const job = await speak(first);
  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'storage_full', message: expect.stringContaining('1 of 3') },
  });
  expect(readdirSync(join(home, 'parts', job.id))).toHaveLength(PARTS);
  await first.close();
  const second = await open({ home });
  await second.tell('jobs.resume', { id: job.id });
  const whole = await ended(second, job.id);
  expect(whole).toMatchObject({ status: 'completed', error: null });
  expect(whole.media.map(({ origin }) => origin.part?.number).sort()).toEqual([1, 2, 3]);
  expect(gateway.count(SPEECH)).toBe(PARTS);
  expect(existsSync(join(home, 'parts', job.id))).toBe(false);
});
