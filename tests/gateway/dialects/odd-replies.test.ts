/** Replies whose images, sources, corrections and amounts are where no other gateway has them. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { connect, question } from '../../support/gateway-client';
import { type HostileServer, json, type Script, startHostileServer } from '../../support/hostile-server';
import { named, playChat, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = 'https://cdn.example/a.png';
const reply = (message: object, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  ...more,
});
const inText = (content: string) => json(reply({ content }));
const anthropicImage = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png },
};

describe('the file is kept that a reply has', () => {
  it.each<[string, Script, string?]>([
    ['as one image', json(reply({ content: null, image: { url } }))],
    ['as one video', json(reply({ content: null, video: { url } }))],
    [
      'as a block of Anthropic’s',
      json({ type: 'message', content: [anthropicImage], stop_reason: 'end_turn' }),
    ],
    [
      'as a block of Anthropic’s stream',
      sse(
        { type: 'content_block_start', index: 0, content_block: anthropicImage },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
        { type: 'message_stop' },
      ),
    ],
    [
      'as an address of Gemini’s',
      json({ candidates: [{ content: { parts: [{ fileData: { fileUri: url } }] }, finishReason: 'STOP' }] }),
    ],
    [
      'as a file of the AI SDK',
      sse({ type: 'text-delta', delta: 'Hi' }, { type: 'file', url }, { type: 'finish' }),
      'Hi',
    ],
    [
      'as a file of Dify’s',
      sse(
        { event: 'agent_message', answer: 'Hi' },
        { event: 'message_file', type: 'image', url, belongs_to: 'assistant' },
        { event: 'message_end' },
      ),
      'Hi',
    ],
    ['as an answer about images', json({ created: 1, data: [{ b64_json: png }] })],
    ['as base64 alone', inText(png)],
    ['as base64 in lines', inText(`\n${png.replaceAll(/(.{40})/g, '$1\n')}`)],
    ['as a data URL in lines', inText(`![x](data:image/png;base64,${png.replaceAll(/(.{40})/g, '$1\r\n')})`)],
  ])('%s', async (_name, script, said = '') => {
    const { text, media, error } = await playChat(server, script);
    expect([text, error]).toEqual([said, undefined]);
    expect(media).toHaveLength(1);
    expect(media[0]).toMatchObject(
      media[0]?.kind === 'url' ? { url } : { bytes: new Uint8Array(Buffer.from(png, 'base64')) },
    );
  });

  test('but what a person sent, and a text of letters, are none', async () => {
    const sent = { event: 'message_file', url, belongs_to: 'user' };
    const echoed = await playChat(
      server,
      sse(sent, { event: 'message', answer: 'Hi' }, { event: 'message_end' }),
    );
    expect([echoed.text, echoed.media]).toEqual(['Hi', []]);
    const letters = 'QUFB'.repeat(40);
    const plain = await playChat(server, inText(letters));
    expect([plain.text, plain.media]).toEqual([letters, []]);
  });
});

test('what moderation puts in the place of a reply is the reply', async () => {
  const { text } = await playChat(
    server,
    sse(
      { event: 'message', answer: 'Bad ' },
      { event: 'message', answer: 'words' },
      { event: 'message_replace', answer: 'Filtered.' },
      { event: 'message_end' },
    ),
  );
  expect(text).toBe('Filtered.');
});

test('each of several candidates is a choice', async () => {
  const candidate = (text: string) => ({ content: { parts: [{ text }] }, finishReason: 'STOP' });
  server.script(json({ candidates: [candidate('One'), candidate('Two')] }));
  const { client } = connect(server, { maxAttempts: 1 });
  const { choices } = await client.chat.completions.create({ ...question, stream: false });
  expect(choices.map(({ index, text }) => [index, text])).toEqual([
    [0, 'One'],
    [1, 'Two'],
  ]);
});

it.each<[string, Script]>([
  [
    'Gemini',
    json({
      candidates: [
        {
          content: { parts: [{ text: 'x' }] },
          finishReason: 'STOP',
          groundingMetadata: { groundingChunks: [{ web: { uri: url, title: 'A' } }] },
        },
      ],
    }),
  ],
  [
    'Anthropic',
    {
      headers: { 'content-type': 'text/event-stream' },
      body: [
        named('content_block_delta', {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: 'x' },
        }),
        named('content_block_delta', {
          type: 'content_block_delta',
          index: 0,
          delta: {
            type: 'citations_delta',
            citation: { type: 'web_search_result_location', url, title: 'A' },
          },
        }),
        named('message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
        named('message_stop', { type: 'message_stop' }),
      ],
    },
  ],
])('the sources of %s are kept', async (_name, script) => {
  server.script(script);
  const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
  for await (const _ of stream);
  const [choice] = stream.result().choices;
  expect(choice?.parts).toMatchObject([{ type: 'citation', raw: { url, title: 'A' } }]);
});

test('Cohere’s usage of a stream is read where only what is billed is stated', async () => {
  const { usage } = await playChat(
    server,
    sse(
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } },
      {
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: { billed_units: { input_tokens: 3, output_tokens: 4 } } },
      },
    ),
  );
  expect(usage).toMatchObject({ promptTokens: 3, completionTokens: 4 });
});

describe('a cost', () => {
  const counts = { prompt_tokens: 1, completion_tokens: 1 };
  it.each<[string, object]>([
    ['whose currency is another', { usage: { ...counts, cost: 0.3, cost_currency: 'CNY' } }],
    ['whose currency is a sign', { usage: { ...counts, cost: 0.3, currency: '¥' } }],
    ['whose currency is beside the usage', { usage: { ...counts, cost: 0.3 }, currency: 'EUR' }],
    [
      'whose currency is in an object',
      { usage: { ...counts, cost: { total_cost: 0.3, currencyCode: 'CNY' } } },
    ],
  ])('%s is unknown', async (_name, more) => {
    expect((await playChat(server, json(reply({ content: 'x' }, more)))).cost).toBeNull();
  });

  it.each(['USD', 'usd', 'US$', '$', 'credits'])('in “%s” counts', async (currency) => {
    const script = json(reply({ content: 'x' }, { usage: { ...counts, cost: 0.3, currency } }));
    expect((await playChat(server, script)).cost).toBe(0.3);
  });
});
