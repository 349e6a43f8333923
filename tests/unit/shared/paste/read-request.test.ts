import { expect, test } from 'vitest';
import { curlCommand } from '../../../../shared/code/curl-command';
import { readRequests } from '../../../../shared/paste/read-request';
import { documentedBodies } from '../../../support/documented-bodies';
import { processorMs } from '../../../support/processor-time';

const body = {
  model: 'm',
  messages: [{ role: 'user', content: 'It\'s $5 & "more"\nnext \\ line' }],
  top_p: 0.5,
};
const text = JSON.stringify(body);
const quoted = text.replaceAll("'", `'\\''`);

function bodyIn(pasted: string) {
  const read = readRequests(pasted);
  if (!read.ok) throw new Error(read.why);
  const [first] = read.found;
  return {
    body: JSON.parse(first?.text ?? 'null') as unknown,
    removed: first?.removed,
    count: read.found.length,
  };
}

test.each([
  ['a body', text],
  ['one with blanks', `\n  ${JSON.stringify(body, null, 2)}\n`],
  ['an entry of a HAR file', JSON.stringify({ request: { url: 'https://a.b/', postData: { text } } })],
  [
    'a line of a batch file',
    JSON.stringify({ custom_id: '1', method: 'POST', url: '/v1/chat/completions', body }),
  ],
  ['a command', `curl https://a.b/v1 -H 'Authorization: Bearer abc' -d '${quoted}'`],
  ['a command in lines', `$ curl --request POST \\\n  --url https://a.b \\\n  --data-raw '${quoted}'`],
  ['a command with joined flags', `curl https://a.b --json='${quoted}'`],
  ['a command in double quotes', `curl https://a.b -d "${text.replace(/["\\$`]/g, '\\$&')}"`],
  [
    'a command of a browser',
    `curl 'https://a.b' --data-raw $'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  ],
  ['a here-document', `curl https://a.b --data-binary @- <<'JSON'\n${text}\nJSON\n`],
])('%s is read', (_, pasted) => {
  expect(bodyIn(pasted).body).toEqual(body);
});

test('what this app writes as cURL comes back, long bodies too', () => {
  const long = { ...body, messages: [{ role: 'user', content: "é'👋".repeat(40_000) }] };
  for (const one of [...documentedBodies.slice(0, 20), long]) {
    const command = curlCommand({
      method: 'POST',
      url: 'https://a.b',
      headers: [],
      body: JSON.stringify(one),
      isStream: true,
    });
    expect(bodyIn(command).body).toEqual(one);
  }
});

test('messages alone are a request without a model, and a HAR file may hold several', () => {
  expect(bodyIn(JSON.stringify(body.messages)).body).toEqual({ messages: body.messages });
  const entry = { request: { postData: { text } } };
  const other = { request: { postData: { text: '{"input":"speech"}' } } };
  expect(bodyIn(JSON.stringify({ log: { entries: [entry, other, entry] } })).count).toBe(2);
});

test('keys and addresses are left out, wherever they are repeated', () => {
  const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz';
  const leaky = {
    ...body,
    api_key: key,
    base_url: 'https://secret.example',
    prompt_cache_key: 'kept',
    messages: [{ role: 'user', content: `My header was T0ken-12345 and AIza${'x'.repeat(35)}` }],
  };
  const pasted = `curl 'https://a.b?api_key=query-secret-1' -H 'X-Api-Key: T0ken-12345' -d '${JSON.stringify(leaky)}'`;
  const read = bodyIn(pasted);
  expect(read.body).toEqual({
    ...body,
    prompt_cache_key: 'kept',
    messages: [{ role: 'user', content: 'My header was [removed] and [removed]' }],
  });
  expect(read.removed).toEqual([
    'address and headers',
    'the field “api_key”',
    'the field “base_url”',
    'a key in a text',
  ]);
});

test.each([
  ['Hello', 'No chat request was found'],
  ['{"input":"x"}', 'No chat request was found'],
  ['{"messages":[', 'The text is not valid JSON'],
  ['{"messages":[],"a":1,"a":2}', 'Line 1 has the field “a” twice'],
  ['curl https://a.b', 'has no body'],
  ['curl https://a.b -d @body.json', 'reads its body from a file'],
])('%s says what is missing', (pasted, why) => {
  expect(readRequests(pasted)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test('a long text without an end of its quotes takes no time', () => {
  const begun = processorMs();
  readRequests(`curl -d '${'a\\\'" '.repeat(200_000)}`);
  readRequests(`curl -d "${'\\'.repeat(300_001)}`);
  expect(processorMs() - begun).toBeLessThan(5_000);
});
