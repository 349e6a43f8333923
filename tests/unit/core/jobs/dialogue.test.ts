/** Dialogues: lines with voices as one file, one line spoken again, captions. The real Sandbox speaks. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ArchiveManifest } from '../../../../electron/storage/archive/archive-manifest';
import { captionCues } from '../../../../shared/media/captions';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { withVoices } from '../../../../shared/run/dialogue';
import { exportAll, forged, importAll, type JsonRow, unzipped, withRows } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { decodedSamples } from '../../../support/ffmpeg';
import { liveAndDie } from '../../../support/killed-process';
import { paidIn } from '../../../support/money';
import { programOf } from '../../../support/programs';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let app: TestCore;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  app = await openTestCore({ sandbox });
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

const script =
  'Clara: Good morning, Ben. Did you sleep well?\nBen: Not at all.\nThe rain was loud.\n\nClara: Oh no!';
const spoken = ['Good morning, Ben. Did you sleep well?', 'Not at all.\nThe rain was loud.', 'Oh no!'];
const voices = { Clara: 'clara', Ben: 'ross' };
const asked = (format: string, prompt = script) =>
  ({
    modality: 'speech',
    model: 'sandbox/narrator',
    prompt,
    parameters: withVoices({ format, speed: 1 }, voices),
    extra: {},
  }) as const;
const price = (texts: readonly string[]) => texts.join('').length * 1500;

const ended = (id: string): Promise<Job> =>
  app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });

async function speak(format: string): Promise<Job> {
  const id = randomUUID();
  await app.tell('jobs.create', { ...asked(format), id });
  return await ended(id);
}

const pathOf = (job: Job) => app.core.locate(job.media[0]?.id ?? '', 'file')?.path ?? '';
const requests = async () => (await sandbox.account()).requests['POST /api/v1/audio/speech'] ?? 0;
const balance = async () => Math.round((await sandbox.account()).balance * 1e6);

let before = { requests: 0, balance: 0 };
beforeEach(async () => {
  before = { requests: await requests(), balance: await balance() };
});

/** The samples of a text spoken alone. */
async function alone(text: string, voice: string): Promise<Int16Array> {
  const id = randomUUID();
  const request = { ...asked('wav', text), parameters: { format: 'wav', speed: 1, voice } };
  await app.tell('jobs.create', { ...request, id });
  return decodedSamples(pathOf(await ended(id)));
}

describe('a dialogue', () => {
  test('is one request for each line, with its voice, and one file of exactly their sounds', async () => {
    const forecast = await app.tell('credits.forecast', { intent: { kind: 'job', ...asked('wav') } });
    const job = await speak('wav');
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(job.parts.map(({ start, end }) => script.slice(start, end))).toEqual(spoken);
    expect(await requests()).toBe(before.requests + 3);
    expect(before.balance - (await balance())).toBe(price(spoken));
    expect(paidIn(job)).toBe(price(spoken));
    expect(forecast.costs[0]?.most).toBeCloseTo(price(spoken) / 1e6, 9);
    const lines = await Promise.all(spoken.map((text, index) => alone(text, index === 1 ? 'ross' : 'clara')));
    const whole = Int16Array.from(lines.flatMap((line) => [...line]));
    expect(decodedSamples(pathOf(job))).toEqual(whole);
    const parts = await app.tell('media.captions', { id: job.media[0]?.id ?? '' });
    expect(parts.map(({ durationMs }) => durationMs)).toEqual(
      lines.map(({ length }) => Math.round(length / 16)),
    );
    expect(parts).toMatchObject([
      { text: spoken[0], speaker: 'Clara', voice: 'clara' },
      { text: spoken[1], speaker: 'Ben', voice: 'ross' },
      { text: spoken[2], speaker: 'Clara', voice: 'clara' },
    ]);
  });

  test.each(['mp3', 'opus', 'flac'])(
    'as %s is as long as the sum of its lines, to the sample',
    async (format) => {
      const job = await speak(format);
      const parts = await app.tell('media.captions', { id: job.media[0]?.id ?? '' });
      const rate = format === 'opus' ? 48_000 : 16_000;
      const sum = parts.reduce((all, { durationMs }) => all + durationMs, 0);
      const samples = decodedSamples(pathOf(job)).length;
      expect(Math.abs((samples * 1000) / rate - sum)).toBeLessThanOrEqual(2);
    },
  );

  test('is refused before the first request in a format that can’t be joined', async () => {
    const refusal = await app.refusal('jobs.create', { ...asked('amr'), id: randomUUID() });
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'parameters.format' });
    expect(await requests()).toBe(before.requests);
  });

  test('refuses a voice that is no name of one', async () => {
    const parameters = withVoices({}, { Clara: ' x' });
    const request = { ...asked('wav'), parameters, id: randomUUID() };
    expect(await app.refusal('jobs.create', request)).toMatchObject({ field: 'parameters.voice:Clara' });
  });
});

describe('one line', () => {
  test('is spoken again alone: only it is paid, and the others are the same to the sample', async () => {
    const job = await speak('wav');
    const old = decodedSamples(pathOf(job));
    before = { requests: await requests(), balance: await balance() };
    const newId = randomUUID();
    const input = { id: job.id, newId, part: 1, text: 'I slept like a log.', voice: 'duncan' };
    await app.tell('jobs.speakLine', input);
    // The same intent a second time makes nothing.
    await app.tell('jobs.speakLine', input);
    const again = await ended(newId);
    expect(again).toMatchObject({ status: 'completed', error: null });
    expect(await requests()).toBe(before.requests + 1);
    expect(before.balance - (await balance())).toBe(price(['I slept like a log.']));
    expect(paidIn(again)).toBe(price(['I slept like a log.']));
    expect(again.prompt).toBe(script.replace('Not at all.\nThe rain was loud.', 'I slept like a log.'));
    const [first = 0, , last = 0] = (await app.tell('media.captions', { id: job.media[0]?.id ?? '' })).map(
      ({ durationMs }) => durationMs * 16,
    );
    const line = await alone('I slept like a log.', 'duncan');
    const heard = decodedSamples(pathOf(again));
    const expected = [...old.subarray(0, first), ...line, ...old.subarray(old.length - last)];
    expect(Math.abs(heard.length - expected.length)).toBeLessThan(32);
    expect(heard.subarray(0, first - 16)).toEqual(old.subarray(0, first - 16));
    expect(heard.subarray(-last + 16)).toEqual(old.subarray(-last + 16));
    // The old file stays, and the new one says what it was made from.
    expect(decodedSamples(pathOf(job))).toEqual(old);
    expect(await app.tell('jobs.inputs', { id: newId })).toMatchObject([
      { role: 'source', from: { jobId: job.id, mediaId: job.media[0]?.id } },
    ]);
    const captions = await app.tell('media.captions', { id: again.media[0]?.id ?? '' });
    expect(captions[1]).toMatchObject({ text: 'I slept like a log.', speaker: 'Ben', voice: 'duncan' });
  });

  test('is still there after a restart, and refused once the sounds of the others are gone', async () => {
    const job = await speak('mp3');
    const { home } = app;
    await app.core.close();
    app = await openTestCore({ home, sandbox });
    before = { requests: await requests(), balance: await balance() };
    const newId = randomUUID();
    await app.tell('jobs.speakLine', { id: job.id, newId, part: 2, text: 'Poor you.' });
    expect(await ended(newId)).toMatchObject({ status: 'completed' });
    expect(await requests()).toBe(before.requests + 1);
    rmSync(join(home, 'parts', job.id), { recursive: true });
    const refusal = await app.refusal('jobs.speakLine', { id: job.id, newId: randomUUID(), part: 0 });
    expect(refusal).toMatchObject({ code: 'not_found' });
    expect(await requests()).toBe(before.requests + 1);
  });
});

test('goes into an archive and comes out of it whole, also after one line was spoken again', async () => {
  const job = await speak('wav');
  const newId = randomUUID();
  await app.tell('jobs.speakLine', { id: job.id, newId, part: 1, text: 'Like a log.\nReally.' });
  const again = await ended(newId);
  const there = await openTestCore({ sandbox });
  onTestFinished(() => there.close());
  expect(await importAll(there, await exportAll(app))).toMatchObject({ state: 'completed', error: null });
  const { jobs } = await there.tell('jobs.page', { modality: null, cursor: null, limit: 50 });
  for (const here of [job, again]) {
    const id = here.media[0]?.id ?? '';
    expect(jobs.find((one) => one.id === here.id)?.parts).toEqual(here.parts);
    expect(await there.tell('media.captions', { id })).toEqual(await app.tell('media.captions', { id }));
    expect(readFileSync(there.core.locate(id, 'file')?.path ?? '')).toEqual(readFileSync(pathOf(here)));
  }
});

test('has its lines in an archive: on a fresh home one is spoken again alone, and only it is paid', async () => {
  const job = await speak('mp3');
  const there = await openTestCore({ sandbox });
  onTestFinished(() => there.close());
  const archive = await exportAll(app);
  expect(await importAll(there, archive)).toMatchObject({ state: 'completed', error: null });
  // Again: what is here stays as it is.
  expect(await importAll(there, archive)).toMatchObject({ state: 'completed', error: null });
  before = { requests: await requests(), balance: await balance() };
  const newId = randomUUID();
  await there.tell('jobs.speakLine', { id: job.id, newId, part: 1, text: 'Like a log.' });
  const again = await there.until(() => {
    const told = there.events.findLast((event) => event.type === 'job.changed' && event.job.id === newId);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
  expect(again).toMatchObject({ status: 'completed', error: null });
  expect(await requests()).toBe(before.requests + 1);
  expect(before.balance - (await balance())).toBe(price(['Like a log.']));
});

test.each<[string, (path: string, entries: Record<string, unknown>, manifest: ArchiveManifest) => void]>([
  [
    'no sound',
    (path, entries) => {
      entries[path] = Buffer.from('<html>no sound</html>');
    },
  ],
  [
    'beyond the last line',
    (path, entries, manifest) => {
      const far = path.replace(/\d+$/, '999');
      entries[far] = entries[path];
      manifest.files.push({ path: far, bytes: 0, sha256: '' });
    },
  ],
])('a line of an archive that is %s is refused, and nothing of it is left', async (_name, change) => {
  const job = await speak('wav');
  const there = await openTestCore({ sandbox });
  onTestFinished(() => there.close());
  const archive = forged(unzipped(await exportAll(app)), (entries, manifest) =>
    change(`files/lines/${job.id}/0`, entries, manifest),
  );
  const { error } = await importAll(there, archive);
  expect(error?.message).toContain('files/lines/');
  expect(existsSync(join(there.home, 'parts', job.id, '0.wav'))).toBe(false);
});

test('a line whose bytes are of no known kind stays behind, and all else of its archive comes', async () => {
  const job = await speak('wav');
  const there = await openTestCore({ sandbox });
  onTestFinished(() => there.close());
  const archive = forged(unzipped(await exportAll(app)), (entries) => {
    entries[`files/lines/${job.id}/0`] = Buffer.from([0, 1, 254, 7, 0, 3, 128, 9]);
  });
  expect(await importAll(there, archive)).toMatchObject({ state: 'completed', error: null });
  expect(existsSync(join(there.home, 'parts', job.id, '0.wav'))).toBe(false);
  expect(existsSync(join(there.home, 'parts', job.id, '1.wav'))).toBe(true);
});

test.each<[string, (line: JsonRow) => readonly JsonRow[]]>([
  ['twice', (line) => [line, { ...line, position: 3, idempotency_key: 'k' }]],
  ['in part', (line) => [{ ...line, end: Number(line.end) - 1 }]],
  ['not at all', () => []],
  ['with its name', (line) => [{ ...line, start: Number(line.start) - 40 }]],
])(
  'that asks for its last line %s is refused, and nothing of its archive is imported',
  async (_name, change) => {
    const job = await speak('wav');
    const there = await openTestCore({ sandbox });
    onTestFinished(() => there.close());
    const isLast = (row: JsonRow) => row.job_id === job.id && row.position === 2;
    const archive = withRows(unzipped(await exportAll(app)), 'job_parts', (rows) =>
      rows.flatMap((row) => (isLast(row) ? change(row) : [row])),
    );
    const { error } = await importAll(there, archive);
    expect(error?.message).toContain('the parts of a job don’t match its text');
  },
);

test('captions are saved beside the sound as SRT and VTT, by sentence, and never over another file', async () => {
  const job = await speak('mp3');
  const id = job.media[0]?.id ?? '';
  const parts = await app.tell('media.captions', { id });
  const cues = captionCues(parts);
  expect(cues.map(({ text }) => text)).toEqual([
    ...['Good morning, Ben.', 'Did you sleep well?', 'Not at all.', 'The rain was loud.', 'Oh no!'],
  ]);
  expect(cues.at(-1)?.endMs).toBe(parts.reduce((sum, { durationMs }) => sum + durationMs, 0));
  for (const [index, cue] of cues.entries()) expect(cue.startMs).toBe(cues[index - 1]?.endMs ?? 0);
  const names = [];
  for (const format of ['srt', 'vtt', 'srt'] as const)
    names.push((await app.tell('media.saveCaptions', { id, format })).fileName);
  const stem = job.media[0]?.fileName.replace(/\.mp3$/, '') ?? '';
  expect(names).toEqual([`${stem}.srt`, `${stem}.vtt`, `${stem} (2).srt`]);
  const read = (name = '') => readFileSync(join(dirname(pathOf(job)), name), 'utf8');
  expect(read(names[0])).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nClara: Good morning, Ben\.\n\n2\n/);
  expect(read(names[1])).toMatch(
    /^WEBVTT\n\n00:00:00\.000 --> 00:00:0\d\.\d{3}\n<v Clara>Good morning, Ben\.<\/v>\n/,
  );
});

const KILLS = soakTimes(4, 30);

test(`${KILLS} kills at any moment: no line is lost and none is paid twice`, async () => {
  const home = tempFolder();
  const own = await startTestSandbox();
  onTestFinished(() => own.close());
  const env = { HOME_FOLDER: home, BASE_URL: own.baseUrl, API_KEY: own.apiKey, JOBS: '1' };
  const REQUEST = JSON.stringify(asked('wav'));
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(await programOf('run-jobs'), { ...env, REQUEST }, Math.random() * 400);
  const last = await openTestCore({ home, sandbox: own });
  onTestFinished(() => last.core.close());
  const [found] = (await last.tell('jobs.page', { modality: null, cursor: null, limit: 9 })).jobs;
  // What may have been accepted is asked again by the person alone, under the same key.
  if (found?.status === 'interrupted') await last.tell('jobs.resume', { id: found.id });
  const job = await last.until(() => {
    const told = last.events.findLast((event) => event.type === 'job.changed');
    if (found?.status === 'completed') return found;
    return told?.type === 'job.changed' && told.job.status === 'completed' && told.job;
  });
  expect(job.media).toHaveLength(1);
  const account = await own.account();
  expect(account.charges).toHaveLength(3);
  expect(Math.round(account.charged * 1e6)).toBe(price(spoken));
});
