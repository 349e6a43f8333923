import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobsOf } from '../../../../shared/chat/parts';
import { AppError } from '../../../../shared/errors';
import type { Job } from '../../../../shared/media/jobs';
import { costOfNodes } from '../../../../shared/media/lineage';
import { exportAll, importAll } from '../../../support/archives';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore, type TestCoreOptions } from '../../../support/core';
import {
  cut,
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
  wait,
} from '../../../support/hostile-server';
import { inMicros, paidIn } from '../../../support/money';
import { tempFolder } from '../../../support/temp-folder';

let server: HostileServer;
let options: TestCoreOptions & { home: string };
let app: TestCore;
let answers: Script[];

beforeEach(async () => {
  server = await startHostileServer();
  answers = [];
  const answer = ({ url }: { url: string }): Script =>
    url.endsWith('/models') ? json({ object: 'list', data: [] }) : (answers.shift() ?? { status: 599 });
  server.script(...Array.from({ length: 60 }, () => answer));
  const account = () => Promise.reject(new Error('This gateway keeps no account.'));
  const { baseUrl, close } = server;
  options = {
    home: tempFolder(),
    sandbox: { baseUrl, apiKey: 'key-of-pictures', dataDir: '', account, close },
  };
  app = await openTestCore(options);
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const picture = (shade: number): Buffer => {
  const canvas = createCanvas(8, 8);
  canvas.getContext('2d').fillStyle = `rgb(${shade} 9 9)`;
  canvas.getContext('2d').fillRect(0, 0, 8, 8);
  return canvas.toBuffer('image/png');
};
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const meta = { credits_used: 3, credits_remaining: 97 };
const whole = (message: object) => json({ choices: [{ index: 0, message, finish_reason: 'stop' }], meta });
const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...more }] })}\n\n`;
const streamEnd = `data: ${JSON.stringify({ choices: [], meta })}\n\ndata: [DONE]\n\n`;

const wholeLibrary = { filter: {}, cursor: null, limit: 10 } as const;

/** The jobs of a reply once they have ended. */
async function savedOf(messageId: string, of: TestCore = app): Promise<readonly Job[]> {
  return await of.until(() => {
    const jobs = [
      ...new Map(
        of.events.flatMap((event) =>
          event.type === 'job.changed' && event.job.owner?.id === messageId
            ? [[event.job.id, event.job]]
            : [],
        ),
      ).values(),
    ] as Job[];
    return jobs.length > 0 && jobs.every(({ finishedAt }) => finishedAt !== null) && jobs;
  });
}

const fileOf = (of: TestCore, job: Job | undefined, position = 0): Buffer =>
  readFileSync(of.core.locate(job?.media[position]?.id ?? '', 'file')?.path ?? '');

describe('pictures and sound of a chat reply', () => {
  test('have the reply in their lineage, and share what it cost', async () => {
    const pictures = [picture(10), picture(20)].map((bytes) => image(dataUrl(bytes)));
    answers.push(whole({ role: 'assistant', content: 'Two gates', images: pictures }));
    const { conversationId, reply } = await app.chat('draw two gates', { stream: false });
    const [first, second] = (await savedOf(reply.id)).flatMap(({ media }) => media);
    const lineage = await app.tell('media.lineage', { id: first?.id ?? '', isWhole: true });
    expect(lineage.nodes.map(({ kind, id }) => [kind, id])).toEqual(
      expect.arrayContaining([
        ['reply', `reply:${reply.id}`],
        ['result', first?.id],
        ['result', second?.id],
      ]),
    );
    expect(lineage.nodes).toHaveLength(3);
    expect(lineage.nodes).toContainEqual(expect.objectContaining({ kind: 'reply', conversationId }));
    expect(costOfNodes(lineage.nodes)).toEqual({ known: inMicros(3_000_000), unknown: 0 });
  });

  test('go on above the chat: a result that was sent with a message, and the media of the reply before', async () => {
    const draw = async (shade: number, more: object, text: string) => {
      const pictures = [image(dataUrl(picture(shade)))];
      answers.push(whole({ role: 'assistant', content: null, images: pictures }));
      const { reply, conversationId } = await app.chat(text, { stream: false, ...more });
      const [item] = (await savedOf(reply.id)).flatMap(({ media }) => media);
      if (item === undefined) throw new Error('nothing was saved');
      return { item, reply: `reply:${reply.id}`, conversationId };
    };
    const first = await draw(10, {}, 'draw a gate');
    const { id, name } = await app.tell('attachments.addFromLibrary', { mediaId: first.item.id });
    const base64 = dataUrl(picture(90)).split(',')[1] ?? '';
    const photo = await app.tell('attachments.add', { name: 'photo.png', base64 });
    const attachments = [
      { id, name },
      { id: photo.id, name: photo.name },
    ];
    const second = await draw(20, { attachments }, 'make it blue, as on the photo');
    const third = await draw(30, { conversationId: second.conversationId }, 'now larger');
    const expected = [
      ['result', first.item.id],
      ['reply', first.reply],
      ['file', `file:${photo.id}`],
      ['result', second.item.id],
      ['reply', second.reply],
      ['result', third.item.id],
      ['reply', third.reply],
    ].sort();
    const edges = [
      `${first.reply} reply ${first.item.id}`,
      `${first.item.id} reference ${second.reply}`,
      `file:${photo.id} reference ${second.reply}`,
      `${second.reply} reply ${second.item.id}`,
      `${second.item.id} reference ${third.reply}`,
      `${third.reply} reply ${third.item.id}`,
    ].sort();
    const check = async (of: TestCore, from: string, isWhole: boolean) => {
      const { nodes, edges: found } = await of.tell('media.lineage', { id: from, isWhole });
      expect(nodes.map((node) => [node.kind, node.id]).sort()).toEqual(expected);
      expect(found.map(({ from: one, role, to }) => `${one} ${role} ${to}`).sort()).toEqual(edges);
      expect(costOfNodes(nodes)).toEqual({ known: inMicros(9_000_000), unknown: 0 });
    };
    await check(app, third.item.id, false);
    await check(app, first.item.id, true);
    const elsewhere = await openTestCore();
    try {
      expect((await importAll(elsewhere, await exportAll(app))).error).toBeNull();
      await check(elsewhere, third.item.id, false);
    } finally {
      await elsewhere.close();
    }
    // The chat may go: what its results were made from stays.
    await app.tell('conversations.remove', { id: second.conversationId });
    await check(app, third.item.id, false);
  });

  test('are saved where the reply ends in an error', async () => {
    const message = { role: 'assistant', content: 'One gate', images: [image(dataUrl(picture(10)))] };
    const error = { message: 'The rest was cut.', code: 'upstream' };
    answers.push(json({ choices: [{ index: 0, message }], error, meta }));
    const { reply } = await app.chat('draw two gates', { stream: false });
    expect(reply).toMatchObject({ status: 'failed', error: { code: 'upstream' }, text: 'One gate' });
    expect((await savedOf(reply.id)).flatMap(({ media }) => media)).toHaveLength(1);
  });

  test('many of several kinds in turn are saved by one job for each kind', async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => {
      const url = `${server.baseUrl}/files/${index}`;
      return index % 2 === 0
        ? image(url)
        : { type: 'audio_url', mime_type: 'audio/mpeg', audio_url: { url } };
    });
    answers.push(whole({ role: 'assistant', content: addresses }));
    const { reply } = await app.chat('all of it', { stream: false });
    const jobs = await savedOf(reply.id);
    expect(jobs.map(({ modality }) => modality).sort()).toEqual(['image', 'speech']);
    expect(server.requests.filter(({ url }) => url.includes('/files/')).length).toBeLessThanOrEqual(
      2 * 64 * 3,
    );
  });

  test('addresses of many choices are downloaded up to one limit, and the rest when the person wants it', async () => {
    const addressOf = (at: number) => image(`${server.baseUrl}/files/${at}`);
    const choice = (index: number) => ({
      index,
      message: {
        content: `Version ${index}`,
        images: Array.from({ length: 12 }, (_, at) => addressOf(index * 12 + at)),
      },
      finish_reason: 'stop',
    });
    answers.push(json({ choices: Array.from({ length: 8 }, (_, index) => choice(index)), meta }));
    const { reply } = await app.chat('draw', { stream: false, extra: { n: 8 } });
    const ended = (await Promise.all(reply.siblingIds.map((id) => savedOf(id)))).flat();
    expect(ended).toHaveLength(8);
    const left = ended.filter(({ error }) => error?.code === 'result_limit');
    expect(left).toHaveLength(2);
    expect(left[0]?.error?.message).toContain('12 more addresses in this answer');
    const asked = () =>
      new Set(server.requests.map(({ url }) => url).filter((url) => url.includes('/files/')));
    expect(asked().size).toBe(72);
    await app.tell('jobs.resume', { id: left[0]?.id ?? '' });
    await app.until(() => asked().size === 84);
  });

  test('a batch row that is asked again under its key saves what it already has only once', async () => {
    const [first, second] = [picture(10), picture(20)].map((bytes) => image(dataUrl(bytes)));
    answers.push(events(chunk({ content: 'One' }), chunk({ images: [first] }), cut));
    const batch = aBatch({ template: '{{what}}', columns: ['what'], rows: [['a gate']] });
    await app.tell('batches.create', batch);
    const { counts } = await untilDone(app, batch.id);
    expect(counts).toMatchObject({ interrupted: 1 });
    answers.push(
      events(
        chunk({ content: 'One' }),
        chunk({ images: [first, second] }, { finish_reason: 'stop' }),
        streamEnd,
      ),
    );
    await app.tell('batches.retryRow', { id: batch.id, position: 0 });
    await untilDone(app, batch.id);
    const [row] = await rowsOf(app, batch.id);
    expect(row?.status).toBe('done');
    const keys = server.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    const jobs = await savedOf(row?.replyId ?? '');
    expect(jobs.flatMap(({ media }) => media)).toHaveLength(2);
    expect((await app.tell('library.page', wholeLibrary)).total).toBe(2);
  });

  test('a picture that could not be saved is saved once by the same job when the row is asked again', async () => {
    let isFull = true;
    const full = () => Promise.reject(new AppError({ code: 'storage_full', message: 'The disk is full.' }));
    await app.close();
    const wrapFiles: TestCoreOptions['wrapFiles'] = (files) => ({
      ...files,
      save: (request) => (isFull ? full() : files.save(request)),
      savePart: (...args) => (isFull ? full() : files.savePart(...args)),
    });
    app = await openTestCore({ ...options, wrapFiles });
    const [first, second] = [picture(10), picture(20)].map((bytes) => image(dataUrl(bytes)));
    answers.push(events(chunk({ images: [first] }), cut));
    const batch = aBatch({ template: '{{what}}', columns: ['what'], rows: [['a gate']] });
    await app.tell('batches.create', batch);
    await untilDone(app, batch.id);
    const [row] = await rowsOf(app, batch.id);
    const [failed] = await savedOf(row?.replyId ?? '');
    expect(failed).toMatchObject({ status: 'failed' });
    isFull = false;
    app.events.length = 0;
    answers.push(events(chunk({ images: [first, second] }, { finish_reason: 'stop' }), streamEnd));
    await app.tell('batches.retryRow', { id: batch.id, position: 0 });
    await untilDone(app, batch.id);
    const jobs = await savedOf(row?.replyId ?? '');
    expect(jobs.map(({ id, status, media }) => [id === failed?.id, status, media.length])).toEqual(
      expect.arrayContaining([
        [true, 'completed', 1],
        [false, 'completed', 1],
      ]),
    );
    for (const { id } of jobs) await app.tell('jobs.resume', { id });
    expect((await app.tell('library.page', wholeLibrary)).total).toBe(2);
  });

  test('a batch row that is asked again saves another picture too, where the gateway made and charged a new one', async () => {
    answers.push(events(chunk({ images: [image(dataUrl(picture(10)))] }), cut));
    const batch = aBatch({ template: '{{what}}', columns: ['what'], rows: [['a gate']] });
    await app.tell('batches.create', batch);
    await untilDone(app, batch.id);
    const [row] = await rowsOf(app, batch.id);
    await savedOf(row?.replyId ?? '');
    const other = { images: [image(dataUrl(picture(20))), image(`${server.origin}/third.png`)] };
    answers.push(events(chunk(other, { finish_reason: 'stop' }), streamEnd));
    answers.push({ headers: { 'content-type': 'image/png' }, body: [picture(30)] });
    await app.tell('batches.retryRow', { id: batch.id, position: 0 });
    await untilDone(app, batch.id);
    const jobs = await savedOf(row?.replyId ?? '');
    expect(jobs.map(({ status, media }) => [status, media.length])).toEqual([
      ['completed', 1],
      ['completed', 2],
    ]);
    expect((await app.tell('library.page', wholeLibrary)).total).toBe(3);
  });

  test('pictures of a whole reply become files of the library, and belong to the reply', async () => {
    const [red, dark] = [picture(200), picture(20)];
    answers.push(whole({ content: 'Here are two', images: [image(dataUrl(red)), image(dataUrl(dark))] }));
    const { reply, conversationId } = await app.chat('draw two', { stream: false });
    expect(reply).toMatchObject({ status: 'complete', text: 'Here are two' });
    const [job] = await savedOf(reply.id);
    expect(job).toMatchObject({ status: 'completed', owner: { kind: 'message', id: reply.id } });
    expect(job?.media.map(({ kind, width }) => [kind, width])).toEqual([
      ['image', 8],
      ['image', 8],
    ]);
    expect(job?.media[0]?.origin).toMatchObject({ prompt: 'draw two', model: 'sandbox/echo' });
    // Paid with the reply: once, and each picture shows its share.
    expect(paidIn(job)).toBe(3_000_000);
    expect(paidIn(job?.media[0]?.origin)).toBe(1_500_000);
    const page = await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
    expect(jobsOf(page.messages.at(-1)?.parts ?? []).map(({ id, status }) => [id, status])).toEqual([
      [job?.id, 'completed'],
    ]);
    expect(paidIn(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 10 }))).toBe(3_000_000);
    const { text } = await app.tell('conversations.export', { id: conversationId, format: 'markdown' });
    expect(text).toContain(job?.media[0]?.fileName);
    const library = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
    expect(library.total).toBe(2);
    const listed = await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
    expect(listed.jobs).toEqual([]);
  });

  test('a picture at the end of a stream is saved, whether a last chunk repeats it or not', async () => {
    const images = [image(dataUrl(picture(90)))];
    answers.push(
      events(
        chunk({ content: 'Done' }),
        chunk({ images }),
        chunk({ images }, { finish_reason: 'stop' }),
        streamEnd,
      ),
    );
    const { reply } = await app.chat('draw');
    const [job, ...more] = await savedOf(reply.id);
    expect(more).toEqual([]);
    expect(job?.media).toHaveLength(1);
    expect(fileOf(app, job).subarray(1, 4).toString()).toBe('PNG');
  });

  test('sound in pieces, cut anywhere, is joined; samples without a header become a WAVE file', async () => {
    const samples = Buffer.alloc(4_801 * 2, 7);
    const text = samples.toString('base64');
    const pieces = [text.slice(0, 1_001), text.slice(1_001, 5_003), text.slice(5_003)];
    answers.push(
      events(
        ...pieces.map((data) => chunk({ audio: { data, transcript: 'la ' } })),
        chunk({}, { finish_reason: 'stop' }),
        streamEnd,
      ),
    );
    const { reply } = await app.chat('sing');
    expect(reply.text).toBe('la la la ');
    const [job] = await savedOf(reply.id);
    expect(job?.media[0]).toMatchObject({ kind: 'audio', contentType: 'audio/wav' });
    expect(job?.media[0]?.durationMs).toBeCloseTo(200, -1);
  });

  test('a picture that came before the stream broke is kept with the broken reply', async () => {
    answers.push(events(chunk({ content: 'Half' }), chunk({ images: [image(dataUrl(picture(5)))] }), cut));
    const { reply } = await app.chat('draw');
    expect(reply.status).toBe('interrupted');
    const [job] = await savedOf(reply.id);
    expect(job).toMatchObject({ status: 'completed' });
    expect(job?.media).toHaveLength(1);
  });

  test('a picture that waits at an address is fetched; one that is gone is named and can be fetched again', async () => {
    answers.push(whole({ content: '', images: [image(`${server.origin}/gone.png`)] }), { status: 404 });
    const { reply } = await app.chat('draw', { stream: false });
    const [failed] = await savedOf(reply.id);
    expect(failed).toMatchObject({ status: 'failed', canFetchAgain: true, error: { stage: 'download' } });
    answers.push({ headers: { 'content-type': 'image/png' }, body: [picture(66)] });
    await app.tell('jobs.resume', { id: failed?.id ?? '' });
    await app.until(() =>
      app.events.some((event) => event.type === 'job.changed' && event.job.status === 'completed'),
    );
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('a picture whose file changed while its download was cut is downloaded from its start', async () => {
    const [before, after] = [picture(10), picture(20)];
    const headers = (file: Buffer, etag: string) => ({
      'content-type': 'image/png',
      'content-length': String(file.length),
      etag,
    });
    const changed: Script = { headers: headers(after, '"after"'), body: [after] };
    answers.push(
      whole({ content: '', images: [image(`${server.origin}/changing.png`)] }),
      { headers: headers(before, '"before"'), body: [before.subarray(0, 40), wait(20), cut] },
      changed,
      changed,
    );
    const { reply } = await app.chat('draw', { stream: false });
    const [job] = await savedOf(reply.id);
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(fileOf(app, job).includes(after.subarray(33, -12))).toBe(true);
    const ranges = server.requests.filter(({ url }) => url.endsWith('.png')).map((one) => one.headers.range);
    // The beginning may be lost with the connection before it is read: then nothing is there to go on from.
    expect([
      [undefined, 'bytes=40-', undefined],
      [undefined, undefined, undefined],
    ]).toContainEqual(ranges);
  });

  test('what is no picture is named, and neither retry nor resume asks for another one', async () => {
    const noPicture = Buffer.from('this is no picture at all, whatever its type says');
    answers.push(whole({ content: 'There', images: [image(dataUrl(noPicture))] }));
    const { reply } = await app.chat('draw', { stream: false });
    expect(reply.status).toBe('complete');
    const [failed] = await savedOf(reply.id);
    expect(failed).toMatchObject({ status: 'failed', canFetchAgain: false });
    const id = failed?.id ?? '';
    expect(await app.refusal('jobs.retry', { id, newId: randomUUID() })).toMatchObject({
      code: 'invalid_input',
    });
    expect(await app.refusal('jobs.resume', { id })).toMatchObject({ code: 'invalid_input' });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('the code of a picture is that of its chat request', async () => {
    answers.push(whole({ content: '', images: [image(dataUrl(picture(1)))] }));
    const { reply } = await app.chat('draw', { stream: false });
    const [job] = await savedOf(reply.id);
    const code = await app.tell('code.request', { of: 'job', jobId: job?.id ?? '' });
    expect(code).toMatchObject({ operation: 'chat' });
  });

  test('when the app ends right after the reply was stored, the next start saves the picture', async () => {
    answers.push(whole({ content: 'Kept', images: [image(dataUrl(picture(120)))] }));
    await app.core.close();
    const untilEnd = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const ending = await openTestCore({ ...options, wrapFiles: (files) => ({ ...files, save: untilEnd }) });
    const { reply } = await ending.chat('draw', { stream: false });
    await ending.until(() => ending.events.some((event) => event.type === 'job.changed'));
    await ending.core.close();
    app = await openTestCore(options);
    const [job] = await savedOf(reply.id);
    expect(job).toMatchObject({ status: 'completed' });
    expect(job?.media).toHaveLength(1);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('while the disk is full the picture stays in memory, and is saved once there is room', async () => {
    let isFull = true;
    const full = () => Promise.reject(new AppError({ code: 'storage_full', message: 'The disk is full.' }));
    await app.core.close();
    app = await openTestCore({
      ...options,
      wrapFiles: (files) => ({
        ...files,
        save: (request) => (isFull ? full() : files.save(request)),
        savePart: (...part) => (isFull ? full() : files.savePart(...part)),
      }),
    });
    answers.push(whole({ content: 'Painted', images: [image(dataUrl(picture(44)))] }));
    const { reply } = await app.chat('draw', { stream: false });
    const [failed] = await savedOf(reply.id);
    expect(failed).toMatchObject({ status: 'failed', canFetchAgain: true, error: { code: 'storage_full' } });
    isFull = false;
    await app.tell('jobs.resume', { id: failed?.id ?? '' });
    await app.until(() =>
      app.events.some((event) => event.type === 'job.changed' && event.job.media.length === 1),
    );
  });

  test('a picture arrives with each of several replies', async () => {
    const choice = (index: number) => ({
      index,
      message: { content: `Version ${index}`, images: [image(dataUrl(picture(index * 50 + 10)))] },
      finish_reason: 'stop',
    });
    answers.push(json({ choices: [choice(0), choice(1)], meta }));
    const { reply } = await app.chat('draw', { stream: false, extra: { n: 2 } });
    const [other = ''] = reply.siblingIds.filter((id) => id !== reply.id);
    expect(await savedOf(reply.id)).toHaveLength(1);
    expect(await savedOf(other)).toHaveLength(1);
  });
});

describe('a fork of a chat whose reply came with a picture', () => {
  const lastOf = async (conversationId: string) =>
    (await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 })).messages.at(-1);
  const mediaOf = async (conversationId: string) =>
    jobsOf((await lastOf(conversationId))?.parts ?? []).flatMap(({ media }) => media.map(({ id }) => id));
  const forkOf = async (messageId = '') => {
    const newId = randomUUID();
    await app.tell('conversations.fork', { messageId, newId });
    return newId;
  };
  const draw = async () => {
    answers.push(whole({ content: 'There', images: [image(dataUrl(picture(77)))] }));
    const { reply, conversationId } = await app.chat('draw', { stream: false });
    const [job] = await savedOf(reply.id);
    const shown = job?.media.map(({ id }) => id) ?? [];
    expect(shown).toHaveLength(1);
    return { reply, conversationId, job, shown };
  };
  const reopen = async (home = options.home) => {
    await app.core.close();
    app = await openTestCore({ ...options, home });
  };

  test('shows it from the same file, also as a fork of the fork, and after the first chat was deleted', async () => {
    const { reply, conversationId, job, shown } = await draw();
    const fork = await forkOf(reply.id);
    expect(await mediaOf(fork)).toEqual(shown);
    const second = await forkOf((await lastOf(fork))?.id);
    expect(await mediaOf(second)).toEqual(shown);
    expect((await app.tell('library.page', { filter: {}, cursor: null, limit: 10 })).total).toBe(1);
    for (const id of [conversationId, fork]) await app.tell('conversations.remove', { id });
    // What is deleted goes for good at the next start.
    await reopen();
    expect(await mediaOf(second)).toEqual(shown);
    expect(fileOf(app, job).subarray(1, 4).toString()).toBe('PNG');
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('loses it where it is deleted in the library, and gets it back with the undo', async () => {
    const { reply, conversationId, shown } = await draw();
    const fork = await forkOf(reply.id);
    await app.tell('media.remove', { ids: shown });
    expect([await mediaOf(conversationId), await mediaOf(fork)]).toEqual([[], []]);
    await app.tell('media.restore', { ids: shown });
    expect([await mediaOf(conversationId), await mediaOf(fork)]).toEqual([shown, shown]);
  });

  test('keeps it in an archive, with and without the chat it was forked from', async () => {
    const { reply, conversationId, job, shown } = await draw();
    const fork = await forkOf(reply.id);
    const both = await exportAll(app);
    await app.tell('conversations.remove', { id: conversationId });
    await reopen();
    const alone = await exportAll(app);
    for (const archive of [both, alone]) {
      await reopen(tempFolder());
      expect(await importAll(app, archive)).toMatchObject({ state: 'completed', error: null });
      expect(await mediaOf(fork)).toEqual(shown);
      expect(fileOf(app, job).subarray(1, 4).toString()).toBe('PNG');
      const listed = await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
      expect(listed.jobs).toEqual([]);
    }
  });
});
