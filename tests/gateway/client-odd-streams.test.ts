/** Streams as gateways really write them: thinking inside the text, words that are no chunk, charsets that lie. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createCallRecorder } from '../../electron/gateway/record/recorder';
import type { RecordedCall } from '../../electron/gateway/types/call';
import {
  apiKey,
  chatReply,
  chunk,
  connect,
  done,
  event,
  failureOf,
  question,
  readStream,
} from '../support/gateway-client';
import {
  cut,
  events,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
  wait,
} from '../support/hostile-server';

let server: HostileServer;
let calls: RecordedCall[];
beforeEach(async () => {
  server = await startHostileServer();
  calls = [];
});
afterEach(() => server.close());

/** Reads the script's stream to the end, with the inspector's record of it. */
async function read(script: Script, params: object = { stream: true }) {
  server.script(script);
  const recorder = createCallRecorder({ now: () => 0, monotonic: () => 0, newId: () => 'id' });
  recorder.onCall((call) => calls.push(call));
  const { client } = connect(server, {
    fetch: recorder.record(fetch, { apiKey, profileId: 'p' }),
    maxAttempts: 1,
  });
  const stream = await client.chat.completions.create({ ...question, ...params, stream: true });
  const { text, reasoning, error } = await readStream(stream);
  const result = stream.result();
  const [choice] = result.choices;
  // The result is what the steps add up to.
  if (result.choices.length === 1)
    expect({ text: choice?.text ?? '', reasoning: choice?.reasoning ?? '' }).toEqual({ text, reasoning });
  return { text, reasoning, error: error?.errorCode ?? null, usage: result.usage, result };
}

const usage = { usage: { prompt_tokens: 3, completion_tokens: 4 } };
const last = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...usage });
const deltas = (...pieces: readonly object[]) =>
  events(...pieces.map((delta) => event({ choices: [{ index: 0, delta }] })), last, done);
const texts = (...pieces: readonly string[]) => deltas(...pieces.map((content) => ({ content })));
const note = () => calls.at(-1)?.summary().note;

describe('thinking', () => {
  const forms: readonly (readonly [what: string, Script])[] = [
    ['in tags that are cut', texts('<th', 'ink>\nplan one ', 'two</thi', 'nk>\n\n42')],
    ['before a closing tag only', texts('plan one ', 'two\n</think>', '\n\n', '42')],
    ['in other tags', texts('<thought>plan one two</thought>42')],
    [
      'in channels',
      texts(
        '<|channel|>analysis<|message|>plan one ',
        'two<|end|><|start|>assistant<|chan',
        'nel|>final<|message|>42',
      ),
    ],
    [
      'in parts',
      deltas(
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'plan one ' }] }] },
        { content: [{ type: 'reasoning', text: 'two' }] },
        { content: [{ type: 'text', text: '42' }] },
      ),
    ],
    [
      'in two fields',
      deltas({ reasoning: 'plan one two', reasoning_content: 'plan one two' }, { content: '42' }),
    ],
    [
      'in its field and in tags',
      deltas(
        { reasoning_content: 'plan ', content: '<think>plan ' },
        { reasoning_content: 'one two' },
        { content: 'one two</think>42' },
      ),
    ],
    ['in a whole body', json(chatReply('<think>plan one two</think>\n42', usage))],
    [
      'in cumulative pieces',
      texts('<think>plan', '<think>plan one two</think>', '<think>plan one two</think>42'),
    ],
  ];
  it.each(forms)('%s is reasoning', async (_what, script) => {
    expect(await read(script)).toMatchObject({ text: '42', reasoning: 'plan one two', error: null });
  });

  it('is reasoning while it streams', async () => {
    server.script(events(chunk('<think>'), chunk('plan'), hang));
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    const first = await stream[Symbol.asyncIterator]().next();
    expect(first.value).toEqual({ index: 0, text: '', reasoning: 'plan' });
    stream.abort();
  });

  it('of each choice is its own', async () => {
    const both = [0, 1].map((index) =>
      event({
        choices: [{ index, delta: { content: `<think>${index}</think>${index}` }, finish_reason: 'stop' }],
      }),
    );
    const { result } = await read(events(...both, done));
    expect(result.choices).toMatchObject([
      { text: '0', reasoning: '0' },
      { text: '1', reasoning: '1' },
    ]);
  });

  it('that differs in field and text is kept from both', async () => {
    const script = deltas({ reasoning: 'First.' }, { content: '<think>Other.</think>42' });
    expect(await read(script)).toMatchObject({ text: '42', reasoning: 'First.\n\nOther.' });
  });
});

describe('what is no chunk', () => {
  const [one, two] = [
    event({ choices: [{ index: 0, delta: { content: 'one ' } }] }),
    event({ choices: [{ index: 0, delta: { content: 'two' } }] }),
  ];
  const lines = (body: string) => body.replaceAll('\n\n', '\n');
  const plain = (body: string) => body.replaceAll('data: ', '');
  const shapes: readonly (readonly [what: string, body: readonly string[]])[] = [
    ['ping', [one, 'data: ping\n\n', two, last, done]],
    ['a date', [one, 'data: 2026-11-25 01:20:33.554328\n\n', two, last, done]],
    ['true and a word in quotes', [one, 'data: true\n\ndata: "keep-alive"\n\n', two, last, done]],
    ['an empty list and null', [one, 'data: []\n\ndata: null\n\n', two, last, done]],
    ['a type of event', [one, 'event: ping\ndata: 1\n\nevent: ping\n\n', two, last, done]],
    ['a comment in front of data', [`: ok\n${one}`, ': waiting data: {"choices":[]}\n\n', two, last, done]],
    [
      'a delta of null',
      [one, event({ choices: [{ index: 0, delta: null }] }), event({ choices: null }), two, last, done],
    ],
    ['single line ends', [lines(`${one}data: ping\n\n${two}${last}${done}`)]],
    ['single line ends in pieces', [lines(one), lines(two), lines(last), 'data: [DONE]\n']],
    ['a list of chunks', [`data: [${plain(one).trim()},${plain(two).trim()}]\n\n`, last, done]],
    ['[done]', [one, two, last, 'data: [done]\n\n', hang as never]],
    ['DONE', [one, two, last, 'data: DONE\n\n', hang as never]],
    ['event: done', [one, two, last, 'event: done\ndata: ok\n\n', hang as never]],
    ['event: done alone', [one, two, last, 'event: done\n\n', hang as never]],
    ['event: end', [one, two, last, 'event: end\ndata: {}\n\n', hang as never]],
    ...['[END]', '<EOF>', '[STOP]', 'stop', '{"done":true}', '{"type":"message_stop"}'].map(
      (mark) => [mark, [one, two, last, `data: ${mark}\n\n`, hang as never]] as const,
    ),
    ['an end mark in the middle', [one, 'data: stop\n\n', two, last, done]],
    ['event: message_stop', [one, two, last, 'event: message_stop\ndata: {}\n\n', hang as never]],
    ['words after the end', [one, two, last, 'data: bye\n\ndata: {"half\n\n']],
  ];
  it.each(shapes)('%s changes nothing of the reply', async (_what, body) => {
    expect(await read(events(...body))).toMatchObject({
      text: 'one two',
      error: null,
      usage: { promptTokens: 3, completionTokens: 4 },
    });
  });

  it('lines of JSON are a stream', async () => {
    const body = [one, two, last].map((each) => plain(each).trimEnd()).join('\n');
    const whole = { text: 'one two', error: null, usage: { promptTokens: 3, completionTokens: 4 } };
    const headers = { 'content-type': 'application/x-ndjson' };
    expect(await read({ headers, body: [...body] })).toMatchObject(whole);
    expect(await read({ headers, body: [`${body}\n`] })).toMatchObject(whole);
    server.script({ headers, body: [body] });
    const asked = await connect(server).client.chat.completions.create({ ...question, stream: false });
    expect(asked.choices[0]?.text).toBe('one two');
  });

  it.each([
    ['again', { content: 'one two' }],
    ['with a tool call', { content: 'one two', tool_calls: [] }],
  ])('the whole message at the end is not added (%s)', async (_what, message) => {
    const end = event({
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
      ...usage,
    });
    expect(await read(events(one, two, end, done))).toMatchObject({ text: 'one two', error: null });
  });

  it('a whole message brings its tool calls once', async () => {
    const call = { id: 't', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
    const step = (choice: object) => event({ choices: [{ index: 0, ...choice }] });
    const { result } = await read(
      events(
        step({ delta: { tool_calls: [{ index: 0, ...call }] } }),
        step({ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }),
        done,
      ),
    );
    expect(result.choices[0]?.parts).toEqual([{ type: 'toolCall', place: 0, raw: call }]);
  });

  it('cumulative chunks are one text', async () => {
    expect(await read(texts('Hel', 'Hello', 'Hello world'))).toMatchObject({
      text: 'Hello world',
      error: null,
    });
  });

  it('is noted in the inspector', async () => {
    await read(events(one, 'data: ping\n\n', two, 'data: ping\n\ndata: true\n\n', last, done));
    expect(note()).toBe(
      'The stream has 3 events that are no part of the reply, and skipped: “ping”, “true”.',
    );
    await read(events(one, two, last, done));
    expect(note()).toBeUndefined();
  });

  it('is an error where nothing else came', async () => {
    server.script(events('data: Upstream is busy\n\n', 'data: ping\n\n'));
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    expect((await readStream(stream)).error).toMatchObject({
      errorCode: 'malformed_response',
      details: 'Upstream is busy',
    });
  });
});

describe('a chunk that came whole before a cut, and waited for the line that ends it', () => {
  const whole = JSON.stringify({ choices: [{ index: 0, delta: { content: 'one' } }] });
  test.each([
    ['the first of lines with a single end', `data: ${whole}\n`],
    ['the first line of JSON', `${whole}\n`],
    ['one without any line end', `data: ${whole}`],
  ])('is kept: %s', async (_what, line) => {
    const { text, error } = await read(events(line, wait(20), cut));
    expect({ text, error }).toEqual({ text: 'one', error: 'stream_cut' });
  });
});

describe('a charset that lies', () => {
  const said = 'Größe 你好 – 😀';
  const labels = ['ISO-8859-1', 'gbk', 'us-ascii', 'windows-1252', 'utf-16', 'unheard-of'];
  /** Cut into single bytes. */
  const bytes = (text: string) => [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));

  test.each(labels)('%s is UTF-8 in a stream, a body, an error and the list of models', async (label) => {
    const of = (type: string) => ({ 'content-type': `${type};charset=${label}` });
    expect(
      (await read({ headers: of('text/event-stream'), body: bytes(chunk(said, 'stop') + done) })).text,
    ).toBe(said);
    const { client } = connect(server, { maxAttempts: 1 });
    server.script(json(chatReply(said), 200, of('application/json')));
    expect((await client.chat.completions.create({ ...question })).choices[0]?.text).toBe(said);
    server.script(json({ error: { message: said } }, 400, of('application/json')));
    expect((await failureOf(client.chat.completions.create({ ...question }))).message).toBe(said);
    server.script(json({ data: [{ id: 'm', owned_by: said }] }, 200, of('application/json')));
    expect(JSON.stringify(await client.models.list())).toContain(said);
  });

  test('that tells the truth is kept', async () => {
    const latin = Buffer.from(chunk('Größe', 'stop') + done, 'latin1');
    const headers = { 'content-type': 'text/event-stream;charset=ISO-8859-1' };
    expect((await read({ headers, body: [latin] })).text).toBe('Größe');
    expect((await read({ headers, body: [...latin].map((byte) => Uint8Array.of(byte)) })).text).toBe('Größe');
    const gbk = [
      Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'),
      Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3),
      Buffer.from('"},"finish_reason":"stop"}]}\n\n'),
    ];
    expect(
      (await read({ headers: { 'content-type': 'text/event-stream;charset=gbk' }, body: gbk })).text,
    ).toBe('你好');
  });

  test('keeps to UTF-8 where one byte of much is broken', async () => {
    const headers = { 'content-type': 'text/event-stream;charset=latin1' };
    const body = [chunk('你好你好你好你好'), Buffer.from(chunk('é'), 'latin1'), chunk('你好', 'stop'), done];
    expect((await read({ headers, body })).text).toBe('你好你好你好你好\ufffd你好');
  });
});
