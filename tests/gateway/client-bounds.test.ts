import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_VALUES, shapeProblem } from '../../electron/gateway/parse/json';
import { createCallRecorder } from '../../electron/gateway/record/recorder';
import { apiKey, connect, done, event, failureOf, question, readStream } from '../support/gateway-client';
import { type HostileServer, type Script, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const asJson = (body: string, status = 200): Script => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: [body],
});
const asStream = (...body: string[]): Script => ({ headers: { 'content-type': 'text/event-stream' }, body });
const tooDeep = expect.stringContaining('JSON nested deeper than 200 levels');

describe('JSON', () => {
  it.each([
    ['lists', deep(20_000)],
    ['objects', deep(20_000, '{"a":', '}')],
    ['what is never closed', '['.repeat(2_000_000)],
  ])('of %s nested too deeply is reported as that, wherever it comes', async (_, body) => {
    const { client } = connect(server);
    server.script(asJson(`{"data":${body}}`), asJson(`{"choices":${body}}`), asStream(`data: ${body}\n\n`));
    expect(await failureOf(client.models.list())).toMatchObject({ message: tooDeep });
    expect(await failureOf(client.chat.completions.create(question))).toMatchObject({ message: tooDeep });
    const stream = await client.chat.completions.create({ ...question, stream: true });
    expect((await readStream(stream)).error).toMatchObject({
      errorCode: 'malformed_response',
      message: tooDeep,
    });
  });

  it('that is nested too deeply in an error keeps its status and its beginning', async () => {
    server.script(asJson(`{"error":{"message":"no","more":${deep(20_000)}}}`, 422));
    const failure = await failureOf(connect(server).client.models.list());
    expect(failure).toMatchObject({ statusCode: 422, errorCode: 'invalid_request' });
    expect(failure.message.length).toBeLessThan(200);
  });

  it('of 64 MB of empty objects is refused before it is parsed', async () => {
    const piece = '{},'.repeat(1_000_000);
    server.script({
      headers: { 'content-type': 'application/json' },
      body: ['{"data":[', ...Array(21).fill(piece), '{}]}'],
    });
    const before = process.memoryUsage().heapUsed;
    const failure = await failureOf(connect(server).client.models.list());
    expect(failure.message).toContain(`JSON of more than ${MAX_VALUES} values`);
    expect((process.memoryUsage().heapUsed - before) / 1_048_576).toBeLessThan(400);
  });

  it('is judged by its structure alone: brackets and commas in strings don’t count', () => {
    const text = JSON.stringify({ text: '[{,'.repeat(1_000_000), path: 'C:\\', end: '\\"[' });
    expect(shapeProblem(text)).toBeNull();
    expect(shapeProblem(deep(200))).toBeNull();
    expect(shapeProblem(deep(201))).toBe('nested deeper than 200 levels');
    expect(shapeProblem(`[${'[],'.repeat(500)}0]`)).toBeNull();
  });
});

describe('a stream', () => {
  it('with a line of 257 MB ends with what arrived before it, and the recorder keeps its beginning', async () => {
    const recorder = createCallRecorder({
      now: Date.now,
      monotonic: () => performance.now(),
      newId: () => '1',
    });
    let size = 0;
    recorder.onCall((call) => {
      size = Math.max(size, call.size());
    });
    const fetch = recorder.record(globalThis.fetch, { apiKey, profileId: 'p' });
    const before = event({ choices: [{ index: 0, delta: { content: 'So far' } }] });
    server.script(asStream(before, 'data: ', ...Array(257).fill('x'.repeat(1_048_576)), `\n\n${done}`));
    const { client } = connect(server, { fetch });
    const stream = await client.chat.completions.create({ ...question, stream: true });
    const { steps, error } = await readStream(stream);
    expect(steps.join('')).toBe('So far');
    expect(error?.message).toBe(
      'An event of the stream is larger than 256 MB. What came before it is kept. Ask for fewer or smaller results, or for their addresses in place of the data.',
    );
    expect(size).toBeLessThan(1_048_576);
  });

  it('with an image of 34 MB in one event keeps it', async () => {
    const image = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.alloc(34 * 1_048_576, 7),
    ]);
    const url = `data:image/png;base64,${image.toString('base64')}`;
    const delta = { content: 'Here', images: [{ image_url: { url } }] };
    server.script(asStream(event({ choices: [{ index: 0, delta, finish_reason: 'stop' }] }), done));
    const { client } = connect(server);
    const stream = await client.chat.completions.create({ ...question, stream: true });
    const { text, error } = await readStream(stream);
    const [part] = stream.result().choices[0]?.parts ?? [];
    const source = part?.type === 'media' ? part.source : null;
    expect([text, error]).toEqual(['Here', null]);
    expect(source?.kind === 'bytes' && Buffer.from(source.bytes).equals(image)).toBe(true);
  });

  it('with events nested too deeply is recorded too', async () => {
    const recorder = createCallRecorder({
      now: Date.now,
      monotonic: () => performance.now(),
      newId: () => '1',
    });
    const states: string[] = [];
    recorder.onCall((call) => states.push(call.summary().state));
    const fetch = recorder.record(globalThis.fetch, { apiKey, profileId: 'p' });
    server.script(asStream(`data: ${deep(20_000)}\n\n`, done));
    const { client } = connect(server, { fetch });
    const stream = await client.chat.completions.create({ ...question, stream: true });
    expect((await readStream(stream)).error?.message).toContain('nested deeper');
    expect(states.at(-1)).not.toBe('open');
  });
});
