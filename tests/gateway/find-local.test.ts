import { expect, onTestFinished, test } from 'vitest';
import { findLocalServers } from '../../electron/gateway/operations/find-local';
import {
  findClosedPort,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../support/hostile-server';

async function serving(answer: (url: string) => Script): Promise<HostileServer & { port: number }> {
  const server = await startHostileServer();
  server.script(
    ...Array.from(
      { length: 5 },
      () =>
        ({ url }: { url: string }) =>
          answer(url),
    ),
  );
  onTestFinished(() => server.close());
  return Object.assign(server, { port: Number(new URL(server.origin).port) });
}
const models = (owner: string, ...ids: string[]) =>
  json({ object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: owner })) });

test('finds what answers, by its own word and else by its port', async () => {
  const ollama = await serving(() => models('library', 'a', 'b'));
  const studio = await serving(() => models('organization_owner', 'c'));
  const closed = await findClosedPort();
  const found = await findLocalServers(fetch, [
    { port: closed, gateways: ['vllm'] },
    { port: ollama.port, gateways: ['vllm'] },
    { port: studio.port, gateways: ['lmstudio'] },
  ]);
  expect(found).toEqual([
    { gateway: 'ollama', baseUrl: `${ollama.origin}/v1`, modelCount: 2 },
    { gateway: 'lmstudio', baseUrl: `${studio.origin}/v1`, modelCount: 1 },
  ]);
  for (const { headers, url } of [...ollama.requests, ...studio.requests]) {
    expect(headers.authorization).toBeUndefined();
    expect(url).toBe('/v1/models');
  }
});

test('of two that share a port, only what the server says counts', async () => {
  const unnamed = await serving((url) => (url === '/v1/models' ? models('me', 'a') : { status: 404 }));
  const localai = await serving((url) => (url === '/v1/models' ? models('', 'a') : json({ version: 'v3' })));
  const shared = ['llamacpp', 'localai'] as const;
  const found = await findLocalServers(fetch, [
    { port: unnamed.port, gateways: shared },
    { port: localai.port, gateways: shared },
  ]);
  expect(found.map(({ gateway }) => gateway)).toEqual(['plain', 'localai']);
});

test('a server that wants a key is found; another program on the port is not', async () => {
  const locked = await serving(() => json({ error: { message: 'no key' } }, 401));
  const web = await serving(() => ({ headers: { 'content-type': 'text/html' }, body: ['<h1>My site</h1>'] }));
  const found = await findLocalServers(fetch, [
    { port: locked.port, gateways: ['vllm'] },
    { port: web.port, gateways: ['vllm'] },
  ]);
  expect(found).toEqual([{ gateway: 'vllm', baseUrl: `${locked.origin}/v1`, modelCount: null }]);
});
