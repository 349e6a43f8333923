/** A thousand random requests a route: always the documented answer, never a 5xx, never a crash. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { chat, readError, send } from '../support/sandbox-http';
import { soakTimes } from '../support/soak';

const RUNS = soakTimes(300, 1_000);

let sandbox: TestSandbox;
const internalErrors: unknown[] = [];

beforeAll(async () => {
  sandbox = await startTestSandbox({
    initialCredits: 1e9,
    callsPerMinute: 1e7,
    onInternalError: (error) => internalErrors.push(error),
  });
});
afterAll(() => sandbox.close());

/** The answer is a result, or a documented error below 500. */
async function expectDocumented(response: Response, hasKey?: boolean): Promise<void> {
  expect(response.status).toBeLessThan(500);
  expect(internalErrors).toEqual([]);
  if (response.status !== 200) {
    await readError(response, hasKey);
    return;
  }
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(text).toContain('"credits_used":');
  } else {
    expect(JSON.parse(text)).toHaveProperty('gatehouse');
  }
}

const check = async <Value>(arbitrary: fc.Arbitrary<Value>, request: (value: Value) => Promise<Response>) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) => expectDocumented(await request(value))),
    { numRuns: RUNS },
  );
};

const fields = [
  ...[
    'model',
    'messages',
    'stream',
    'stream_options',
    'temperature',
    'top_p',
    'n',
    'seed',
    'stop',
    'max_tokens',
  ],
  ...[
    'max_completion_tokens',
    'presence_penalty',
    'frequency_penalty',
    'response_format',
    'tokens',
    '__proto__',
  ],
  ...['constructor', 'toString', 'user'],
];

const plausible = fc.record(
  {
    model: fc.constantFrom('sandbox/echo', 'sandbox/eliza', 'sandbox/markdown-tour', 'sandbox/firehose'),
    messages: fc.array(
      fc.record({
        role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'),
        content: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'grapheme' }) })),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    stream: fc.boolean(),
    n: fc.integer({ min: 1, max: 4 }),
    seed: fc.maxSafeInteger(),
    stop: fc.oneof(fc.string({ minLength: 1 }), fc.array(fc.string({ minLength: 1 }), { maxLength: 4 })),
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    response_format: fc.constantFrom({ type: 'text' }, { type: 'json_object' }),
  },
  { requiredKeys: ['model', 'messages'] },
);
const bounds = { max_tokens: 30, tokens_per_second: 0 };

it(`answers ${RUNS} arbitrary JSON bodies`, async () => {
  await check(fc.json(), (body) => send(sandbox, { body }));
});

it(`answers ${RUNS} bodies of random bytes`, async () => {
  await check(fc.uint8Array({ maxLength: 2000 }), (body) => send(sandbox, { body }));
});

it(`answers ${RUNS} requests that are valid except for one field`, async () => {
  const wrong = fc.tuple(plausible, fc.constantFrom(...fields), fc.jsonValue());
  await check(wrong, ([body, field, value]) =>
    // As an own property, also for `__proto__`.
    chat(sandbox, Object.fromEntries([...Object.entries({ ...body, ...bounds }), [field, value]])),
  );
});

it(`answers ${RUNS} requests with damaged text`, async () => {
  const damaged = fc.tuple(plausible, fc.nat(), fc.string({ maxLength: 3, unit: 'binary' }), fc.nat(5));
  await check(damaged, ([body, at, insert, remove]) => {
    const text = JSON.stringify({ ...body, ...bounds });
    const place = at % text.length;
    return send(sandbox, { body: text.slice(0, place) + insert + text.slice(place + remove) });
  });
});

it(`answers ${RUNS} valid requests with a reply that adds up`, async () => {
  await fc.assert(
    fc.asyncProperty(plausible, async (body) => {
      const response = await chat(sandbox, { ...body, ...bounds });
      expect(response.status).toBe(200);
      await expectDocumented(response);
    }),
    { numRuns: RUNS },
  );
  const { balance, charged, held } = await sandbox.account();
  expect({ held, sum: Math.round((balance + charged) * 1e6) }).toEqual({ held: 0, sum: 1e15 });
});

it(`answers ${RUNS} arbitrary model ids`, async () => {
  const ids = fc.oneof(
    fc.webPath(),
    fc.string({ unit: 'binary' }).map(encodeURIComponentSafely),
    fc.webFragments(),
  );
  await check(ids, (id) => send(sandbox, { method: 'GET', path: `/models/${id}` }));
});

it(`answers ${RUNS} arbitrary queries of the account and the model list`, async () => {
  const queries = fc.tuple(fc.constantFrom('/models', '/../../sandbox/account'), fc.webQueryParameters());
  await check(queries, ([path, query]) =>
    send(sandbox, { method: 'GET', path: `${path}?${query}&limit=${query}` }),
  );
});

it(`answers ${RUNS} arbitrary methods, addresses and keys`, async () => {
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: fc.oneof(fc.webPath(), fc.constantFrom('/chat/completions', '/models', '/models/sandbox/echo')),
    headers: fc.record({ authorization: fc.stringMatching(/^[ -~]{0,40}$/) }),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, ...request }) => {
      const response = await send(sandbox, { ...request, path: `/${path}`.replace(/^\/+/, '/') });
      expect(response.status).not.toBe(200);
      await expectDocumented(response, false);
    }),
    { numRuns: RUNS },
  );
});

/** An address can't contain lone surrogates. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
