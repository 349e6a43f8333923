import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatDelta } from '../../../electron/gateway/types/chat';
import { chunk, connect, done, event, question, readStream } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

async function stream() {
  const reply = await connect(server).client.chat.completions.create({ ...question, stream: true });
  return { ...(await readStream(reply)), result: reply.result() };
}

describe('an error inside a stream', () => {
  it.each([
    [
      'beside finish_reason "error", as OpenRouter sends it',
      [
        event({
          error: { code: 502, message: 'It broke.', metadata: { error_type: 'provider_unavailable' } },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }),
        done,
      ],
      'provider_unavailable',
    ],
    [
      'as { object: "error" }, as older vLLM sends it',
      [event({ object: 'error', message: 'It broke.', type: 'InternalServerError', code: 500 }), done],
      'InternalServerError',
    ],
    [
      'in a field of its own, as llama.cpp sent it',
      ['error: {"code":500,"message":"It broke.","type":"server_error"}\n\n', done],
      'server_error',
    ],
    ['in a field of its own, as text', ['error: It broke.\n\n', done], 'provider_error'],
    [
      'in a choice',
      [event({ choices: [{ index: 0, delta: {}, error: { message: 'It broke.' } }] }), done],
      'provider_error',
    ],
    [
      'as a finish reason alone',
      [event({ choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }), done],
      'provider_error',
    ],
  ])('ends it as that error: %s', async (_name, ending, errorCode) => {
    server.script(events(chunk('Once upon'), ...ending));
    const { text, error } = await stream();
    expect(text).toBe('Once upon');
    expect(error).toMatchObject({ errorCode, outcomeUnknown: true });
    if (!ending[0]?.includes('"finish_reason":"error"}')) expect(error?.message).toBe('It broke.');
  });

  it('keeps the text that came in the same event', async () => {
    const choices = [{ index: 0, delta: { content: ' a time' }, finish_reason: 'error' }];
    server.script(events(chunk('Once upon'), event({ error: { message: 'It broke.' }, choices }), done));
    expect(await stream()).toMatchObject({ text: 'Once upon a time', error: { message: 'It broke.' } });
  });

  it('is found where it comes first, in a field of its own', async () => {
    server.script(events('error: {"code":503,"message":"Loading."}\n\n', done));
    expect(await stream()).toMatchObject({ text: '', error: { errorCode: 'overloaded', statusCode: 503 } });
  });
});

describe('a stream without a reply', () => {
  it.each([
    ['comments and [DONE]', [': OPENROUTER PROCESSING\n\n', ':\n\n', done]],
    ['a chunk with no choices and [DONE]', [event({ id: 'c', choices: [] }), done]],
    ['an empty chunk and no [DONE]', [event({ id: 'c', choices: [{ index: 0, delta: { content: '' } }] })]],
  ])('is no success: %s', async (_name, body) => {
    server.script(events(...body));
    const { text, error } = await stream();
    expect(text).toBe('');
    expect(error).toMatchObject({ errorCode: 'stream_cut', outcomeUnknown: true });
  });

  it('may be an empty text that finished', async () => {
    server.script(events(chunk('', 'stop'), done));
    expect((await stream()).error).toBeNull();
  });
});

describe('reasoning', () => {
  const delta = (fields: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });

  it.each([
    ['reasoning beside an empty reasoning_content', { reasoning_content: '', reasoning: 'Hm' }],
    ['reasoning_content beside an empty reasoning', { reasoning_content: 'Hm', reasoning: '' }],
    ['both alike, once', { reasoning_content: 'Hm', reasoning: 'Hm' }],
    ['reasoning_details as text', { reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] }],
    ['reasoning_details as a summary', { reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm' }] }],
    [
      'reasoning beside its details, once',
      { reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] },
    ],
  ])('is read from %s', async (_name, fields) => {
    server.script(events(delta({ content: '', ...fields }), delta({ content: 'Yes' }, 'stop'), done));
    expect(await stream()).toMatchObject({ text: 'Yes', reasoning: 'Hm', error: null });
  });
});

describe('usage', () => {
  it('is read from x_groq and from a last chunk without choices', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    server.script(
      events(chunk('Hi', 'stop', { x_groq: { usage } }), done),
      events(chunk('Hi', 'stop'), event({ choices: [], usage }), done),
    );
    expect((await stream()).result.usage).toEqual({ promptTokens: 3, completionTokens: 4 });
    expect((await stream()).result.usage).toEqual({ promptTokens: 3, completionTokens: 4 });
  });
});

describe('pictures and sound in a reply', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
  const images = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }];

  it('are kept with their choice, streamed or whole', async () => {
    server.script(
      events(
        event({ choices: [{ index: 0, delta: { content: 'Here', images }, finish_reason: 'stop' }] }),
        done,
      ),
      json({ choices: [{ index: 0, message: { content: 'Here', images }, finish_reason: 'stop' }] }),
    );
    const streamed = (await stream()).result.choices[0]?.parts;
    const whole = (await connect(server).client.chat.completions.create(question)).choices[0]?.parts;
    expect(streamed).toMatchObject([
      { type: 'media', place: 0, source: { kind: 'bytes', contentType: 'image/png' } },
    ]);
    expect(whole).toEqual(streamed);
  });

  it('are joined where sound comes in pieces, with its transcript as text', async () => {
    const sound = Buffer.from('RIFF0000WAVEfmt and some samples of sound');
    const [first, second] = [sound.subarray(0, 20), sound.subarray(20)].map((part) =>
      part.toString('base64'),
    );
    const audio = (fields: object, finish: string | null = null) =>
      event({ choices: [{ index: 0, delta: { audio: fields }, finish_reason: finish }] });
    server.script(
      events(
        audio({ id: 'a', transcript: 'Hel' }),
        audio({ data: first, transcript: 'lo' }),
        audio({ data: second }, 'stop'),
        done,
      ),
    );
    const { text, result } = await stream();
    expect(text).toBe('Hello');
    const source = { kind: 'bytes', bytes: new Uint8Array(sound), contentType: 'audio/wav' };
    expect(result.choices[0]?.parts).toEqual([{ type: 'media', place: 0, source }]);
  });

  it('stand where they came, as does content that is not read', async () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
    const widget = { type: 'widget', id: 7 };
    const content = [
      { type: 'text', text: 'One' },
      image,
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Two' },
      widget,
      { type: 'text', text: '' },
    ];
    server.script(
      events(event({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }), done),
      json({ choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] }),
    );
    const reply = await connect(server).client.chat.completions.create({ ...question, stream: true });
    const deltas: ChatDelta[] = [];
    for await (const delta of reply) deltas.push(delta);
    const result = reply.result();
    const whole = await connect(server).client.chat.completions.create(question);
    const steps = [
      { index: 0, text: 'One', reasoning: '' },
      { index: 0, text: '', reasoning: '', place: 0 },
      { index: 0, text: 'Two', reasoning: 'hm' },
      { index: 0, text: '', reasoning: '', place: 1 },
    ];
    expect(deltas).toEqual(steps);
    expect(whole.steps).toEqual(steps);
    expect(result.choices[0]?.parts).toMatchObject([
      { type: 'media', place: 0 },
      { type: 'unknown', place: 1, raw: widget },
    ]);
    expect(whole.choices).toEqual(result.choices);
  });

  it('may be larger than eight megabytes', async () => {
    const bytes = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(9 * 1_048_576)]);
    const large = `data:image/png;base64,${bytes.toString('base64')}`;
    const choices = [{ index: 0, delta: { images: [{ image_url: { url: large } }] }, finish_reason: 'stop' }];
    server.script(events(event({ choices }), done));
    const { error, result } = await stream();
    expect(error).toBeNull();
    expect(result.choices[0]?.parts).toHaveLength(1);
  });
});
