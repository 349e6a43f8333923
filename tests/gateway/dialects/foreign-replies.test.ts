/** Whole replies in forms that people quote in issues and documentation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, failureOf, question } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';
import { playChat } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const choice = (message: object, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
});

describe('a whole reply of', () => {
  it.each<[string, object, object]>([
    ['Text Generation Inference', { generated_text: 'Hey' }, { finish: 'stop' }],
    ['Hugging Face’s list', [{ generated_text: 'Hey' }], { finish: 'stop' }],
    [
      'watsonx.ai',
      {
        model_id: 'm',
        results: [
          {
            generated_text: 'Hey',
            generated_token_count: 3,
            input_token_count: 5,
            stop_reason: 'max_tokens',
          },
        ],
      },
      { finish: 'max_tokens', usage: counted },
    ],
    [
      'KoboldCpp',
      { results: [{ text: 'Hey', finish_reason: 'stop', prompt_tokens: 5, completion_tokens: 3 }] },
      { finish: 'stop' },
    ],
    [
      'llama.cpp',
      { index: 0, content: 'Hey', stop: true, stop_type: 'eos', tokens_predicted: 3, tokens_evaluated: 5 },
      { finish: 'eos', usage: counted },
    ],
    [
      'SGLang',
      {
        text: 'Hey',
        output_ids: [1],
        meta_info: { id: 'r', finish_reason: { type: 'stop' }, prompt_tokens: 5, completion_tokens: 3 },
      },
      { finish: 'stop', usage: counted },
    ],
    [
      'Titan on Bedrock',
      { inputTextTokenCount: 5, results: [{ tokenCount: 3, outputText: 'Hey', completionReason: 'FINISH' }] },
      { finish: 'FINISH', usage: counted },
    ],
    [
      'Llama on Bedrock',
      { generation: 'Hey', prompt_token_count: 5, generation_token_count: 3, stop_reason: 'stop' },
      { usage: counted },
    ],
    [
      'older Claude on Bedrock',
      { completion: 'Hey', stop_reason: 'stop_sequence', stop: '\n\nHuman:' },
      { finish: 'stop_sequence' },
    ],
    [
      'Cohere on Bedrock',
      { generations: [{ id: 'g', text: 'Hey', finish_reason: 'COMPLETE' }], prompt: 'hi' },
      { finish: 'COMPLETE' },
    ],
    [
      'Jurassic',
      {
        id: 1,
        prompt: { text: 'hi' },
        completions: [{ data: { text: 'Hey', tokens: [] }, finishReason: { reason: 'endoftext' } }],
      },
      { finish: 'endoftext' },
    ],
    [
      'Cohere’s first chat',
      {
        response_id: 'r',
        generation_id: 'g',
        text: 'Hey',
        finish_reason: 'COMPLETE',
        meta: { tokens: { input_tokens: 5, output_tokens: 3 } },
      },
      { finish: 'COMPLETE', usage: counted },
    ],
    [
      'Dify',
      {
        event: 'message',
        mode: 'chat',
        answer: 'Hey',
        metadata: { usage: { ...usage, total_price: '0.0013', currency: 'USD' } },
      },
      { usage: counted, cost: 0.0013 },
    ],
    [
      'LM Studio',
      {
        model_instance_id: 'm',
        output: [
          { type: 'reasoning', content: 'hm' },
          { type: 'message', content: 'Hey' },
        ],
        stats: { input_tokens: 5, total_output_tokens: 3 },
        response_id: 'resp_1',
      },
      { reasoning: 'hm', usage: counted },
    ],
    [
      'DashScope’s text',
      {
        output: { text: 'Hey', finish_reason: 'stop' },
        usage: { input_tokens: 5, output_tokens: 3 },
        request_id: 'r',
      },
      { finish: 'stop', usage: counted },
    ],
    [
      'Oracle',
      {
        modelId: 'm',
        chatResponse: {
          apiFormat: 'GENERIC',
          choices: [
            {
              index: 0,
              message: { role: 'ASSISTANT', content: [{ type: 'TEXT', text: 'Hey' }] },
              finishReason: 'stop',
            },
          ],
          usage: { completionTokens: 3, promptTokens: 5, totalTokens: 8 },
        },
      },
      { finish: 'stop', usage: counted },
    ],
    [
      'Oracle’s Cohere',
      { modelId: 'm', chatResponse: { apiFormat: 'COHERE', text: 'Hey', finishReason: 'COMPLETE' } },
      { finish: 'COMPLETE' },
    ],
    [
      'Runware',
      {
        data: [
          {
            taskType: 'textInference',
            taskUUID: 't',
            text: 'Hey',
            finishReason: 'stop',
            usage: { promptTokens: 5, completionTokens: 3 },
            cost: 0.012,
          },
        ],
      },
      { finish: 'stop', usage: counted, cost: 0.012 },
    ],
    ['Replicate', { id: 'p', status: 'succeeded', output: ['He', 'y'], metrics: { predict_time: 1 } }, {}],
    ['Snowflake', { choices: [{ messages: 'Hey' }], created: 1, model: 'm', usage }, { usage: counted }],
    ['a wrapper', { code: 0, msg: 'success', data: { content: 'Hey' } }, {}],
    [
      'NanoGPT',
      {
        ...choice({ content: 'Hey' }),
        usage,
        x_nanogpt_pricing: { inputTokens: 5, outputTokens: 3, cost: 0.004, currency: 'USD' },
      },
      { cost: 0.004 },
    ],
    [
      'NanoGPT in Nano',
      { ...choice({ content: 'Hey' }), x_nanogpt_pricing: { amount: 0.004, currency: 'XNO' } },
      { cost: null },
    ],
    ['Copilot', choice({ content: 'Hey', reasoning_text: 'hm', reasoning_opaque: 'x' }), { reasoning: 'hm' }],
    [
      'LiteLLM with blocks of thinking alone',
      choice({
        content: 'Hey',
        reasoning_content: '',
        thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 'S' }],
      }),
      { reasoning: 'hm' },
    ],
    [
      'Workers AI in JSON',
      { result: { response: { name: 'India' } }, success: true, errors: [] },
      { text: '{"name":"India"}' },
    ],
  ])('%s', async (_name, body, expected) => {
    expect(await playChat(server, json(body))).toMatchObject({ text: 'Hey', error: undefined, ...expected });
  });
});

it.each<[string, object]>([
  ['a job', { id: 'j', status: 'queued', output: null }],
  ['an empty list', { data: [], success: true }],
  ['words of the server', { status: 'ok', message: 'The server is running.' }],
  ['an error beside words', { error: 'no such model', text: 'see the docs' }],
])('%s is no reply', async (_name, body) => {
  server.script(json(body));
  const failure = await failureOf(
    connect(server, { maxAttempts: 1 }).client.chat.completions.create(question),
  );
  expect(failure.message).toMatch(/^[A-Za-z].*/);
});
