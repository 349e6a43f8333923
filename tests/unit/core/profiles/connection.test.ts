import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Keychain } from '../../../../electron/core/ports/keychain';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import type { GatewayConnection } from '../../../../shared/profiles/gateway-connection';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HostileServer, hang, json, startHostileServer } from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const SECRET = 'canary-header-5b1e77d2c0';
const KEY = 'canary-key-8f3a1b77c2';

const keychain = memoryKeychain();
const { entries } = keychain;

let sandbox: TestSandbox;
let server: HostileServer;
let home: string;
let app: TestCore;
beforeEach(async () => {
  entries.clear();
  sandbox = await startTestSandbox();
  server = await startHostileServer();
  home = tempFolder();
  app = await openTestCore({ home, sandbox, keychain });
});
afterEach(async () => {
  await app.close();
  await server.close();
  await sandbox.close();
});

const secretHeader = { name: 'X-Team-Token', isSecret: true, value: SECRET };
const openHeader = { name: 'x-portkey-provider', isSecret: false, value: 'openai' };
const connection = (more: Partial<GatewayConnection>): GatewayConnection => ({
  ...defaultConnection,
  ...more,
});
const full = connection({
  authentication: { kind: 'header', name: 'api-key' },
  headers: [secretHeader, openHeader],
  query: [{ name: 'api-version', value: '2026-01-01' }],
  paths: { models: '/catalogue' },
});

async function add(): Promise<string> {
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl: server.baseUrl });
  await app.tell('profiles.saveKey', { id, key: KEY, keep: 'keychain' });
  return id;
}
const own = async (id: string, from = app) =>
  (await from.tell('app.snapshot', {})).profiles.find((profile) => profile.id === id);
const answered = (count: number) => server.script(...Array.from({ length: count }, () => json({ data: [] })));

describe('a profile created at once', () => {
  test('has its key and headers from the first call on', async () => {
    const input = { name: 'Mine', baseUrl: server.baseUrl, connection: full, key: KEY };
    const { id } = await app.tell('profiles.create', input);
    expect(await own(id)).toMatchObject({ key: 'stored', connection: { query: full.query } });
    expect(JSON.stringify(await own(id))).not.toContain(SECRET);
    answered(2);
    await app.tell('profiles.test', { id });
    expect(server.requests[0]?.headers).toMatchObject({ 'api-key': KEY, 'x-team-token': SECRET });
  });

  test('is not created where the keychain refuses its key or a header; it can be kept for the session', async () => {
    await app.core.close();
    const locked: Keychain = {
      ...keychain,
      probe: async () => ({ available: false, reason: 'locked', message: 'The keychain is locked.' }),
    };
    app = await openTestCore({ home, sandbox, keychain: locked });
    const input = { name: 'Mine', baseUrl: server.baseUrl, connection: full, key: KEY };
    expect(await app.refusal('profiles.create', input)).toMatchObject({ code: 'keychain_unavailable' });
    expect((await app.tell('app.snapshot', {})).profiles).toHaveLength(1);
    const { id } = await app.tell('profiles.create', { ...input, keep: 'session' });
    expect(await own(id)).toMatchObject({ key: 'session' });
    expect(entries.size).toBe(0);
  });

  test('is not created with a secret header that has no value', async () => {
    const connectionWithout = connection({ headers: [{ ...secretHeader, value: null }] });
    const input = { name: 'Mine', baseUrl: server.baseUrl, connection: connectionWithout };
    expect(await app.refusal('profiles.create', input)).toMatchObject({ code: 'invalid_input' });
    expect((await app.tell('app.snapshot', {})).profiles).toHaveLength(1);
  });
});

test('the time limits of a profile hold for its calls', async () => {
  const timeLimits = { firstByteSeconds: 1, silenceSeconds: null };
  const input = { name: 'Mine', baseUrl: server.baseUrl, connection: connection({ timeLimits }), key: KEY };
  const { id } = await app.tell('profiles.create', input);
  await app.tell('profiles.activate', { id });
  server.script(...Array.from({ length: 3 }, () => ({ before: hang })));
  const { reply } = await app.chat('How long?', { model: 'm' });
  expect(reply.error).toMatchObject({ code: 'timeout', details: { stage: 'headers', afterMs: 1_000 } });
});

describe('a profile with headers, query, authentication and paths', () => {
  test('sends them with its requests, also after a restart', async () => {
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    await app.core.close();
    app = await openTestCore({ home, sandbox, keychain });
    answered(2);
    await app.tell('profiles.test', { id });
    const [request, keyless] = server.requests;
    expect(request?.url).toBe('/api/v1/catalogue?api-version=2026-01-01');
    expect(request?.headers).toMatchObject({
      'x-team-token': SECRET,
      'x-portkey-provider': 'openai',
      'api-key': KEY,
    });
    expect(request?.headers.authorization).toBeUndefined();
    expect(keyless?.headers['api-key']).toBeUndefined();
    expect(keyless?.headers['x-team-token']).toBeUndefined();
    expect(keyless?.headers['x-portkey-provider']).toBe('openai');
  });

  test('keeps secret values in the keychain only, and shows them nowhere', async () => {
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    expect((await own(id))?.connection?.headers).toEqual([{ ...secretHeader, value: null }, openHeader]);
    expect([...entries.values()].some((value) => value.includes(SECRET))).toBe(true);
    server.script(
      json({ error: { message: `Bad token ${SECRET}.`, code: SECRET } }, 400, { 'x-echo': SECRET }),
    );
    const report = await app.tell('profiles.test', { id });
    expect(report.error).not.toBeNull();
    expect(inspect({ report, events: app.events }, { depth: null })).not.toContain(SECRET.slice(0, 12));
    const har = await app.tell('inspector.export', { ids: null, format: 'har' });
    expect(har.calls).toBeGreaterThan(0);
    expect(har.text.toLowerCase()).toContain('x-team-token');
    expect(har.text).not.toContain(SECRET.slice(0, 12));
    await app.core.close();
    for (const name of readdirSync(home).filter((file) => file.startsWith('gatehouse.db')))
      expect(readFileSync(join(home, name)).includes(SECRET.slice(0, 12))).toBe(false);
    app = await openTestCore({ home, sandbox, keychain });
  });

  test('keeps a secret value that is not entered again, and deletes one that is removed', async () => {
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    const renamed = connection({ headers: [{ ...secretHeader, value: null }] });
    await app.tell('profiles.saveConnection', { id, connection: renamed });
    answered(2);
    await app.tell('profiles.test', { id });
    expect(server.requests[0]?.headers['x-team-token']).toBe(SECRET);
    await app.tell('profiles.saveConnection', { id, connection: defaultConnection });
    expect([...entries.values()]).toEqual([KEY]);
    expect(await app.refusal('profiles.saveConnection', { id, connection: renamed })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('X-Team-Token'),
    });
  });

  test('sends its secret headers to no other origin', async () => {
    const other = await startHostileServer();
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    await app.tell('profiles.update', { id, baseUrl: other.baseUrl });
    expect([...entries.values()]).toEqual([]);
    other.script(json({ data: [] }), json({ data: [] }));
    await app.tell('profiles.saveKey', { id, key: KEY, keep: 'session' });
    const { error } = await app.tell('profiles.test', { id });
    expect(error).toMatchObject({ code: 'no_key', message: expect.stringContaining('secret headers') });
    expect(JSON.stringify(other.requests)).not.toContain(SECRET);
    await other.close();
  });

  test('is deleted with its secrets', async () => {
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    await app.tell('profiles.remove', { id });
    expect([...entries.keys()]).toEqual([]);
  });

  test('needs no key if it sends none', async () => {
    const { id } = await app.tell('profiles.create', { name: 'Local', baseUrl: server.baseUrl });
    await app.tell('profiles.saveConnection', {
      id,
      connection: connection({ authentication: { kind: 'none' } }),
    });
    expect((await own(id))?.key).toBe('not-needed');
    answered(1);
    const { steps, error } = await app.tell('profiles.test', { id });
    expect(error).toBeNull();
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['address ok', 'tls skipped', 'key skipped', 'models ok'],
    ]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('sends a key that is saved after it was created without one', async () => {
    const none = connection({ authentication: { kind: 'none' } });
    const { id } = await app.tell('profiles.create', {
      ...{ name: 'Local', baseUrl: server.baseUrl },
      connection: none,
    });
    await app.tell('profiles.saveKey', { id, key: 'sk-later', keep: 'keychain' });
    expect((await own(id))?.key).toBe('stored');
    answered(1);
    await app.tell('profiles.test', { id });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-later');
  });

  test('travels in an archive without its secrets', async () => {
    const id = await add();
    await app.tell('profiles.saveConnection', { id, connection: full });
    const archive = await exportAll(app, false);
    expect(archive.includes(SECRET.slice(0, 12))).toBe(false);
    const there = await openTestCore({ sandbox });
    await importAll(there, archive);
    expect((await own(id, there))?.connection).toEqual({
      ...full,
      headers: [{ ...secretHeader, value: null }, openHeader],
    });
    await there.close();
  });
});

test('recognizes a local server by its list of models, and remembers it', async () => {
  const { id } = await app.tell('profiles.create', { name: 'Local', baseUrl: server.baseUrl });
  await app.tell('profiles.saveConnection', {
    id,
    connection: connection({ authentication: { kind: 'none' } }),
  });
  server.script(json({ data: [{ id: 'a', owned_by: 'library' }] }));
  await app.tell('profiles.activate', { id });
  await app.until(() =>
    app.events.some(
      (event) =>
        event.type === 'profiles.changed' &&
        event.profiles.some((profile) => profile.id === id && profile.connection?.gateway === 'ollama'),
    ),
  );
  server.script(json({ data: [{ id: 'a', owned_by: 'library' }] }), json({ models: [] }));
  await app.tell('models.refresh', {});
  expect(server.requests.at(-1)?.url).toBe('/api/tags');
});

describe('a header is refused', () => {
  test.each([
    ['Authorization', 'x', /Save it as the key/],
    ['Content-Length', '3', /sets it itself/],
    ['Idempotency-Key', 'x', /sets it itself/],
    ['Host', 'x', /sets it itself/],
    ['Cookie', 'x', /sets it itself/],
    ['Proxy-Authorization', 'x', /set by the connection/],
    ['transfer-encoding', 'chunked', /set by the connection/],
    ['Sec-Fetch-Site', 'x', /sets it itself/],
    ['X Bad', 'x', /letters, digits and hyphens/],
    ['X-Bad\r\nX-More', 'x', /letters, digits and hyphens/],
    ['X-Fine', 'a\r\nX-More: b', /on one line/],
    ['X-Fine', 'ümlaut', /on one line/],
  ])('%j: %j', async (name, value, message) => {
    const id = await add();
    const headers = [{ name, isSecret: false, value }];
    const refusal = await app.refusal('profiles.saveConnection', { id, connection: connection({ headers }) });
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      field: expect.stringContaining('connection.headers.0'),
    });
    expect(refusal.message).toMatch(message);
  });

  test('if it occurs twice', async () => {
    const id = await add();
    const headers = [openHeader, { ...openHeader, name: 'X-PORTKEY-PROVIDER' }];
    expect(
      await app.refusal('profiles.saveConnection', { id, connection: connection({ headers }) }),
    ).toMatchObject({
      field: 'connection.headers',
    });
  });
});

test('a path may hold a query, and that of a job its method', async () => {
  const id = await add();
  const paths = { models: '/models?limit=100', job: 'POST /video/status?requestId={id}' };
  await app.tell('profiles.saveConnection', { id, connection: connection({ paths }) });
  const wrong = connection({ paths: { models: 'POST /models' } });
  expect(await app.refusal('profiles.saveConnection', { id, connection: wrong })).toMatchObject({
    field: 'connection.paths',
  });
});

test('a key may be saved with its scheme, and with no other space', async () => {
  const id = await add();
  await app.tell('profiles.saveKey', { id, key: 'Token k-12345678', keep: 'session' });
  expect(await app.refusal('profiles.saveKey', { id, key: 'k-1234 5678', keep: 'session' })).toMatchObject({
    field: 'key',
  });
});

test.each(['models', '//evil.example/x', '/a/../b', '/a?b', '/a b', '~//x'])(
  'the path %j is refused',
  async (models) => {
    const id = await add();
    expect(
      await app.refusal('profiles.saveConnection', { id, connection: connection({ paths: { models } }) }),
    ).toMatchObject({ field: 'connection.paths.models' });
  },
);
