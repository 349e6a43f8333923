/** The desktop app from the side of other programs and sites of the same machine. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, test } from '../support/desktop';
import { type RawRequest, rawRequest } from '../support/raw-http';

interface SnapshotEnvelope {
  readonly value: { readonly profiles: readonly { readonly id: string; readonly baseUrl: string }[] };
}

test('the only open port belongs to the Sandbox, and reveals nothing without its key', async ({ launch }) => {
  const { window: page } = await launch();
  await expect(page.getByText('Try one of these')).toBeVisible();
  const addressOfSandbox = async () => {
    const answer = await page.evaluate(() => window.bridge?.call('app.snapshot', {}));
    const { profiles } = (answer as unknown as SnapshotEnvelope).value;
    return profiles.find(({ id }) => id === 'sandbox')?.baseUrl ?? '';
  };
  // It has none until it listens, which may be after the page is drawn.
  await expect.poll(addressOfSandbox).toMatch(/^http:/);
  const { port, pathname } = new URL(await addressOfSandbox());
  const asked: readonly Omit<RawRequest, 'port'>[] = [
    { path: `${pathname}/models` },
    { path: '/sandbox/account' },
    { path: `${pathname}/jobs` },
    { path: `${pathname}/models`, headers: { Host: 'rebound.example', Origin: 'http://rebound.example' } },
    { path: `${pathname}/models`, headers: { Authorization: 'Bearer guess' } },
    {
      path: `${pathname}/chat/completions`,
      method: 'POST',
      body: '{}',
      headers: { Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
    },
    {
      path: `${pathname}/models`,
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'authorization' },
    },
  ];
  for (const request of asked) {
    const reply = await rawRequest({ port: Number(port), ...request });
    expect([401, 405], `${request.method ?? 'GET'} ${request.path}`).toContain(reply.status);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.body).not.toMatch(/sandbox\/|initial_credits/);
  }
});

test('no port of the app listens to other machines', async ({ launch }) => {
  test.skip(!existsSync('/proc/net/tcp'), 'reads where Linux lists its sockets');
  const { app, window } = await launch();
  await expect(window.getByText('Try one of these')).toBeVisible();
  const addresses = listeningAddresses(app.process().pid ?? 0);
  expect(addresses.length).toBeGreaterThan(0);
  const loopback = ['0100007F', '00000000000000000000000001000000'];
  expect(addresses.filter((address) => !loopback.includes(address))).toEqual([]);
});

/** Where a process listens, as the kernel writes addresses. */
function listeningAddresses(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const sockets = new Set(
    readdirSync(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === listening && sockets.has(inode))
    .map(([, local = '']) => local.split(':')[0] ?? '');
}
