/** An error beside results, results that are almost alike, and much beside a call: nothing that was paid for is left out. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChatResult } from '../../electron/gateway/types/chat';
import { connect, failureOf, question } from '../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const paint = () => client().images.generations.create({ model: 'm', prompt: 'p', n: 2 });
const speak = () => client().audio.speech.create({ model: 'm', input: 'i', voice: 'v' });
const film = () => client().videos.generations.create({ model: 'm', prompt: 'p' });
const url = 'https://cdn.example/a.png';
const error = { message: '1 filtered', code: 'content_filter' };

test.each([
  ['code 0 and no message', { code: 0, message: '' }],
  ['success', { code: '0', message: 'success' }],
  ['empty fields', { code: null, message: null, details: [] }],
  ['code 200', { code: 200, message: 'OK' }],
])('an error of %s is none', async (_what, nothing) => {
  server.script(json({ data: [{ url }], error: nothing }), json({ data: [{ url }], error: nothing }));
  const { images, job } = await paint();
  expect([images.map(({ source }) => source), job]).toEqual([[{ kind: 'url', url }], undefined]);
  expect((await speak()).source).toEqual({ kind: 'url', url });
});

test.each([
  ['images', paint, { data: [{ url }, { url: `${url}?2` }], error }, 2],
  ['images in another list', paint, { images: [{ url }], error: '1 filtered' }, 1],
  ['images of an id', paint, { id: 'r1', output: [url], error }, 1],
  ['sound', speak, { data: [{ url }], error }, 1],
  ['a video', film, { video: { url }, error }, 1],
])('%s beside an error are those of a failed job', async (_what, ask, body, count) => {
  server.script(json(body));
  const answer = (await ask()) as { readonly job?: object };
  const job = answer.job ?? answer;
  expect(job).toMatchObject({ status: 'failed', error: { message: '1 filtered' } });
  expect((job as { outputs: object[] }).outputs).toHaveLength(count);
});

test('an error alone is a refusal, also where it names an address', async () => {
  server.script(json({ error: { ...error, url: 'https://docs.example/filters.png' }, data: [] }));
  expect(await failureOf(paint())).toMatchObject({ errorCode: 'content_filter', message: '1 filtered' });
});

const image = (bytes: Buffer) => ({
  image_url: { url: `data:image/bmp;base64,${bytes.toString('base64')}` },
});
const choices = (message: object) => [{ index: 0, message, finish_reason: 'stop' }];

test('the images of a whole reply that ends in an error are known with it', async () => {
  const message = {
    role: 'assistant',
    content: 'Here:',
    images: [image(Buffer.concat([Buffer.from('BM'), Buffer.alloc(100, 7)]))],
  };
  server.script(json({ choices: choices(message), error: { message: 'Cut.', code: 'upstream' } }));
  const failure = await failureOf(client().chat.completions.create({ ...question, stream: false }));
  expect(failure).toMatchObject({ errorCode: 'upstream', details: { text: 'Here:' } });
  const { known } = failure as unknown as { readonly known: ChatResult };
  expect(known.choices[0]?.parts.map(({ type }) => type)).toEqual(['media']);
});

test('two images of one size and one end are two', async () => {
  const [one, other] = [7, 9].map((shade) =>
    Buffer.concat([Buffer.from('BM'), Buffer.alloc(100, shade), Buffer.alloc(900)]),
  ) as [Buffer, Buffer];
  const images = [image(one), image(other), image(one)];
  server.script(json({ choices: choices({ role: 'assistant', content: '', images }) }));
  const { choices: read } = await client().chat.completions.create({ ...question, stream: false });
  expect(read[0]?.parts.filter(({ type }) => type === 'media')).toHaveLength(2);
});

test('a call of a tool behind many citations and parts is kept', async () => {
  const annotations = Array.from({ length: 150 }, (_, at) => ({
    type: 'url_citation',
    url_citation: { url: `https://a.example/${at}`, title: `${at}` },
  }));
  const parts = Array.from({ length: 150 }, (_, at) => ({ type: 'odd', at }));
  const call = { type: 'tool_use', id: 'c1', name: 'look', input: { at: 1 } };
  const message = { role: 'assistant', content: [...parts, call], annotations };
  server.script(
    json({ choices: choices({ ...message, content: 'x' }) }),
    json({ choices: choices(message) }),
  );
  await client().chat.completions.create({ ...question, stream: false });
  const { choices: read } = await client().chat.completions.create({ ...question, stream: false });
  expect(read[0]?.parts).toContainEqual(expect.objectContaining({ type: 'toolCall', raw: call }));
});

test('braces in a text cost what their bytes cost', async () => {
  const costOf = async (text: string) => {
    server.script(json({ data: [{ url }], note: text }));
    const from = process.cpuUsage();
    expect((await paint()).images).toHaveLength(1);
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  await costOf('  '.repeat(60_000));
  const usual = await costOf('ab'.repeat(60_000));
  expect((await costOf('}{'.repeat(60_000))) / usual).toBeLessThan(12);
});

test('objects one behind the other are read, whatever braces their texts hold', async () => {
  const events = [
    { type: 'progress', note: '}{ "}\\' },
    { type: 'completed', url, note: '\\"}{' },
  ];
  server.script({ ...json({}), body: [events.map((one) => JSON.stringify(one)).join('\n')] });
  expect((await paint()).images.map(({ source }) => source)).toEqual([{ kind: 'url', url }]);
});
