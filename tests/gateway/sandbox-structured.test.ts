/** Structured output of the embedded gateway, through the unmodified `openai` package; checked by an independent validator. */
import { Validator } from '@cfworker/json-schema';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

let sandbox: TestSandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
});
afterAll(() => sandbox.close());

const object = (properties: Record<string, object>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

const place = object({
  city: { type: 'string', minLength: 30 },
  inhabitants: { type: 'integer', minimum: 1, maximum: 3 },
  share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  kind: { enum: ['port', 'capital'] },
  founded: { type: ['string', 'null'], format: 'date' },
  sights: {
    type: 'array',
    minItems: 3,
    items: object({ name: { type: 'string' }, open: { type: 'boolean' } }),
  },
});
const list = object(
  { value: { type: 'number' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  { description: 'A list that names itself.' },
);

async function ask(content: string, format: object, model = 'sandbox/structured', more: object = {}) {
  const { choices } = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content }],
    response_format: format as OpenAI.ResponseFormatJSONSchema,
    ...more,
  });
  return choices[0]?.message.content ?? '';
}
const following = (schema: object, strict = true) => ({
  type: 'json_schema',
  json_schema: { name: 'answer', schema, strict },
});
const isValid = (schema: object, text: string) =>
  new Validator(schema, '2020-12').validate(JSON.parse(text)).valid;

test.each([
  ['a record', place],
  ['a list that names itself', list],
  [
    'a reference',
    object({ at: { $ref: '#/$defs/point' } }, { $defs: { point: object({ x: { type: 'number' } }) } }),
  ],
])('%s is followed exactly, for many messages, by every model', async (_name, schema) => {
  for (let at = 0; at < 40; at += 1) {
    const text = await ask(
      `Question ${at}`,
      following(schema),
      at % 2 === 0 ? 'sandbox/structured' : 'sandbox/echo',
    );
    expect(isValid(schema, text), text).toBe(true);
  }
});

test('the same message and seed give the same values, another message other ones', async () => {
  const [one, same, other] = await Promise.all(
    ['A', 'A', 'B'].map((content) => ask(content, following(place), 'sandbox/structured', { seed: 4 })),
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test.each([
  ['[missing]', (text: string) => expect(JSON.parse(text)).not.toHaveProperty('city')],
  ['[wrong type]', (text: string) => expect(JSON.parse(text)).toMatchObject({ city: 7 })],
  ['[trailing]', (text: string) => expect(text).toMatch(/^\{.+\}\s+I hope this helps!$/s)],
  ['[cut off]', (text: string) => expect(text).toMatch(/^\{"city"(?!.*\}$)/s)],
])('a message with %s gets a reply that breaks the schema so', async (asked, check) => {
  const text = await ask(`A city ${asked}`, following(place));
  check(text);
  expect(() => expect(isValid(place, text)).toBe(true)).toThrow();
  // Other models know no such words.
  expect(isValid(place, await ask(`A city ${asked}`, following(place), 'sandbox/echo'))).toBe(true);
});

test('JSON without a schema can be broken too', async () => {
  const json = { type: 'json_object' };
  expect(JSON.parse(await ask('Hi', json))).toHaveProperty('reply');
  expect(() => JSON.parse('x')).toThrow();
  expect(await ask('Hi [trailing]', json)).toBe('{"reply":"Hi [trailing]"}\n\nI hope this helps!');
});

test.each([
  ['an open object', { ...place, additionalProperties: true }, 'additionalProperties'],
  ['an optional field', { ...place, required: ['city'] }, "Missing 'inhabitants'"],
  ['a list as the whole', { type: 'array', items: place }, 'type "object"'],
])('strict refuses %s, and without it the schema is taken', async (_name, schema, words) => {
  await expect(ask('A city', following(schema))).rejects.toThrow(words);
  expect(isValid(schema, await ask('A city', following(schema, false)))).toBe(true);
});
