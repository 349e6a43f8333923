/** What the page and its host prove to each other: the page's own code against the host's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { folderSource } from '../../../../electron/hosts/shared/page/source';
import { nameToOpen } from '../../../../electron/hosts/web/host-name';
import { startWebHost, type WebHost } from '../../../../electron/hosts/web/server';
import { proofHeader, prove } from '../../../../renderer/link/host-proof';
import { type FakeCore, fakeCore } from '../../../support/fake-core';
import { rawRequest } from '../../../support/raw-http';

let home: string;
let host: WebHost;
let core: FakeCore;
let cookie = '';
let pass: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-proof-'));
  cookie = '';
  core = fakeCore();
  const controlSecret = 'a control secret of some length';
  host = await startWebHost({ core, page: folderSource(home), port: 0, controlSecret, home });
  const token = new URL(host.makeLink()).hash.slice(1);
  const opened = await post('/api/session', { token });
  pass = JSON.parse(opened.body).value.pass;
  cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  vi.stubGlobal('localStorage', { getItem: () => pass });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await host.close();
  await rm(home, { recursive: true, force: true });
});

function post(target: string, body: unknown, headers: Record<string, string> = {}, name = plainName()) {
  return rawRequest({
    port: host.port,
    method: 'POST',
    path: target,
    headers: {
      Host: name,
      Origin: `http://${name}`,
      'Content-Type': 'application/json',
      Cookie: cookie,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
const plainName = () => `127.0.0.1:${host.port}`;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const input = { key: 'canary-key-77', text: 'ä€😀'.repeat(40_000) };

async function sealedCall(changed: { path?: string; name?: string; sealed?: (text: string) => string } = {}) {
  const proof = await prove(changed.path ?? '/api/call');
  const sealed = await proof.seal('profiles.saveKey', JSON.stringify(input));
  const body = { name: changed.name ?? 'profiles.saveKey', sealed: changed.sealed?.(sealed) ?? sealed };
  const reply = await post('/api/call', body, { [proofHeader]: proof.header });
  return { reply, proof, sent: JSON.stringify([body, proof.header]) };
}

test('a sealed call arrives unchanged, and says neither the pass nor the key on its way', async () => {
  const { reply, proof, sent } = await sealedCall();
  expect(reply.status).toBe(200);
  expect(core.calls).toEqual([{ name: 'profiles.saveKey', input }]);
  expect(sent).not.toContain('canary');
  expect(sent).not.toContain(pass);
  const code = String(reply.headers['x-gatehouse-proof']);
  expect(await proof.isAnswered(code, bytesOf(reply.body))).toBe(true);
  expect(await proof.isAnswered(code, bytesOf(`${reply.body} `))).toBe(false);
  expect(await (await prove('/api/call')).isAnswered(code, bytesOf(reply.body))).toBe(false);
});

test.each([
  ['of another command', { name: 'profiles.removeKey' }],
  [
    'with a changed letter',
    { sealed: (text: string) => `${text.slice(0, 40)}${text[40] === 'A' ? 'B' : 'A'}${text.slice(41)}` },
  ],
  ['cut short', { sealed: (text: string) => text.slice(0, 12) }],
  ['that is empty', { sealed: () => '' }],
] as const)('a seal %s never reaches the core', async (_, changed) => {
  expect((await sealedCall(changed)).reply.status).toBe(400);
  expect(core.calls).toEqual([]);
});

test('a proof for another route, with another pass, or beside an open input is none', async () => {
  expect((await sealedCall({ path: '/api/archives' })).reply.status).toBe(401);
  const { header } = await prove('/api/call');
  expect((await post('/api/call', { name: 'a', input: {} }, { [proofHeader]: header })).status).toBe(400);
  expect((await post('/api/call', { name: 'a', input: {} }, { [proofHeader]: `${header}x` })).status).toBe(
    401,
  );
  pass = 'x'.repeat(43);
  expect((await sealedCall()).reply.status).toBe(401);
  expect(core.calls).toEqual([]);
});

test('the cookie is needed too', async () => {
  cookie = '';
  expect((await sealedCall()).reply.status).toBe(401);
});

test('refusals of the host are proved like its answers', async () => {
  const { reply, proof } = await sealedCall({ name: 'other' });
  const code = String(reply.headers['x-gatehouse-proof']);
  expect(await proof.isAnswered(code, bytesOf(reply.body))).toBe(true);
});

test('events begin with the host’s proof', async () => {
  const proof = await prove('/api/events');
  const stop = new AbortController();
  const reply = await fetch(`http://${plainName()}/api/events?proof=${encodeURIComponent(proof.header)}`, {
    headers: { Cookie: cookie },
    signal: stop.signal,
  });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  const [, code = ''] = /event: proof\ndata: (\S+)\n\n$/.exec(value) ?? [];
  expect(await proof.isAnswered(code)).toBe(true);
  stop.abort();
});

describe('the name of a start', () => {
  test('is its own, and answered beside 127.0.0.1; another one is not', async () => {
    expect(host.name).toMatch(new RegExp(`^gh-[0-9a-f]{16}\\.localhost:${host.port}$`));
    const again = await startWebHost({
      ...{ core, page: folderSource(home), port: 0, controlSecret: 'x'.repeat(20), home },
    });
    expect(again.name.split(':')[0]).not.toBe(host.name.split(':')[0]);
    await again.close();
    const body = { name: 'app.snapshot', input: {} };
    const headers = { 'X-Gatehouse-Pass': pass };
    expect((await post('/api/call', body, headers, host.name)).status).toBe(200);
    const guessed = `gh-0000000000000000.localhost:${host.port}`;
    expect((await post('/api/call', body, headers, guessed)).status).toBe(421);
    expect(
      (await post('/api/call', body, { ...headers, Origin: `http://${plainName()}` }, host.name)).status,
    ).toBe(403);
  });

  test('is not what a browser is opened with where the system has to know it and does not', async () => {
    const names = { plain: '127.0.0.1:1', own: 'gh-1.localhost:1' };
    const unknown = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await nameToOpen(names, 'linux', unknown)).toBe(names.own);
    expect(await nameToOpen(names, 'darwin', unknown)).toBe(names.plain);
    expect(await nameToOpen(names, 'darwin', async () => ({ address: '127.0.0.1' }))).toBe(names.own);
    expect(await nameToOpen(names, 'darwin', async () => ({ address: '203.0.113.1' }))).toBe(names.plain);
  });
});
