/**
 * Servers whose interface is their own, through the whole core: what a person gets of their replies, sounds and refusals.
 * Each is asked for once, unless it refuses for a time that it states.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../support/gateway-client';
import { cut, events, json, type Script } from '../../../support/hostile-server';
import { mp3, picture } from '../../../support/media-files';
import { type OtherWires, openOtherWires } from '../../../support/other-wires';
import { lines, sse } from '../../../support/played-chat';

let wires: OtherWires;
beforeAll(async () => {
  wires = await openOtherWires(400);
});
afterAll(() => wires.close());

const png = Buffer.from(await picture('png'));
const spoken = Buffer.from(await mp3(1));
const pieces = [spoken.subarray(0, 3_000), spoken.subarray(3_000, 5_002), spoken.subarray(5_002)];
const base64 = pieces.map((piece) => piece.toString('base64'));
const counted = { promptTokens: 5, completionTokens: 3 };
const token = (text: string, more: object = {}) => ({
  token: { id: 1, text, special: false },
  generated_text: null,
  details: null,
  ...more,
});
const named = (data: { readonly type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const begun: Readonly<Record<string, Script>> = {
  'Text Generation Inference': sse(token('Once '), token('upon')),
  'LM Studio’s own chat': events(
    ...['Once ', 'upon'].map((content) => named({ type: 'message.delta', content } as never)),
  ),
  Dify: sse({ event: 'message', answer: 'Once ' }, { event: 'message', answer: 'upon' }),
  'Cohere’s first chat': lines(
    { event_type: 'text-generation', text: 'Once ', is_finished: false },
    { event_type: 'text-generation', text: 'upon', is_finished: false },
  ),
};
const ends: Readonly<Record<string, Script>> = {
  'Text Generation Inference': sse(
    token('', {
      generated_text: 'Once upon',
      details: { finish_reason: 'length', generated_tokens: 3, input_length: 5 },
    }),
  ),
  'LM Studio’s own chat': events(
    named({
      type: 'chat.end',
      result: { output: [], stats: { input_tokens: 5, total_output_tokens: 3 } },
    } as never),
  ),
  Dify: sse({ event: 'message_end', metadata: { usage: { prompt_tokens: 5, completion_tokens: 3 } } }),
  'Cohere’s first chat': lines({
    event_type: 'stream-end',
    is_finished: true,
    finish_reason: 'COMPLETE',
    response: { text: 'Once upon', meta: { tokens: { input_tokens: 5, output_tokens: 3 } } },
  }),
};
const joined = (name: string, ...more: NonNullable<Script['body']>): Script => ({
  ...begun[name],
  body: [...(begun[name]?.body ?? []), ...more],
});

describe.concurrent('a stream of', () => {
  it.each(Object.keys(begun))('%s is a message with its tokens', async (name) => {
    const { reply, sent, rows } = await wires.say(joined(name, ...(ends[name]?.body ?? [])));
    expect(reply).toMatchObject({ status: 'complete', text: 'Once upon', error: null, usage: counted });
    expect(sent).toHaveLength(1);
    expect(rows).toMatchObject([{ outcome: 'answered', ...counted }]);
  });

  it.each(Object.keys(begun).flatMap((name) => [[name, [cut]] as const, [name, []] as const]))(
    '%s that is cut or ends early keeps its text and says so',
    async (name, end) => {
      const { reply, sent, rows } = await wires.say(joined(name, ...end));
      expect(reply).toMatchObject({ status: 'interrupted', text: 'Once upon' });
      expect(reply.error?.message).toMatch(/^[A-Z].*\.$/);
      expect(sent).toHaveLength(1);
      expect(rows).toMatchObject([{ outcome: 'unknown', amount: null }]);
    },
  );

  it('Responses with a picture in its last event keeps it', async () => {
    const output = [
      { type: 'image_generation_call', status: 'completed', result: png.toString('base64') },
      { type: 'message', content: [{ type: 'output_text', text: 'Here' }] },
    ];
    const { reply, sent } = await wires.say(
      events(
        ...(sse({ type: 'response.completed', response: { status: 'completed', output } }).body ?? []),
        done,
      ),
    );
    expect(reply).toMatchObject({ status: 'complete', text: 'Here', error: null });
    expect(reply.parts.map(({ type }) => type)).toContain('image');
    expect(sent).toHaveLength(1);
  });
});

describe('sound in pieces of', () => {
  it.each<[string, Script]>([
    ['ElevenLabs', lines(...base64.map((audio_base64) => ({ audio_base64, alignment: null })))],
    [
      'Cartesia',
      sse(...base64.map((data) => ({ type: 'chunk', data, done: false })), { type: 'done', done: true }),
    ],
    [
      'Volcengine',
      lines(...base64.map((data) => ({ code: 0, message: '', data })), {
        code: 20000000,
        message: 'ok',
        data: null,
      }),
    ],
    [
      'MiniMax',
      sse(
        ...pieces.map((piece) => ({
          data: { audio: piece.toString('hex'), status: 1 },
          base_resp: { status_code: 0 },
        })),
        {
          data: { audio: spoken.toString('hex'), status: 2 },
          base_resp: { status_code: 0, status_msg: 'success' },
        },
      ),
    ],
  ])('%s is one whole file', async (_name, script) => {
    const { job, sent } = await wires.make('speech', script);
    expect(job).toMatchObject({ status: 'completed', media: [{ kind: 'audio', contentType: 'audio/mpeg' }] });
    expect(wires.bytesOf(job.media[0]?.id ?? '').includes(spoken.subarray(-1_000))).toBe(true);
    expect(wires.bytesOf(job.media[0]?.id ?? '').length).toBeLessThan(spoken.length + 4_000);
    expect(sent).toHaveLength(1);
  });
});

it('an image after lines of its progress is a file', async () => {
  const script = lines(
    { completed: 0, total: 2, done: false },
    { model: 'm', image: png.toString('base64'), done: true, done_reason: 'stop' },
  );
  const { job, sent } = await wires.make('image', script);
  expect(job).toMatchObject({ status: 'completed', media: [{ kind: 'image', width: 96, height: 64 }] });
  expect(sent).toHaveLength(1);
});

describe('a refusal of', () => {
  /** Refused once, and then answered. */
  const once = (body: object, status: number) => {
    let asked = 0;
    return () => (asked++ === 0 ? json(body, status) : sse(token('Hey', { generated_text: 'Hey' })));
  };
  it.each<[string, () => Script]>([
    [
      'Hugging Face, which loads a model',
      once({ error: 'Model m is currently loading', estimated_time: 2 }, 503),
    ],
    [
      'a relay with the wait beside the error',
      once({ error: { message: 'Slow down.' }, retry_after: 2 }, 429),
    ],
  ])('%s is waited for, and the reply is one', async (_name, script) => {
    const { reply, sent, rows } = await wires.say(script);
    expect(reply).toMatchObject({ status: 'complete', text: 'Hey' });
    expect(sent).toHaveLength(2);
    expect(rows.filter(({ outcome }) => outcome === 'answered')).toHaveLength(1);
  });

  it.each<[string, Script, RegExp]>([
    [
      'a proxy that waited too long',
      {
        status: 524,
        headers: { 'content-type': 'text/html' },
        body: [
          '<!DOCTYPE html><html><head><title>api.example | 524: A timeout occurred</title></head></html>',
        ],
      },
      /524: A timeout occurred/,
    ],
    [
      'an account that is empty',
      json({ detail: 'User is locked. Reason: Exhausted balance.' }, 403),
      /Exhausted balance/,
    ],
    [
      'a provider behind OpenRouter',
      json(
        {
          error: {
            message: 'Provider returned error',
            code: 400,
            metadata: { raw: '{"error":{"message":"No such size."}}' },
          },
        },
        400,
      ),
      /Provider returned error: No such size/,
    ],
    [
      'a limit that ends in an hour',
      json({ error: { message: 'Too many.' }, retry_after: 3_600 }, 429),
      /Too many/,
    ],
  ])('%s is said, and nothing is sent twice', async (_name, script, words) => {
    const { reply, sent, rows } = await wires.say(script);
    expect(reply).toMatchObject({ status: 'failed', text: '' });
    expect(reply.error?.message).toMatch(words);
    expect(sent).toHaveLength(1);
    expect(rows.filter(({ amount }) => amount !== null && amount !== 0)).toEqual([]);
  });
});
