import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import type { GatewayConnection } from '../../../../shared/profiles/gateway-connection';
import { exportAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HostileServer, json, startHostileServer } from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const SECRET = 'canary-query-5b1e77d2c0';
const MARKED = 'canary-marked-99a1f0';

const keychain = memoryKeychain();
let sandbox: TestSandbox;
let server: HostileServer;
let home: string;
let app: TestCore;
beforeEach(async () => {
  keychain.entries.clear();
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

const open = { name: 'api-version', value: '1' };
const query: GatewayConnection['query'] = [
  { name: 'api_key', value: SECRET },
  { name: 'team', isSecret: true, value: MARKED },
  open,
];
const connection: GatewayConnection = { ...defaultConnection, authentication: { kind: 'none' }, query };
const create = () => app.tell('profiles.create', { name: 'Mine', baseUrl: server.baseUrl, connection });
const own = async (id: string) =>
  (await app.tell('app.snapshot', {})).profiles.find((profile) => profile.id === id);
const stored = [
  { name: 'api_key', isSecret: true, value: null },
  { name: 'team', isSecret: true, value: null },
  open,
];
const expectNone = (text: string) => {
  for (const secret of [SECRET, MARKED]) expect(text).not.toContain(secret.slice(0, 12));
};
const onDisk = () =>
  readdirSync(home)
    .filter((file) => file.startsWith('gatehouse.db'))
    .map((name) => readFileSync(join(home, name), 'latin1'))
    .join('\n');

test('a secret of the query is sent, kept in the keychain, and shown nowhere', async () => {
  const { id } = await create();
  expect((await own(id))?.connection?.query).toEqual(stored);
  server.script(
    json({ error: { message: `Bad ?api_key=${SECRET}&team=${MARKED}.` } }, 400, { 'x-echo': SECRET }),
  );
  const report = await app.tell('profiles.test', { id });
  expect(server.requests[0]?.url).toContain(`?api_key=${SECRET}&team=${MARKED}&api-version=1`);
  expectNone(inspect({ report, events: app.events }, { depth: null }));
  const { text, calls } = await app.tell('inspector.export', { ids: null, format: 'har' });
  expect(calls).toBeGreaterThan(0);
  expect(text).toContain('api_key=');
  expectNone(text);
  await app.tell('profiles.activate', { id });
  const code = await app.tell('code.request', { of: 'models' });
  expect(JSON.stringify(code)).toContain('YOUR_API_KEY');
  expectNone(JSON.stringify(code));
  const archive = await exportAll(app, false);
  expectNone(archive.toString('latin1'));
  await app.core.close();
  expectNone(onDisk());
  app = await openTestCore({ home, sandbox, keychain });
  server.script(json({ data: [] }), json({ data: [] }));
  await app.tell('profiles.test', { id });
  expect(server.requests.at(-1)?.url).toContain(`api_key=${SECRET}`);
});

test('one that is not entered again is kept, and no other origin gets it', async () => {
  const other = await startHostileServer();
  const { id } = await create();
  const kept = stored.slice(0, 1);
  await app.tell('profiles.saveConnection', { id, connection: { ...connection, query: kept } });
  server.script(json({ data: [] }), json({ data: [] }));
  await app.tell('profiles.test', { id });
  expect(server.requests[0]?.url).toMatch(new RegExp(`api_key=${SECRET}$`));
  await app.tell('profiles.update', { id, baseUrl: other.baseUrl });
  expect([...keychain.entries.values()]).toEqual([]);
  other.script(json({ data: [] }));
  const { error } = await app.tell('profiles.test', { id });
  expect(error).toMatchObject({ code: 'no_key', message: expect.stringContaining('query parameters') });
  expectNone(JSON.stringify(other.requests));
  await other.close();
});

/** As versions before this one stored it. */
async function leaveInRow(id: string): Promise<void> {
  await app.core.close();
  keychain.entries.clear();
  const database = openDatabase(join(home, 'gatehouse.db'));
  const row = { ...connection, query: [{ name: 'api_key', value: SECRET }, open] };
  database.run('UPDATE profiles SET connection = ? WHERE id = ?', JSON.stringify(row), id);
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  expect(onDisk()).toContain(SECRET);
}

const moved = () => app.until(() => [...keychain.entries.values()].some((value) => value.includes(SECRET)));

test('what an earlier version left in the database is moved to the keychain at the start', async () => {
  const { id } = await create();
  await leaveInRow(id);
  app = await openTestCore({ home, sandbox, keychain });
  await moved();
  expect((await own(id))?.connection?.query).toEqual([stored[0], open]);
  server.script(json({ data: [] }), json({ data: [] }));
  await app.tell('profiles.test', { id });
  expect(server.requests.at(-1)?.url).toContain(`api_key=${SECRET}`);
  await app.core.close();
  expectNone(onDisk());
  app = await openTestCore({ home, sandbox, keychain });
});

test('without a keychain it is kept where it is and works, but is neither shown nor exported', async () => {
  const { id } = await create();
  await leaveInRow(id);
  const locked = {
    ...keychain,
    probe: async () => ({ available: false, reason: 'locked', message: 'The keychain is locked.' }) as const,
  };
  app = await openTestCore({ home, sandbox, keychain: locked });
  server.script(json({ error: { message: `Bad ${SECRET}` } }, 400));
  const report = await app.tell('profiles.test', { id });
  expect(server.requests.at(-1)?.url).toContain(`api_key=${SECRET}`);
  expectNone(inspect({ report, events: app.events, own: await own(id) }, { depth: null }));
  expectNone((await exportAll(app, false)).toString('latin1'));
});
