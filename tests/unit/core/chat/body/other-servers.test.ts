/**
 * Bodies with what single servers add to the interface: they come back whole, through a fork, a file and an archive, are
 * sent as they are, and the code of the request has all of it.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keepHeld } from '../../../../support/held-fields';
import { paidApp } from '../../../../support/paid-app';

const held = paidApp();

const asked = { role: 'user', content: 'Hi' };
const call = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{"q":"ä"}' },
  ...more,
});
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];

const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'OpenAI: predicted output, audio, search, custom tools, safety',
    {
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Rules' }] },
        {
          role: 'user',
          content: [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }],
        },
        { role: 'assistant', content: null, audio: { id: 'audio_1' }, annotations: [] },
        { ...asked, name: 'ana' },
      ],
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'wav' },
      prediction: { type: 'content', content: [{ type: 'text', text: 'let a = 1' }] },
      web_search_options: { search_context_size: 'low' },
      tools: [
        ...tools,
        {
          type: 'custom',
          custom: {
            name: 'sql',
            format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'a: "b"' } },
          },
        },
      ],
      tool_choice: { type: 'custom', custom: { name: 'sql' } },
      parallel_tool_calls: false,
      safety_identifier: 'abc',
      prompt_cache_key: 'k',
      prompt_cache_retention: '24h',
      logit_bias: { '50256': -100 },
      top_logprobs: 3,
      logprobs: true,
      stop: ['a', 'b'],
      n: 1,
    },
  ],
  [
    'parallel calls with results in another order, then a refusal',
    {
      messages: [
        asked,
        { role: 'assistant', content: '', tool_calls: [call('c1'), call('c2'), call('c3')] },
        { role: 'tool', tool_call_id: 'c3', content: '3' },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: '1' }] },
        { role: 'tool', tool_call_id: 'c2', content: '' },
        { role: 'assistant', refusal: 'No.', content: null },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Why' },
            { type: 'text', text: '?' },
          ],
        },
      ],
      tools,
    },
  ],
  [
    'Anthropic: cache points and thinking',
    {
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'A', cache_control: { type: 'ephemeral', ttl: '1h' } },
            { type: 'text', text: 'B' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'Eq==' },
            { type: 'redacted_thinking', data: 'xx' },
            { type: 'text', text: 'Yo' },
          ],
        },
        asked,
      ],
      thinking: { type: 'enabled', budget_tokens: 2000 },
      max_tokens: 4000,
    },
  ],
  [
    'Gemini: signatures of thoughts beside calls',
    {
      messages: [
        asked,
        {
          role: 'assistant',
          tool_calls: [call('g1', { extra_content: { google: { thought_signature: 'Cp==' } } }), call('g2')],
        },
        { role: 'tool', tool_call_id: 'g1', name: 'look', content: '{}' },
        { role: 'tool', tool_call_id: 'g2', name: 'look', content: '{}' },
      ],
      reasoning_effort: 'low',
      extra_body: {
        google: { thinking_config: { include_thoughts: true }, cached_content: 'cachedContents/1' },
      },
    },
  ],
  [
    'Mistral: a beginning of the reply, and documents',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document_url', document_url: 'https://a.b/c.pdf' },
            { type: 'text', text: 'Sum up' },
          ],
        },
        { role: 'assistant', content: 'Well', prefix: true },
      ],
      safe_prompt: true,
      random_seed: 3,
      document_image_limit: 8,
    },
  ],
  [
    'DeepSeek: reasoning beside a beginning of the reply',
    {
      messages: [asked, { role: 'assistant', reasoning_content: 'Let me', content: '```py\n', prefix: true }],
      stop: ['```'],
    },
  ],
  [
    'OpenRouter: routes, plugins and details of reasoning',
    {
      messages: [
        asked,
        {
          role: 'assistant',
          content: 'A',
          reasoning: 'Hm',
          reasoning_details: [
            { type: 'reasoning.encrypted', data: 'e', id: 'r1', format: 'anthropic-claude-v1', index: 0 },
          ],
        },
        { role: 'user', content: 'B' },
      ],
      models: ['a/b', 'c/d'],
      provider: { order: ['x'], allow_fallbacks: false, data_collection: 'deny', max_price: { prompt: 1 } },
      plugins: [
        { id: 'web', max_results: 3 },
        { id: 'file-parser', pdf: { engine: 'native' } },
      ],
      transforms: ['middle-out'],
      route: 'fallback',
      reasoning: { effort: 'high', exclude: false },
      usage: { include: true },
      verbosity: 'low',
    },
  ],
  [
    'vLLM and SGLang: guided output and templates',
    {
      messages: [asked, { role: 'assistant', content: 'Sure' }],
      guided_json: { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: {} } },
      guided_decoding_backend: 'xgrammar',
      structured_outputs: { regex: '\\d+' },
      chat_template_kwargs: { enable_thinking: false },
      add_generation_prompt: false,
      continue_final_message: true,
      stop_token_ids: [1, 2],
      min_p: 0.1,
      top_k: -1,
      repetition_penalty: 1.1,
      ignore_eos: true,
      separate_reasoning: false,
      bad_words: [],
      priority: -3,
    },
  ],
  [
    'llama.cpp and LM Studio: grammar and samplers',
    {
      messages: [asked],
      grammar: 'root ::= "a" | "b"',
      n_probs: 3,
      mirostat: 2,
      samplers: ['top_k', 'min_p'],
      cache_prompt: true,
      id_slot: -1,
      logit_bias: [
        [15043, 1.5],
        ['Hello', false],
      ],
      timings_per_token: true,
      ttl: 300,
      draft_model: 'x',
    },
  ],
  [
    'Groq and others: service and search',
    {
      messages: [asked],
      service_tier: 'flex',
      reasoning_format: 'parsed',
      include_reasoning: null,
      search_settings: { include_domains: ['a.b'] },
      documents: [{ source: { type: 'text', text: 'x' } }],
      enable_citations: true,
      functions: [{ name: 'old', parameters: {} }],
      function_call: { name: 'old' },
      max_completion_tokens: null,
      metadata: { a: 'b' },
      store: false,
    },
  ],
];

async function bodyOf(conversationId: string): Promise<string> {
  const { text } = await held.app.tell('body.get', { conversationId });
  return JSON.stringify(JSON.parse(text));
}

test.each(bodies)('%s', async (_, more) => {
  const { app, gateway } = held;
  gateway.on('/chat/completions', () => ({
    body: { choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }] },
  }));
  const body = { ...more, model: 'm' };
  const sent = JSON.stringify(body);
  const { conversationId } = await app.tell('body.open', { newId: randomUUID(), text: sent });
  expect(await bodyOf(conversationId)).toBe(sent);

  const { messages } = await app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });
  const messageId = messages.at(-1)?.id ?? '';
  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId, newId });
  expect(await bodyOf(newId)).toBe(sent);
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const imported = await app.tell('conversations.import', { json });
  await keepHeld(app, imported.conversationId);
  expect(await bodyOf(imported.conversationId)).toBe(sent);

  const { replyId } = await app.tell('chat.run', { messageId, replyId: randomUUID() });
  await app.until(() => app.message(replyId)?.status === 'complete');
  expect(JSON.stringify(gateway.requests.at(-1)?.body)).toBe(sent);
  const code = await app.tell('code.request', { of: 'message', messageId: replyId });
  expect(code.bodies).toEqual([body]);
});
