import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../electron/gateway/client';
import { nodeFetch } from '../../electron/gateway/network/node-network';
import { findOtherBase } from '../../electron/gateway/operations/other-bases';
import { probeConnection } from '../../electron/gateway/operations/probe';
import type { FetchLike } from '../../electron/gateway/types/call';
import { serviceBehind } from '../../shared/gateways/web-pages';
import { selfSigned } from '../support/certificate';
import { apiKey, connect, failingFetch, failureOf, question } from '../support/gateway-client';
import {
  cut,
  findClosedPort,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
} from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

async function probe(options: { baseUrl?: string; fetch?: FetchLike; key?: string; timeouts?: object } = {}) {
  const { baseUrl = server.baseUrl, key = apiKey, timeouts } = options;
  const report = await probeConnection({ baseUrl, apiKey: key, fetch: options.fetch ?? fetch, timeouts });
  expect(report.steps.map(({ name }) => name)).toEqual(['address', 'tls', 'key', 'models']);
  const states = report.steps.map(({ state }) => state);
  const failed = report.steps.find(({ state }) => state === 'failed');
  expect(JSON.stringify(report)).not.toContain(apiKey.slice(0, 6));
  return { ...report, states, failed };
}

const models = json({ data: [{ id: 'a' }, { id: 'b' }] });

describe('testing a connection', () => {
  it('passes every step of a working gateway, and costs nothing', async () => {
    server.script(models, json({ error: 'Who?' }, 401));
    const report = await probe();
    expect(report).toMatchObject({ states: ['ok', 'skipped', 'ok', 'ok'], error: null, modelCount: 2 });
    expect(report.steps.map(({ detail }) => detail)).toEqual([
      `${new URL(server.origin).host} answers.`,
      'Not used on this computer.',
      'The gateway accepts the key.',
      '2 models are listed.',
    ]);
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/models',
      'GET /api/v1/models',
    ]);
    expect(server.requests[1]?.headers.authorization).toBeUndefined();
  });

  it('does not report a key as valid if the gateway never checked it', async () => {
    server.script(models, models);
    const report = await probe();
    expect(report).toMatchObject({ states: ['ok', 'skipped', 'skipped', 'ok'], error: null, modelCount: 2 });
    expect(report.steps[2]?.detail).toContain('without a key');
  });

  it.each([405, 501])('passes with a note where the list is answered with %i', async (status) => {
    server.script(json({ error: 'No such method.' }, status));
    const report = await probe();
    expect(report).toMatchObject({ error: null, modelCount: null, failed: undefined });
    expect(report.steps[3]?.detail).toContain('has no list of models: type the id');
  });

  it.each([400, 422])(
    'passes with a note where the list is not there and a chat without messages is refused with %i',
    async (status) => {
      server.script(json({ error: 'Not found' }, 404), json({ error: 'No messages.' }, status));
      const report = await probe();
      expect(report).toMatchObject({ error: null, modelCount: null, failed: undefined });
      expect(report.steps[3]?.detail).toContain('has no list of models: type the id');
      expect(server.requests[1]).toMatchObject({ method: 'POST', url: '/api/v1/chat/completions' });
    },
  );

  it('asks for no chat that a gateway with a default model could answer and charge', async () => {
    const agent = ({ body }: { readonly body: string }): Script => {
      const asked: unknown = JSON.parse(body);
      if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
        return json({ error: 'An object is expected.' }, 400);
      return json({ choices: [{ message: { content: 'How can I help?' } }], usage: { cost: 0.01 } });
    };
    server.script(json({ error: 'Not found' }, 404), agent);
    const report = await probe();
    expect(report).toMatchObject({ error: null, failed: undefined });
    expect(server.requests[1]).toMatchObject({ method: 'POST', body: '[]' });
  });

  it('finds no gateway where a web site answers every path', async () => {
    server.script(json({ error: 'Not found' }, 404), { body: ['<!doctype html><title>One</title>'] });
    expect((await probe()).error).not.toBeNull();
  });

  it('says that a list of models is incomplete', async () => {
    server.script(json({ data: [{ id: 'a' }], next_page_token: 't' }), { status: 400 }, models);
    const report = await probe();
    expect(report).toMatchObject({ error: null, modelCount: 1 });
    expect(report.steps[3]?.detail).toMatch(/^1 model is listed. The list may be incomplete: .*400/);
  });

  it('warns if the key would travel unencrypted', async () => {
    const pretend: FetchLike = (_url, init) => fetch(`${server.baseUrl}/models`, init);
    server.script(models, json({}, 401));
    const report = await probe({ baseUrl: 'http://gateway.example/api/v1', fetch: pretend });
    expect(report.steps[1]).toMatchObject({
      state: 'skipped',
      detail: expect.stringContaining('unencrypted'),
    });
  });
});

describe('a test that fails at the address', () => {
  const states = ['failed', 'skipped', 'skipped', 'skipped'];

  it('says that nothing is listening', async () => {
    const report = await probe({ baseUrl: `http://127.0.0.1:${await findClosedPort()}/api/v1` });
    expect(report).toMatchObject({
      states,
      modelCount: null,
      error: { code: 'network_error', outcomeUnknown: false },
    });
    expect(report.failed?.detail).toContain('Nothing accepts connections');
  });

  it('says that the name has no address', async () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    for (const error of [new TypeError('fetch failed', { cause }), new Error('net::ERR_NAME_NOT_RESOLVED')]) {
      const report = await probe({ baseUrl: 'https://typo.example/api/v1', fetch: failingFetch(error) });
      expect(report).toMatchObject({ states });
      expect(report.failed?.detail).toContain('typo.example');
    }
  });

  it('says that the server does not speak HTTP', async () => {
    const ssh = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume().end('SSH-2.0-nothing\r\n');
    });
    await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
    const { port } = ssh.address() as { port: number };
    const report = await probe({ baseUrl: `http://127.0.0.1:${port}/api/v1` });
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain('doesn’t use HTTP');
    await new Promise((resolve) => ssh.close(resolve));
  });

  it('says that no response came', async () => {
    server.script({ before: hang });
    const silent = await probe({ timeouts: { headersMs: 60 } });
    expect(silent).toMatchObject({ states, error: { code: 'timeout' } });
    server.script({ before: cut });
    const closed = await probe();
    expect(closed).toMatchObject({ states });
    expect(closed.failed?.detail).toContain('https://');
  });

  it('names the target of a redirect', async () => {
    server.script({ status: 308, headers: { location: 'https://new.example/api/v1/models' } });
    const report = await probe();
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain('new.example');
  });
});

describe('a test that fails at TLS', () => {
  const states = ['ok', 'failed', 'skipped', 'skipped'];

  it('says that the certificate is not trusted, and sends no key', async () => {
    const secure = await startHostileServer(selfSigned);
    const report = await probe({ baseUrl: secure.baseUrl });
    expect(report).toMatchObject({
      states,
      error: { code: 'network_error', details: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    });
    expect(report.failed?.detail).toContain('does not know');
    expect(secure.requests).toHaveLength(0);
    await secure.close();
  });

  it('says that the server does not speak TLS', async () => {
    const report = await probe({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain('http://');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'isn’t valid for'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'does not know'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'does not know'],
    ['CERT_REVOKED', 'revoked'],
  ])('explains Node’s %s', async (code, words) => {
    const cause = Object.assign(new Error('certificate problem'), { code });
    const report = await probe({
      baseUrl: 'https://g.example/api/v1',
      fetch: failingFetch(new TypeError('fetch failed', { cause })),
    });
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain(words);
  });

  it.each([
    ['ERR_CERT_AUTHORITY_INVALID', 'does not know'],
    ['ERR_CERT_DATE_INVALID', 'expired'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'isn’t valid for'],
    ['ERR_SSL_PROTOCOL_ERROR', 'http://'],
    ['ERR_CERT_WEAK_KEY', 'ERR_CERT_WEAK_KEY'],
  ])('explains Electron’s %s', async (code, words) => {
    const report = await probe({
      baseUrl: 'https://g.example/api/v1',
      fetch: failingFetch(new Error(`net::${code}`)),
    });
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain(words);
  });
});

describe('a test that fails at the key', () => {
  it.each([401, 403])('reports a key that was refused with %i', async (status) => {
    server.script(json({ error: { code: 'invalid_api_key', message: 'No.' } }, status));
    const report = await probe();
    expect(report).toMatchObject({
      states: ['ok', 'skipped', 'failed', 'skipped'],
      error: { statusCode: status },
    });
    expect(report.failed?.detail).toContain('refuses the key');
  });

  it('reports a key that Gemini refuses with 400', async () => {
    const error = {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
    };
    server.script(json([{ error }], 400));
    const report = await probe();
    expect(report).toMatchObject({ states: ['ok', 'skipped', 'failed', 'skipped'] });
    expect(report.failed?.detail).toContain('refuses the key');
  });

  it('passes on why a request is forbidden where that is not the key', async () => {
    const error = { code: 'unsupported_country_region_territory', message: 'Country not supported' };
    server.script(json({ error }, 403));
    expect((await probe()).failed?.detail).toBe(
      'The gateway refuses the key or what it is used for (403): Country not supported',
    );
  });

  it('says that a key is required if none is set', async () => {
    server.script(json({ error: 'No.' }, 401));
    expect((await probe({ key: '' })).failed?.detail).toContain('requires a key');
  });
});

describe('a test that fails at the models', () => {
  const states = ['ok', 'skipped', 'skipped', 'failed'];
  const failures: readonly [string, Script, string][] = [
    ['nothing is there', json({ error: 'Not found' }, 404), '/api/v1/models (404)'],
    ['a page is there', { body: ['<html>Welcome</html>'] }, 'didn’t return a list of models'],
    ['JSON without a list is there', json({ hello: 1 }), 'didn’t return a list of models'],
    ['nothing comes', {}, 'didn’t return a list of models'],
    ['the gateway is down', { status: 502 }, '502'],
    ['the gateway asks for fewer calls', { status: 429 }, '429'],
  ];

  it.each(failures)('says that %s', async (_name, script, words) => {
    server.script(script);
    const report = await probe();
    expect(report).toMatchObject({ states, modelCount: null });
    expect(report.error).not.toBeNull();
    expect(report.failed?.detail).toContain(words);
    // Where nothing is there it may be the list alone that is missing: a chat is tried.
    const asked = server.requests.filter(({ url }) => url.startsWith('/api/v1/') && !url.includes('/v1/v1'));
    expect(asked).toHaveLength(words.includes('404') ? 2 : 1);
    expect(report.otherBaseUrl).toBeUndefined();
  });

  /** Lists models below one path, and answers everything else as given. */
  const onlyAt = (path: string, otherwise: Script) => {
    const answer = ({ url, method }: { url: string; method: string }): Script =>
      method === 'GET' && url === `${path}/models` ? models : otherwise;
    server.script(...Array.from({ length: 12 }, () => answer));
  };
  const notThere = json({ error: 'Not found' }, 404);
  const page: Script = {
    headers: { 'content-type': 'text/html' },
    body: ['<!doctype html><title>One</title>'],
  };

  it.each<[string, string, string, Script]>([
    ['lacks its version', '', '/v1', notThere],
    ['has it twice', '/v1/v1', '/v1', notThere],
    ['names an operation', '/v1/chat/completions', '/v1', notThere],
    ['is that of a web site', '', '/api/v1', page],
    ['is another usual one', '/api/v1', '/v1', json({ error: 'Unexpected endpoint' })],
    ['lacks it below a path', '/team/openai', '/team/openai/v1', notThere],
    ['has one too many', '/openai/v1', '/openai', notThere],
  ])('names the base URL that lists models where the given one %s', async (_, path, right, otherwise) => {
    onlyAt(right, otherwise);
    const report = await probe({ baseUrl: `${server.origin}${path}` });
    expect(report).toMatchObject({ states, otherBaseUrl: `${server.origin}${right}` });
    expect(report.failed?.detail).toContain(`but at ${server.origin}${right}; use that as the base URL.`);
  });

  it.each([{ status: 429 }, { status: 502 }, json({ error: 'No credits' }, 402)])(
    'looks nowhere else while the gateway is busy, down or unpaid',
    async (script) => {
      server.script(script);
      const report = await probe();
      expect(report.otherBaseUrl).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    },
  );

  it('looks elsewhere where a web site leads to its login', async () => {
    onlyAt('/api/v1', { status: 302, headers: { location: '/login?next=%2Fmodels' } });
    const report = await probe({ baseUrl: server.origin });
    expect(report.otherBaseUrl).toBe(`${server.origin}/api/v1`);
  });

  it('names what signs in at another address, and offers neither that nor another path', async () => {
    server.script({ status: 302, headers: { location: 'https://login.example/authorize' } });
    const report = await probe();
    expect(report.failed?.detail).toContain('a page to sign in');
    expect(report.otherBaseUrl).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('ends its search where the other addresses are silent', async () => {
    const silent: Script = { before: hang };
    server.script(notThere, notThere, ...Array.from({ length: 6 }, () => silent));
    const search = findOtherBase(
      `${server.origin}/team`,
      (baseUrl, limitMs) =>
        createGatewayClient({
          baseUrl,
          apiKey,
          fetch,
          timeouts: { headersMs: limitMs },
          maxAttempts: 1,
        }).models.list(),
      200,
    );
    expect(await search).toBeNull();
    expect(server.requests.length).toBeLessThan(5);
  });

  it.each([
    ['https://console.groq.com/keys', 'Groq is https://api.groq.com/openai/v1'],
    ['https://platform.openai.com/api-keys', 'OpenAI is https://api.openai.com/v1'],
    ['https://aistudio.google.com/apikey', 'Google Gemini is https://generativelanguage.googleapis.com/'],
  ])('names the base URL of the service that the page of keys %s belongs to', async (baseUrl, words) => {
    for (const answer of [page, notThere, { ...page, status: 403 }, json({ error: 'No.' }, 401)]) {
      const server = await startHostileServer();
      const atServer: FetchLike = (_url, init) => fetch(`${server.baseUrl}/models`, init);
      server.script(...Array.from({ length: 12 }, () => answer));
      const report = await probe({ baseUrl, fetch: atServer });
      expect(report.failed?.detail).toContain(`The base URL of ${words}`);
      await server.close();
    }
  });

  it('names no other service for an address that is a base URL or nobody’s', () => {
    for (const address of [
      'https://api.groq.com/openai/v1/x',
      'https://gateway.example/keys',
      'http://127.0.0.1:1/keys',
    ])
      expect(serviceBehind(address)).toBeNull();
  });

  it.each([
    [407, 'asks for a name and a password (407). Enter it with both in the network settings.'],
    [511, 'asks you to sign in first (511)'],
  ])('says what to do where a proxy or the network answers with %i', async (status, words) => {
    const said: Script = { status, body: ['<title>Authentication Required</title>'] };
    server.script(said);
    const report = await probeConnection({ baseUrl: server.baseUrl, apiKey, fetch: nodeFetch });
    const failed = report.steps.find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ name: 'proxy', detail: expect.stringContaining(words) });
    server.script(said, said, said);
    const call = connect(server).client.chat.completions.create(question);
    expect(await failureOf(call)).toMatchObject({ message: failed?.detail, outcomeUnknown: false });
  });

  it('says that a web page in between refused it, and nothing of the key', async () => {
    server.script({ ...page, status: 403 });
    const report = await probe();
    expect(report).toMatchObject({ states });
    expect(report.failed?.detail).toContain('a proxy, a firewall');
  });
});
