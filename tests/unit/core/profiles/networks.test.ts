import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultNetwork } from '../../../../shared/profiles/defaults';
import type { NetworkSettings } from '../../../../shared/profiles/network';
import { exportAll, importAll, live } from '../../../support/archives';
import { authority, employee, server as serverFiles } from '../../../support/company-certificates';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HostileServer, json, startHostileServer } from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';
import { startProxy, type TestProxy } from '../../../support/proxies';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const PASSWORD = 'canary-proxy-9c1f';

const keychain = memoryKeychain();
const { entries } = keychain;

let sandbox: TestSandbox;
let server: HostileServer;
let proxy: TestProxy;
let home: string;
let app: TestCore;
let id: string;
beforeEach(async () => {
  entries.clear();
  sandbox = await startTestSandbox();
  server = await startHostileServer(serverFiles);
  server.script(...Array.from({ length: 20 }, () => json({ data: [{ id: 'm' }] })));
  proxy = await startProxy({ leadsTo: Number(new URL(server.origin).port), password: PASSWORD });
  home = tempFolder();
  app = await openTestCore({ home, sandbox, keychain });
  ({ id } = await app.tell('profiles.create', { name: 'Company', baseUrl: server.baseUrl }));
  await app.tell('profiles.saveKey', { id, key: 'a-key', keep: 'session' });
});
afterEach(async () => {
  await app.close();
  await Promise.all([server.close(), proxy.close(), sandbox.close()]);
});

const company = (more: Partial<NetworkSettings> = {}): NetworkSettings => ({
  proxy: { kind: 'fixed', url: proxy.url, username: 'employee' },
  authorities: { name: 'company.pem', pem: authority.cert },
  certificate: null,
  ...more,
});
const secrets = { proxyPassword: PASSWORD };
/** What a person enters once more, as the requests of a profile with a key would take another way. */
const keys = ['a-key'];
const steps = async () =>
  Object.fromEntries((await app.tell('profiles.test', { id })).steps.map(({ name, state }) => [name, state]));

describe('a profile behind the proxy of a company', () => {
  test('is reached by it, and its password is in the keychain alone', async () => {
    expect(await steps()).toMatchObject({ tls: 'failed' });
    await app.tell('network.save', { profileId: id, network: company(), secrets, keys });
    expect(await steps()).toMatchObject({ proxy: 'ok', tls: 'ok', models: 'ok' });
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect([...entries.values()]).toEqual([PASSWORD]);
    expect(JSON.stringify([await app.tell('app.snapshot', {}), app.events])).not.toContain(PASSWORD);
  });

  test('is reached so after a restart, and no other way where the password is gone', async () => {
    await app.tell('network.save', { profileId: id, network: company(), secrets, keys });
    await app.close();
    app = await openTestCore({ home, sandbox, keychain });
    await app.tell('profiles.saveKey', { id, key: 'a-key', keep: 'session' });
    expect(await steps()).toMatchObject({ proxy: 'ok', models: 'ok' });
    entries.clear();
    await app.close();
    app = await openTestCore({ home, sandbox, keychain });
    const before = server.requests.length;
    expect((await app.refusal('profiles.test', { id })).message).toContain('password of the proxy');
    expect(server.requests).toHaveLength(before);
  });

  test('keeps its password when something else changes, and asks for one for another proxy', async () => {
    await app.tell('network.save', { profileId: id, network: company(), secrets, keys });
    await app.tell('network.save', { profileId: id, network: company({ authorities: null }) });
    const elsewhere = { kind: 'fixed', url: 'http://proxy.example:1', username: 'employee' } as const;
    const error = await app.refusal('network.save', {
      profileId: id,
      network: company({ proxy: elsewhere }),
      keys,
    });
    expect(error).toMatchObject({ code: 'invalid_input', field: 'secrets.proxyPassword' });
    expect((await app.tell('app.snapshot', {})).settings.networks[id]?.proxy).toMatchObject({
      url: proxy.url,
    });
  });

  test('leaves nothing in the keychain when it is removed, or uses what holds for all again', async () => {
    await app.tell('network.save', { profileId: id, network: company(), secrets, keys });
    await app.tell('network.save', { profileId: id, network: null });
    expect(entries.size).toBe(0);
    await app.tell('network.save', { profileId: id, network: company(), secrets, keys });
    await app.tell('profiles.remove', { id });
    expect(entries.size).toBe(0);
    expect((await app.tell('app.snapshot', {})).settings.networks).toEqual({});
  });
});

test('a client certificate without its own key is refused, and nothing is saved', async () => {
  const certificate = { name: 'me.pem', pem: employee.cert };
  const network = { ...defaultNetwork, certificate };
  const save = (privateKey?: string) =>
    app.refusal('network.save', { profileId: null, network, secrets: privateKey ? { privateKey } : {} });
  expect((await save()).message).toContain('private key');
  expect((await save(serverFiles.key)).message).toContain('can’t be used');
  expect((await app.tell('app.snapshot', {})).settings.network).toEqual(defaultNetwork);
  expect(entries.size).toBe(0);
});

test('the Sandbox is never asked through a proxy', async () => {
  await app.tell('network.save', { profileId: null, network: company(), secrets, keys });
  const { reply } = await app.chat('hello');
  expect(reply.status).toBe('complete');
  expect(proxy.asked).toEqual([]);
});

test('an archive brings no proxy and no authority', async () => {
  await app.tell('network.save', { profileId: null, network: company(), secrets, keys });
  await live(app);
  const archive = await exportAll(app, false);
  expect(archive.includes(PASSWORD)).toBe(false);
  const other = await openTestCore({ home: tempFolder(), sandbox, keychain });
  await importAll(other, archive);
  const { settings } = await other.tell('app.snapshot', {});
  expect(settings).toMatchObject({ network: defaultNetwork, networks: {} });
  await other.close();
});

test('the interpreter of proxy scripts is among what is installed with the app', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).dependencies).toHaveProperty('quickjs-wasi');
});
