/** Code of clients, and what programs print: read without running anything, and nothing is guessed. */
import { expect, test } from 'vitest';
import { snippet } from '../../../../shared/code/snippet';
import { readRequests } from '../../../../shared/paste/read-request';
import { documentedBodies } from '../../../support/documented-bodies';
import { processorMs } from '../../../support/processor-time';

function readIn(pasted: string) {
  const read = readRequests(pasted);
  if (!read.ok) throw new Error(read.why);
  return read.found.map((one) => ({ body: JSON.parse(one.text) as unknown, removed: one.removed }));
}
const bodiesIn = (pasted: string) => readIn(pasted).map(({ body }) => body);

const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const json = JSON.stringify(body);

test.each(['curl', 'python', 'typescript'] as const)('what this app writes as %s comes back', (language) => {
  for (const [at, { stream: _, stream_options: __, ...one }] of documentedBodies.entries()) {
    const code = snippet({
      language,
      operation: 'chat',
      baseUrl: 'https://a.b/v1',
      body: one as never,
      stream: false,
    });
    expect(bodiesIn(code), `${at}\n${code}`).toEqual([one]);
  }
});

test.each([
  ['JSON5', `{ model: 'm', /* who */ messages: [{ role: 'user', content: 'Hi', }, ], // what\n}`],
  ['a dict of Python', `{'model': 'm', 'messages': [{'role': 'user', 'content': 'Hi'}]}`],
  ['a line of a log', `DEBUG:openai._base_client:Request options: {'method': 'post', 'json_data': ${json}}`],
  [
    'fetch with a text',
    `fetch("https://a.b", {\n  "headers": { "authorization": "Bearer x" },\n  "body": ${JSON.stringify(json)},\n  "method": "POST"\n});`,
  ],
  [
    'fetch with an object',
    'const r = await fetch(url, { headers: { Authorization: `Bearer $' +
      '{key}` }, body: JSON.stringify({ model: "m", messages: [{ role: "user", content: `Hi` }] }) })',
  ],
  [
    'requests',
    `requests.post(url, headers={"Authorization": f"Bearer {key}"}, json={"model": "m", "messages": [{"role": "user", "content": "Hi"}]})`,
  ],
  [
    'a text for requests',
    `requests.post(url, data=json.dumps({"model": "m", "messages": [dict(role="user", content="Hi")]}))`,
  ],
  [
    'variables',
    `MODEL = "m"\nmessages = [\n    {"role": "user", "content": "Hi"},  # it's one\n]\nclient.chat.completions.create(model=MODEL, messages=messages)`,
  ],
  [
    'short fields',
    `const messages: Message[] = [{ role: 'user' as const, content: 'H' + 'i' }];\nconst model = 'm';\nawait openai.chat.completions.create({ model, messages });`,
  ],
  [
    'objects as Python prints them',
    `create(model='m', messages=[ChatCompletionUserMessageParam(role='user', content='Hi')])`,
  ],
  [
    'texts side by side',
    `create(model="m", messages=[{"role": "user", "content": ("H"\n  "i")}], timeout=30, top_p=NOT_GIVEN)`,
  ],
  [
    'a key that is read as it runs',
    `completion(model="m", api_key=os.environ["KEY"], messages=[{"role": "user", "content": "Hi"}])`,
  ],
])('%s', (_, pasted) => {
  expect(bodiesIn(pasted)).toEqual([body]);
});

test('extra_body of the client for Python is part of the body, and what is left out is said', () => {
  const code = `client.chat.completions.create(
    model="m",
    messages=[
        {"role": "developer", "content": """Two
"lines" é"""},
        {"role": "assistant", "content": None, "n": [1_000, .5, 0xff, True]},
    ],
    extra_body={"top_k": 5, "chat_template_kwargs": {"enable_thinking": False}},
    extra_headers={"X-Title": title},
    timeout=httpx.Timeout(60),
)
messages.append(reply)`;
  expect(readIn(code)).toEqual([
    {
      body: {
        model: 'm',
        messages: [
          { role: 'developer', content: 'Two\n"lines" é' },
          { role: 'assistant', content: null, n: [1000, 0.5, 255, true] },
        ],
        top_k: 5,
        chat_template_kwargs: { enable_thinking: false },
      },
      removed: [
        'the code around it',
        'the field “extra_headers”',
        'the field “timeout”',
        'what “messages.append” adds',
      ],
    },
  ]);
});

test('a body inside what a log, a collection or another inspector keeps around it', () => {
  const base64 = Buffer.from(json).toString('base64');
  for (const kept of [
    { request: { method: 'POST', headers: {}, body } },
    { item: [{ request: { body: { mode: 'raw', raw: json } } }] },
    { request: { postData: { text: base64, encoding: 'base64' } } },
    { data: { input: body }, id: 1 },
    json,
  ])
    expect(bodiesIn(JSON.stringify(kept))).toEqual([body]);
  const line = JSON.stringify({ custom_id: '1', method: 'POST', body });
  expect(bodiesIn(`${line}\n${line}\n`)).toEqual([body, body]);
});

test.each([
  [
    `create(model="m", messages=[\n  {"role": "user", "content": f"Hi {name}"}])`,
    'Line 2, column 31 has a text that its program fills in: f"Hi {name}"',
  ],
  [
    `create({ model: "m", messages: [{ role: 'user', content: load('a') }] })`,
    'column 58 has code that only its program can run: load(',
  ],
  [`create(model="m", messages=history)`, 'has code that only its program can run: history'],
  [
    `{"model":"m","messages":[{"role":"user","content":"a"}]`,
    'Line 1, column 1 begins something that the text does not end',
  ],
  [`{"model":"m"\n"messages":[]}`, 'Line 2, column 1 needs a comma before this'],
  [`{“model”: “m”, “messages”: []}`, 'has curly quotes'],
  [`{'messages': [], 'id': 12345678901234567890}`, 'can’t be kept exactly: 12345678901234567890'],
  [`{'messages': [], 'a': 1, 'a': 2}`, 'has the field “a” twice'],
  [`{"messages": [], "n": NaN}`, 'has code that only its program can run: NaN'],
  [`{"model":"m","input":[{"role":"user","content":"Hi"}]}`, 'This request has “input”'],
  [`{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}`, 'This request has “contents”'],
  ['I like messages: they’re (nice', 'No chat request was found'],
])('%s says what is wrong and where', (pasted, why) => {
  expect(readRequests(pasted)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test('hostile texts take no time', () => {
  const begun = processorMs();
  for (const odd of [
    '`\\',
    "'\\",
    '/*',
    '((',
    '{messages:',
    '"""',
    'messages=',
    '[{"messages":"',
    "f'{",
    '$(',
    '<<a\n',
  ])
    for (const before of ['', 'curl -d ', '{', 'Invoke-RestMethod '])
      expect(readRequests(before + odd.repeat(100_000))).toMatchObject({ ok: false });
  expect(processorMs() - begun).toBeLessThan(20_000);
});
