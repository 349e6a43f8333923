import { expect, test } from 'vitest';
import { answerFor, automaticFor, filled } from '../../../../shared/run/automatic-answers';
import { type Tool, toolKey, toolsToWire } from '../../../../shared/run/tools';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather: Tool = { name: 'weather', description: 'How it is.', parameters: schema };
const call = (argumentsText: string, name = 'weather') => ({ name, argumentsText });

test('a result begins with the arguments in their places, and what a call does not have stays', () => {
  const answer = '{"city": "{{city}}", "at": {{ args.at.hour }}, "none": {{none}}, "all": {{args}}}';
  const tools = [{ ...weather, answer }];
  const given = '{"city":"Oslo","at":{"hour":3}}';
  expect(answerFor({ tools }, call(given))).toBe(
    `{"city": "Oslo", "at": 3, "none": {{none}}, "all": ${given}}`,
  );
  expect(answerFor({ tools: [weather] }, call('{}'))).toBe('');
  expect(answerFor(undefined, call('{'))).toBe('');
  expect(filled('{{__proto__}} {{constructor}} {{city.length}}', given)).toBe(
    '{{__proto__}} {{constructor}} {{city.length}}',
  );
});

test('an id of more digits than a number keeps is filled in, and matched, as it was written', () => {
  const given = '{"id": 1234567890123456789, "list": [0.10000000000000000001]}';
  expect(filled('{{id}} {{list}} {{args}}', given)).toBe(
    '1234567890123456789 [0.10000000000000000001] {"id":1234567890123456789,"list":[0.10000000000000000001]}',
  );
  const rule = { when: { argument: 'id', is: '1234567890123456789' }, kind: 'result' as const, content: 'x' };
  expect(automaticFor({ tools: [{ ...weather, automatic: [rule] }] }, call(given))).toMatchObject({
    content: 'x',
  });
});

test('a wrong call begins with words that let the model mend it, and nothing answers it by itself', () => {
  const tools = [{ ...weather, answer: 'fine' }];
  expect(answerFor({ tools }, call('{"city": '))).toContain('not valid JSON');
  expect(answerFor({ tools }, call('{}', 'clock'))).toBe(
    '{"error":"There is no tool “clock”. Tools: weather."}',
  );
  expect(automaticFor({ tools }, call('{"city": '))).toEqual({ kind: 'none', why: 'bad JSON' });
  expect(automaticFor({ tools }, call('{}', 'clock'))).toEqual({ kind: 'none', why: 'unknown tool' });
});

test('the first rule that applies answers; without one the default does, and without that a person', () => {
  const automatic = [
    { when: { argument: 'city', is: 'Oslo' }, kind: 'result' as const, content: '{{city}}: 3', delayMs: 20 },
    { when: { argument: 'at.hour', is: '7' }, kind: 'error' as const, content: 'too early' },
    { when: { argument: 'city', is: 'Rome' }, kind: 'function' as const, content: 'return args.city' },
  ];
  const tools = [{ ...weather, automatic, answer: 'as usual' }];
  const given = (text: string) => automaticFor({ tools }, call(text));
  expect(given('{"city":"Oslo"}')).toEqual({ kind: 'text', content: 'Oslo: 3', delayMs: 20 });
  expect(given('{"at":{"hour":7}}')).toEqual({ kind: 'text', content: '{"error":"too early"}', delayMs: 0 });
  expect(given('{"city":"Rome"}')).toEqual({ kind: 'function', source: 'return args.city', delayMs: 0 });
  expect(given('')).toEqual({ kind: 'text', content: 'as usual', delayMs: 0 });
  expect(automaticFor({ tools: [{ ...weather, automatic }] }, call('{}'))).toEqual({
    kind: 'none',
    why: 'no rule',
  });
});

test('nothing that answers a tool is sent with its definition', () => {
  const own = { answer: 'a', mocks: [{ name: 'm', content: 'c' }], automatic: [] };
  expect(toolsToWire({ tools: [{ ...weather, ...own, strict: true }] })).toEqual([
    { type: 'function', function: { ...weather, strict: true } },
  ]);
});

test('a tool is known by server, name and schema, whatever the order of the fields', async () => {
  const other = {
    ...weather,
    parameters: { required: ['city'], properties: schema.properties, type: 'object' },
  };
  expect(await toolKey(weather)).toMatch(/^local\/weather\/[0-9a-f]{64}$/);
  expect(await toolKey(other)).toBe(await toolKey(weather));
  expect(await toolKey(weather, 'https://mcp.example/a')).toMatch(
    /^https%3A%2F%2Fmcp.example%2Fa\/weather\//,
  );
  const stricter = { ...weather, parameters: { ...schema, required: [] } };
  expect(await toolKey(stricter)).not.toBe(await toolKey(weather));
});
