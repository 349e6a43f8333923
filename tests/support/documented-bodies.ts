/**
 * Bodies of chat requests in the shapes of the official references, written for the tests: OpenAI's chat completions
 * (platform.openai.com/docs/api-reference/chat/create), Anthropic's OpenAI-compatible endpoint
 * (docs.anthropic.com/en/api/openai-sdk) and Gemini's (ai.google.dev/gemini-api/docs/openai).
 */

type Json = Readonly<Record<string, unknown>>;

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const call = (id: string, name: string, args: string, more: Json = {}): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...more,
});

const signed = { extra_content: { google: { thought_signature: 'CpcBAdHtim9qL3+Zk/0=' } } };

/** Conversations, each a list of messages. */
const talks: readonly (readonly Json[])[] = [
  [{ role: 'user', content: 'Hello' }],
  [
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'Why is the sky blue?' },
  ],
  [
    { role: 'developer', content: 'Answer in French.' },
    { role: 'user', content: 'Good morning', name: 'ana' },
    { role: 'assistant', content: 'Bonjour', name: 'helper', refusal: null, annotations: [] },
    { role: 'user', content: '  and now with blanks  ' },
  ],
  [
    {
      content: [
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two' },
      ],
      role: 'system',
    },
    { role: 'system', content: 'A second system message' },
    { role: 'user', content: 'A' },
    { role: 'user', content: 'A' },
    { role: 'user', content: '' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: 'prefilled {' },
  ],
  [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is in these?', cache_control: { type: 'ephemeral' } },
        { type: 'image_url', image_url: { url: pixel, detail: 'high' } },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png?x=1' } },
        { type: 'input_audio', input_audio: { data: 'UklGRiQAAABXQVZF', format: 'wav' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        { type: 'file', file: { file_id: 'file-abc' } },
      ],
    },
    { role: 'assistant', content: null, refusal: 'I can’t help with that.' },
    { role: 'user', content: 'Why?' },
    {
      role: 'assistant',
      content: [
        { type: 'refusal', refusal: 'No.' },
        { type: 'text', text: 'Sorry.' },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'text', text: '' }, { type: 'poem', lines: [1, null, { deep: [true] }] }, 'bare'],
    },
  ],
  [
    { role: 'user', content: 'Say it aloud' },
    { role: 'assistant', content: null, audio: { id: 'audio_6724' } },
    { role: 'user', content: [{ type: 'text', text: 'Again' }] },
  ],
  [
    { role: 'user', content: 'Weather in Oslo and Rome?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        call('c1', 'get_weather', '{"city":"Oslo"}'),
        call('c2', 'get_weather', '{"city": "Rome"}'),
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: '4 °C' },
    { role: 'tool', content: [{ type: 'text', text: '21 °C' }], tool_call_id: 'c2', name: 'get_weather' },
    { role: 'assistant', content: 'Cold and warm.' },
    { role: 'user', content: 'Thanks' },
  ],
  [
    { role: 'user', content: 'Run it' },
    {
      role: 'assistant',
      content: 'Calling.',
      tool_calls: [
        { id: 'c3', type: 'custom', custom: { name: 'code_exec', input: 'print("hi")' } },
        { id: 'c4', type: 'function', function: { name: 'broken', arguments: '{not json' }, index: 1 },
      ],
    },
    { role: 'tool', tool_call_id: 'c3', content: 'hi' },
    { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
    { role: 'function', name: 'old', content: '42' },
    { role: 'critic', content: 'an unknown role' },
    { content: 'no role at all' },
  ],
  [
    { role: 'user', content: 'Think first' },
    {
      role: 'assistant',
      reasoning_content: 'First I consider…',
      content: 'Done.',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'abc=', id: null }],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'EqQBCgIYAhIM' },
        { type: 'text', text: 'Yes' },
      ],
    },
    { role: 'user', content: 'Go on' },
  ],
  [
    { role: 'user', content: 'Check the flight' },
    { role: 'assistant', tool_calls: [call('f1', 'check_flight', '{"flight":"AA100"}', signed)] },
    { role: 'tool', name: 'check_flight', tool_call_id: 'f1', content: '{"status":"delayed"}' },
    { role: 'assistant', content: 'It is late.', extra_content: { google: { thought: true } } },
    { role: 'user', content: '你好 👋🏽 \ud800 lone, \u0000 nul, \u2028 separator' },
  ],
];

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = { type: 'function', function: { name: 'get_weather', description: 'Weather', parameters } };

/** Fields beside the messages, as each gateway documents them. */
const setups: readonly Json[] = [
  {},
  { temperature: 0.2, top_p: 0.9, max_tokens: 100, stream: true, stream_options: { include_usage: true } },
  { max_completion_tokens: 50, n: 2, stop: ['\n', 'END'], seed: 7, stream: false },
  {
    stop: 'END',
    temperature: null,
    stream: null,
    top_p: 1,
    n: 30,
    presence_penalty: 0,
    frequency_penalty: -2,
  },
  { stream: true, logit_bias: { '1734': -100, '50256': 5 }, logprobs: true, top_logprobs: 3, user: 'u-1' },
  { response_format: { type: 'json_object' }, metadata: { team: 'a' }, store: true, service_tier: 'flex' },
  {
    response_format: { type: 'json_schema', json_schema: { name: 'city', strict: true, schema: parameters } },
    reasoning_effort: 'high',
    verbosity: 'low',
  },
  {
    response_format: { json_schema: { name: 'b', schema: {}, extra: 1 }, type: 'json_schema' },
    safety_identifier: 's',
  },
  { tools: [weather], tool_choice: 'auto', parallel_tool_calls: false, stream: true },
  { tools: [weather], tool_choice: { type: 'function', function: { name: 'get_weather' } } },
  {
    tools: [weather],
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'get_weather' } }] },
    },
  },
  {
    tools: [
      {
        type: 'custom',
        custom: { name: 'sql', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } },
      },
    ],
    tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } },
  },
  {
    tools: [
      {
        function: { parameters, name: 'get_weather' },
        type: 'function',
        cache_control: { type: 'ephemeral' },
      },
    ],
  },
  { functions: [weather.function], function_call: 'auto' },
  {
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'wav' },
    prediction: { type: 'content', content: 'x' },
  },
  {
    web_search_options: {
      search_context_size: 'low',
      user_location: { type: 'approximate', approximate: { city: 'Oslo' } },
    },
  },
  {
    stream: true,
    stream_options: { include_usage: false, include_obfuscation: false },
    prompt_cache_key: 'k',
    tools: [],
  },
  // Anthropic's.
  { thinking: { type: 'enabled', budget_tokens: 2_000 }, max_tokens: 4_096, stop: ['\n\nHuman:'], top_k: 5 },
  { enable_thinking: true, thinking_budget: 100, max_tokens: 1, max_completion_tokens: 2 },
  // Gemini's.
  {
    extra_body: {
      google: {
        cached_content: 'cachedContents/0000aaaa',
        thinking_config: { thinking_budget: 800, include_thoughts: true },
        safety_settings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      },
    },
    reasoning_effort: 'none',
  },
  {
    prompt: 'old',
    input: [1],
    seed: 1.5,
    unknown_field: { nested: [{}, [], null, 1e-7, 12.5, -0.5] },
    metadata: {},
  },
];

/**
 * 300 bodies: each conversation with each of the setups of a block, the names in three orders; the same order in every run.
 */
export const documentedBodies: readonly Json[] = Array.from({ length: 300 }, (_, at) => {
  const messages = talks[at % talks.length] ?? [];
  const block = Math.floor(at / talks.length);
  const first = block < setups.length ? block : block - setups.length + 1;
  const setup = setups[first] ?? {};
  const other = setups[(first + 8) % setups.length] ?? {};
  const beside = at < talks.length * setups.length ? setup : { ...other, ...setup };
  const model = ['gpt-5', 'claude-opus-4-1', 'gemini-2.5-pro'][at % 3];
  if (at % 3 === 0) return { model, messages, ...beside };
  return at % 3 === 1 ? { ...beside, messages, model } : { messages, ...beside, model };
});
