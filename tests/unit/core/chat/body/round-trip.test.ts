import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAll, importAll } from '../../../../support/archives';
import { openTestCore, type TestCore } from '../../../../support/core';
import { documentedBodies } from '../../../../support/documented-bodies';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

async function opened(body: unknown): Promise<string> {
  const text = JSON.stringify(body);
  const { conversationId } = await app.tell('body.open', { newId: randomUUID(), text });
  return conversationId;
}

async function bodyOf(conversationId: string): Promise<string> {
  const { text } = await app.tell('body.get', { conversationId });
  return JSON.stringify(JSON.parse(text));
}

test('300 conversations of the references become chats and the same JSON, in its order', async () => {
  expect(new Set(documentedBodies.map((body) => JSON.stringify(body))).size).toBe(300);
  for (const [at, body] of documentedBodies.entries())
    expect(await bodyOf(await opened(body)), String(at)).toBe(JSON.stringify(body));
});

test('an archive carries all of it to another computer', async () => {
  const bodies = documentedBodies.slice(0, 200).filter((_, at) => at % 7 === 0);
  const ids = await Promise.all(bodies.map(opened));
  const other = await openTestCore({ sandbox: app.sandbox });
  try {
    expect((await importAll(other, await exportAll(app, false))).error).toBeNull();
    for (const [at, body] of bodies.entries()) {
      const { text } = await other.tell('body.get', { conversationId: ids[at] ?? '' });
      expect(JSON.stringify(JSON.parse(text)), String(at)).toBe(JSON.stringify(body));
    }
  } finally {
    await other.close();
  }
});

test('any mixture of known and unknown fields, roles and parts comes back', async () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const known = documentedBodies.flatMap(({ messages }) => messages as readonly object[]);
  const text = fc.string({ unit: 'binary' });
  const role = fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'ai');
  const entry = fc.oneof(fc.record({ type: fc.constant('text'), text }), json);
  const made = fc.record({ role, content: fc.oneof(text, fc.array(entry, { maxLength: 3 })) });
  const odd = fc.record(
    { role, content: json, name: json, tool_calls: json, tool_call_id: json },
    { requiredKeys: [] },
  );
  const message = fc.oneof(fc.constantFrom(...known), made, odd);
  const setups = documentedBodies.map(({ model: _model, messages: _messages, ...beside }) => beside);
  const value = fc.oneof(json, fc.constant(null));
  const names = [
    'stream',
    'stream_options',
    'n',
    'stop',
    'max_tokens',
    'tools',
    'response_format',
    'user',
    'new',
  ];
  const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 });
  const body = fc
    .tuple(fc.array(message, { maxLength: 6 }), fc.constantFrom(...setups), fields)
    .map(([messages, setup, more]) => ({ ...setup, ...more, messages, model: 'm' }));
  const isKept = (value: unknown) => !JSON.stringify(value).includes('"__proto__"');
  await fc.assert(
    fc.asyncProperty(body.filter(isKept), async (one) => {
      // Written once, so that it is JSON: there is no minus zero.
      const sent = JSON.stringify(one);
      expect(await bodyOf(await opened(JSON.parse(sent)))).toBe(sent);
    }),
    { numRuns: 50, seed: 33 },
  );
});

test.each([
  ['{"model":"m","messages":[],"a":1,"a":2}', 'The text has the field “a” twice: line 1, column 34.'],
  [
    '{"model":"m",\n"messages":[],"id":12345678901234567890}',
    'can’t be kept exactly: 12345678901234567890: line 2, column 20.',
  ],
  ['{"model":"m","messages":[],"__proto__":{}}', 'a field named “__proto__”'],
  ['{"model":"m","messages":{}}', '“messages” is missing'],
  ['{"model":"m","messages":["hi"]}', 'messages[0] must be an object'],
  ['{"model":5,"messages":[]}', '“model” must be the id of a model'],
  ['[1,', 'The text is not valid JSON'],
  [`{"a":${'['.repeat(160)}${']'.repeat(160)},"messages":[]}`, 'is nested deeper than 150 levels'],
  [
    JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(1_000_001) }] }),
    'messages[0] has a text of more',
  ],
  [JSON.stringify({ messages: [], other: 'x'.repeat(100_001) }), 'can’t be kept: extra is too large'],
])('what can’t be kept is refused, and nothing is stored: %#', async (text, message) => {
  const newId = randomUUID();
  expect(await app.refusal('body.open', { newId, text })).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message),
  });
  expect((await app.ask('conversations.get', { id: newId })).ok).toBe(false);
});

test('numbers that are the same in another form are taken', async () => {
  const text = '{"messages":[],"model":"m","a":[1.0,1e3,0.1,-0.0,1E-7,100,0.30000000000000004]}';
  const { conversationId } = await app.tell('body.open', { newId: randomUUID(), text });
  expect(await bodyOf(conversationId)).toBe(JSON.stringify({ ...JSON.parse(text) }));
});
