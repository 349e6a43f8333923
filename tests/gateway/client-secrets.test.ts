import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAppError } from '../../electron/gateway/parse/error';
import { createRedactor } from '../../electron/gateway/record/redact';
import {
  apiKey,
  chatReply,
  chunk,
  connect,
  done,
  failingFetch,
  failureOf,
  question,
  readStream,
} from '../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const authorization = (request: RecordedRequest) => String(request.headers.authorization);
/** As JSON may write any text. */
const escapeAll = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const prefix = apiKey.slice(0, 6);

/** Everything that can be read off a value, own fields, stack and hidden ones included. */
function everythingIn(value: unknown): string {
  return [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null }),
    JSON.stringify(value),
  ].join('\n');
}

function expectNoKey(value: unknown): void {
  expect(everythingIn(value).toLowerCase()).not.toContain(prefix);
}

describe('a gateway that echoes the Authorization header', () => {
  const echoes: readonly [string, (request: RecordedRequest) => Script][] = [
    [
      'in a JSON error',
      (request) =>
        json(
          {
            error: {
              code: authorization(request),
              message: `bad ${authorization(request)}`,
              details: { [authorization(request)]: [authorization(request)] },
              param: authorization(request),
            },
          },
          401,
        ),
    ],
    ['in upper case', (request) => json({ error: `bad ${authorization(request).toUpperCase()}` }, 401)],
    [
      'escaped',
      (request) => ({
        status: 401,
        body: [`{"error":"${escapeAll(authorization(request))}"}`],
      }),
    ],
    [
      'by its beginning',
      (request) => json({ error: `bad key ${authorization(request).slice(7, 15)}***` }, 401),
    ],
    [
      'in a page',
      (request) => ({
        status: 500,
        headers: { 'content-type': 'text/html' },
        body: [`<p>${authorization(request)}`],
      }),
    ],
    [
      'in a page, at the end of what is shown',
      (request) => ({
        status: 500,
        body: [`<p>${'x'.repeat(300 - 3 - 10)}${authorization(request).slice(7)}`],
      }),
    ],
    [
      'in its headers',
      (request) => json({}, 400, { 'x-request-id': authorization(request), 'retry-after': apiKey }),
    ],
    [
      'in a redirect',
      (request) => ({
        status: 302,
        headers: { location: `https://evil.example/${authorization(request).slice(7)}?k=${apiKey}` },
      }),
    ],
    ['in a malformed body', (request) => ({ body: [`{"broken": ${authorization(request)}`] })],
    ['in a body of another form', (request) => json({ other: authorization(request) })],
    [
      'escaped, by its beginning',
      (request) => ({
        status: 401,
        body: [`{"error":"bad ${escapeAll(authorization(request).slice(7, 16))}"}`],
      }),
    ],
    [
      'by its beginning, in a good status that holds an error',
      (request) => json({ error: { message: `bad key ${authorization(request).slice(7, 15)}***` } }),
    ],
    [
      'in a good status that holds an error',
      (request) => json({ error: { message: authorization(request) } }),
    ],
  ];

  it.each(echoes)('leaves no trace of it in the error: %s', async (_name, script) => {
    server.script(script);
    const failure = await failureOf(connect(server).client.chat.completions.create({ ...question }));
    expectNoKey(failure);
    expectNoKey(toAppError(failure));
  });

  it.each([
    [
      'an error event, by its beginning',
      (request: RecordedRequest) =>
        `data: ${JSON.stringify({ error: { message: authorization(request).slice(0, 18) } })}\n\n`,
    ],
    [
      'an error event',
      (request: RecordedRequest) =>
        `data: ${JSON.stringify({ error: { message: authorization(request) } })}\n\n`,
    ],
    ['an event that is no JSON', (request: RecordedRequest) => `data: ${authorization(request)}\n\n`],
  ])('leaves no trace of it in a stream: %s', async (_name, echo) => {
    server.script((request) => events(chunk('a'), echo(request)));
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    const { error } = await readStream(stream);
    expectNoKey(error);
    expectNoKey(stream.result());
  });

  it('leaves no trace of it in the error of a job', async () => {
    const failed = (request: RecordedRequest) => ({
      code: 'x',
      message: `bad ${authorization(request).slice(7, 16)}`,
    });
    server.script((request) => json({ id: 'j', status: 'failed', error: failed(request) }));
    expectNoKey((await connect(server).client.jobs.retrieve('j')).error);
  });

  it('leaves no trace of it in a reply', async () => {
    const meta = { odd: { [apiKey]: apiKey }, id: apiKey };
    server.script(json(chatReply(`your key is ${apiKey}.`, meta), 200, { 'x-request-id': apiKey }));
    const result = await connect(server).client.chat.completions.create({ ...question });
    expect(result.choices[0]?.text).toBe('your key is [key removed].');
    expectNoKey(result);
  });

  it('leaves no trace of it in a streamed reply, however it is split', async () => {
    server.script(
      events(...[...`see ${apiKey}, can't I`].map((letter) => chunk(letter)), chunk('', 'stop'), done),
    );
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    const { text } = await readStream(stream);
    expect(text).toBe("see [key removed], can't I");
    expectNoKey(stream.result());
  });

  it('leaves no trace of it in errors that fetch throws', async () => {
    const error = new TypeError(`Headers: "Bearer ${apiKey}" is invalid`, { cause: new Error(apiKey) });
    const failure = await failureOf(connect(server, { fetch: failingFetch(error) }).client.models.list());
    expectNoKey(failure);
  });

  it.each([`${apiKey}\u20ac`, `${apiKey}\nx: y`])(
    'leaves no trace of a key that no header can carry',
    async (badKey) => {
      const { client } = connect(server, { apiKey: badKey });
      const failure = await failureOf(client.chat.completions.create({ ...question }));
      expectNoKey(failure);
      expect(failure).toMatchObject({ errorCode: 'invalid_request', outcomeUnknown: false });
      expect(failure.message).toContain('cannot be sent');
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('a key in the environment', () => {
  it('is never used instead of the profile’s', async () => {
    const names = [
      'OPENAI_API_KEY',
      'OPENAI_ORG_ID',
      'OPENAI_PROJECT_ID',
      'OPENAI_BASE_URL',
      'OPENAI_ADMIN_KEY',
    ];
    for (const name of names) process.env[name] = 'from-the-environment';
    process.env.OPENAI_CUSTOM_HEADERS = 'x-spy: from-the-environment';
    server.script(json({ data: [] }));
    await connect(server, { apiKey: '' }).client.models.list();
    for (const name of [...names, 'OPENAI_CUSTOM_HEADERS']) delete process.env[name];
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(server.requests)).not.toContain('from-the-environment');
  });
});

describe('the redactor', () => {
  const word = fc.string({ minLength: 0, maxLength: 12 });
  const key = fc.string({ unit: fc.constantFrom(...'abcA-_.$'), minLength: 8, maxLength: 24 });

  it('filters split text exactly as it filters the whole', () => {
    fc.assert(
      fc.property(
        key,
        fc.array(fc.oneof(word, fc.constant('KEY'), fc.constant('HALF'))),
        fc.array(fc.nat(9)),
        (secret, words, sizes) => {
          const text = words
            .map((part) => (part === 'KEY' ? secret : part === 'HALF' ? secret.slice(0, 5) : part))
            .join('');
          const redactor = createRedactor(secret);
          const filter = redactor.createFilter();
          let out = '';
          for (let at = 0, step = 0; at < text.length; step++) {
            const size = (sizes[step % Math.max(1, sizes.length)] ?? 3) + 1;
            out += filter.push(text.slice(at, at + size));
            at += size;
          }
          out += filter.end();
          expect(out).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves text without a key unchanged', () => {
    const redactor = createRedactor('sk-1234567890');
    const filter = redactor.createFilter();
    expect(
      ['sk', '- is', ' a ', 'sk-12', '3?'].map((piece) => filter.push(piece)).join('') + filter.end(),
    ).toBe('sk- is a sk-123?');
    expect(redactor.content('sk-1234 is a beginning')).toBe('sk-1234 is a beginning');
    expect(redactor.strict('ask-1')).toBe('ask-1');
  });

  it('removes every prefix of eight characters or more from error texts', () => {
    const redactor = createRedactor('sk-1234567890');
    expect(redactor.strict({ a: ['x sk-1234567890 y'], 'SK-12345': 1 })).toEqual({
      a: ['x [key removed] y'],
      '[key removed]': 1,
    });
    expect(redactor.strict('sk-12345***')).toBe('[key removed]***');
  });

  it.each(['network-1234', 'gateway-1234', 'k'])(
    'leaves the app’s own messages unchanged with the key "%s"',
    async (oddKey) => {
      const fetch = failingFetch(new Error('net::ERR_EMPTY_RESPONSE'));
      const failure = await failureOf(connect(server, { fetch, apiKey: oddKey }).client.models.list());
      expect(failure.errorCode).toBe('network_error');
      expect(failure.message).not.toContain('removed');
      server.script({ status: 302, headers: { location: '/x' } });
      const redirected = await failureOf(connect(server, { apiKey: oddKey }).client.models.list());
      expect(redirected.message).toContain('The gateway redirects to');
    },
  );

  it('does not mistake a word for the beginning of a key', () => {
    const redactor = createRedactor('sandbox-key-for-tests');
    expect(redactor.strict('no model sandbox/nope in this sandbox')).toBe(
      'no model sandbox/nope in this sandbox',
    );
    expect(redactor.strict('sandbox-key-for')).toBe('[key removed]');
    expect(createRedactor('gatehouse-1').strict({ gatehouse: 1 })).toEqual({ gatehouse: 1 });
    expect(createRedactor('gatehouse').strict('gatehouse')).toBe('[key removed]');
  });

  it('changes nothing without a key', () => {
    const redactor = createRedactor('');
    expect(redactor.strict('text')).toBe('text');
    expect(redactor.content('text')).toBe('text');
  });
});
