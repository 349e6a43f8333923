/** What a person with one key pastes first. */
import { describe, expect, test } from 'vitest';
import { filledFrom } from '../../../../renderer/features/settings/gateway/fill-from-pasted';
import { newGateway } from '../../../../renderer/features/settings/gateway/new-gateway';
import { readPasted } from '../../../../renderer/lib/pasted/read-pasted';

const tail = 'a1B2c3D4e5F6g7H8i9J0';
const groq = { gateway: 'groq', baseUrl: 'https://api.groq.com/openai/v1', key: `gsk_${tail}` } as const;

describe('gateway, address and key follow', () => {
  test.each([
    ['from the key alone', groq.key],
    ['from its variable', `GROQ_API_KEY=${groq.key}`],
    ['from a shell', `export GROQ_API_KEY="${groq.key}"`],
    ['from a variable of another name', `MY_KEY=${groq.key}`],
    ['from Python', `from groq import Groq\n\nclient = Groq(\n    api_key="${groq.key}",\n)`],
    ['from Python on a line', `client = Groq(api_key="${groq.key}")`],
    [
      'from OpenAI’s library',
      `client = OpenAI(base_url="https://api.groq.com/openai/v1", api_key="${groq.key}")`,
    ],
    [
      'from JavaScript',
      `const client = new OpenAI({ apiKey: '${groq.key}', baseURL: 'https://api.groq.com/openai/v1' });`,
    ],
    [
      'from cURL',
      `curl https://api.groq.com/openai/v1/chat/completions -H "Authorization: Bearer ${groq.key}" -d '{}'`,
    ],
  ])('%s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ ...groq, choices: null });
    expect(filledFrom(newGateway, text, false)?.form).toMatchObject({
      name: 'Groq',
      baseUrl: groq.baseUrl,
      key: groq.key,
    });
  });

  test.each([
    [`sk-or-v1-${tail}`, 'openrouter'],
    [`sk-ant-api03-${tail}`, 'anthropic'],
    [`AIza${tail}`, 'gemini'],
    [`xai-${tail}`, 'xai'],
    [`nvapi-${tail}`, 'nvidia'],
    [`pplx-${tail}`, 'perplexity'],
    [`r8_${tail}`, 'replicate'],
    [`csk-${tail}`, 'cerebras'],
    [`FAL_KEY=${tail}:${tail}`, 'fal'],
    [`REPLICATE_API_TOKEN=${tail}`, 'replicate'],
    [`GOOGLE_API_KEY=${tail}`, 'gemini'],
    [`ARK_API_KEY=${tail}`, 'ark'],
    [`ZHIPUAI_API_KEY=${tail}`, 'zhipu'],
    ['api.deepseek.com', 'deepseek'],
    ['api.fireworks.ai/inference/v1', 'fireworks'],
    ['dashscope.aliyuncs.com/compatible-mode/v1', 'dashscope'],
  ])('%s', (text, gateway) => {
    expect(readPasted(text)).toMatchObject({ gateway, choices: null });
  });
});

test.each([
  [
    `curl https://queue.fal.run/fal-ai/flux -H "Authorization: Key ${tail}" -d '{}'`,
    'https://queue.fal.run',
    tail,
  ],
  [
    `curl --request POST --url https://api.minimax.io/v1/t2a_v2 -H 'Authorization: Bearer ${tail}'`,
    'https://api.minimax.io/v1',
    tail,
  ],
  [
    `curl "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent?key=${tail}"`,
    'https://generativelanguage.googleapis.com/v1beta/openai',
    tail,
  ],
  [
    `curl https://relay.example/v1/models -H 'Authorization: Token ${tail}'`,
    'https://relay.example/v1',
    `Token ${tail}`,
  ],
  [
    `curl https://api.replicate.com/v1/predictions -H "Authorization: Token ${tail}"`,
    'https://api.replicate.com/v1',
    tail,
  ],
  ['curl https://queue.fal.run/fal-ai/flux -H "Authorization: Key $FAL_KEY"', 'https://queue.fal.run', null],
])('%s', (text, baseUrl, key) => {
  expect(readPasted(text)).toMatchObject({ baseUrl, key, query: [] });
});

test('the key of a service stays out of another service’s hands', () => {
  const relay = { ...newGateway, baseUrl: 'https://relay.example/v1' };
  expect(filledFrom(relay, groq.key, false)).toBeNull();
  // Under OpenAI's name, and yet Groq's.
  expect(readPasted(`OPENAI_API_KEY=${groq.key}`)).toMatchObject(groq);
});

test.each([
  'sk-1234567890abcdef1234',
  'gsk_…',
  'gsk_YOUR_API_KEY_GOES_HERE',
  'hello.world',
  'v1.2.3',
  'notes.txt',
])('nothing is made of %s', (text) => {
  expect(readPasted(text)).toBeNull();
});
