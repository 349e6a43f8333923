import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createGatewayClient } from '../../../../electron/gateway/client';
import type { ClientContext } from '../../../../electron/gateway/http/call';
import { authorize } from '../../../../electron/gateway/http/exchange';
import { addressOf } from '../../../../electron/gateway/http/paths';
import type { FetchLike } from '../../../../electron/gateway/types/call';

const apiKey = 'canary-key-8f3a1b77c2';
const secrets = { header: 'canary-header-77', query: 'canary-query-88' };

/** Where requests went, and whether any of the secrets was in them. */
function recorder(reply: object = {}) {
  const sent: { origin: string; hasSecret: boolean }[] = [];
  const fetch: FetchLike = async (input, init) => {
    const url = String(input);
    const text = url + JSON.stringify([...new Headers(init?.headers)]);
    const hasSecret = [apiKey, ...Object.values(secrets)].some((secret) => text.includes(secret));
    sent.push({ origin: new URL(url).origin, hasSecret });
    return Response.json(reply);
  };
  return { sent, fetch };
}

const bases = [
  ...['https://gw.example', 'https://gw.example/v1', 'https://gw.example:8443/api/v1', 'http://v1/api'],
  ...['http://api', 'http://api/v1', 'https://v1', 'http://v1:8000/v1', 'http://[::1]:4000/v2'],
];
const pieces = [
  ...['~', '/', '//', '\\', '~/', '@', 'evil.example', ':', ':99', '..', '%2e%2e', '%2f', '\t', '\n', ' '],
  ...['https://', 'HTTPS:', '?', '#', '.evil.example', 'user:pw@', '{id}', 'jobs', '\u3002', '\u0000'],
];
const hostilePath = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), {
  maxLength: 6,
});

describe('a path of a profile', () => {
  it('never changes where a request goes, and the key goes nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bases), hostilePath, async (baseUrl, parts) => {
        const { sent, fetch } = recorder();
        const path = parts.join('');
        const client = createGatewayClient({
          ...{ apiKey, baseUrl, fetch, maxAttempts: 1 },
          ...{ headers: { 'x-own': secrets.header }, query: { api_key: secrets.query } },
          secrets: Object.values(secrets),
          paths: { chat: path, jobs: path, job: path, models: path },
        });
        const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
        const calls = [
          client.chat.completions.create(body),
          client.jobs.list(),
          client.jobs.retrieve('a/../b'),
        ];
        await Promise.allSettled([...calls, client.models.list()]);
        expect(sent.map(({ origin }) => origin)).toEqual(sent.map(() => new URL(baseUrl).origin));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['http://api/v1', '~/jobs', 'http://api/jobs'],
    ['http://api', '~/jobs', 'http://api/jobs'],
    ['https://v1', '~/v2/videos', 'https://v1/v2/videos'],
    ['https://gw.example/api/v1', '~/key/info', 'https://gw.example/key/info'],
    ['https://gw.example/team/v1', '~/x', 'https://gw.example/team/x'],
    ['https://gw.example', '@evil.example/x', 'https://gw.example/@evil.example/x'],
  ])('%s with %s is %s', (baseUrl, path, address) => {
    expect(addressOf(baseUrl, path)).toBe(address);
  });
});

test.each(['https://evil.example/v1', 'http://gw.example/v1', 'https://gw.example:8443/v1'])(
  'nothing is added to a request to %s',
  (target) => {
    const headers = new Headers();
    const own = { apiKey, headers: { 'x-own': secrets.header }, auth: { kind: 'bearer' } } as const;
    const context = { ...own, baseUrl: 'https://gw.example/v1', jobOrigins: [] } as unknown as ClientContext;
    expect(() => authorize(headers, new URL(target), context)).toThrow(/leaves the host/);
    expect([...headers]).toEqual([]);
  },
);

it.each([
  '//evil.example/f',
  'https://gw.example:8443/f',
  'http://gw.example/f',
  'https://gw.example.evil.example/f',
])('asks %s for a result without any secret', async (url) => {
  const { sent, fetch } = recorder();
  const client = createGatewayClient({
    ...{ apiKey, baseUrl: 'https://gw.example/v1', secrets: Object.values(secrets) },
    ...{ headers: { 'x-own': secrets.header }, query: { api_key: secrets.query }, maxAttempts: 1 },
    fetch: async (input, init) => {
      await fetch(input, init);
      return new Response('no', { status: 401 });
    },
    network: { resolve: async () => ['203.0.113.9'] },
  });
  const address = new URL(url, 'https://gw.example/v1/').href;
  await expect(client.download(address)).rejects.toMatchObject({ statusCode: 401 });
  expect(sent).toEqual([{ origin: new URL(address).origin, hasSecret: false }]);
});

it('asks its own host for a result with the secrets of the query once it refuses, and keeps them out of the address', async () => {
  const urls: string[] = [];
  const client = createGatewayClient({
    ...{ apiKey, baseUrl: 'https://gw.example/v1', secrets: [secrets.query], maxAttempts: 1 },
    query: { api_key: secrets.query, 'api-version': '1' },
    paths: { jobContent: '/videos/{id}/content' },
    fetch: async (input) => {
      urls.push(String(input));
      if (urls.length === 1) return Response.json({ id: 'j', object: 'video', status: 'completed' });
      return urls.length === 2 ? new Response('no', { status: 401 }) : new Response('film');
    },
    network: { resolve: async () => ['203.0.113.9'] },
  });
  const job = await client.jobs.retrieve('j');
  expect(JSON.stringify(job)).not.toContain(secrets.query);
  const address = 'https://gw.example/v1/videos/j/content?api-version=1';
  await client.download(address);
  expect(urls.slice(1)).toEqual([address, `${address}&api_key=${secrets.query}`]);
});
