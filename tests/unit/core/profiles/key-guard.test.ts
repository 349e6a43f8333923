/** A page that calls whatever it likes can't lead a stored key to another place. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCore } from '../../../../electron/core/create-core';
import type { Question } from '../../../../electron/core/ports/host-abilities';
import { openStorage } from '../../../../electron/storage/storage';
import type { CommandInput } from '../../../../shared/contract';
import { defaultConnection, defaultNetwork } from '../../../../shared/profiles/defaults';
import type { GatewayConnection } from '../../../../shared/profiles/gateway-connection';
import type { NetworkSettings } from '../../../../shared/profiles/network';
import { authority, employee } from '../../../support/company-certificates';
import { openTestCore, type TestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';
import { testPorts } from '../../../support/ports';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const KEY = 'canary-key-51ab';
const TOKEN = 'canary-token-77de';
const baseUrl = 'https://gateway.example/api/v1';
const evil: NetworkSettings = {
  proxy: { kind: 'fixed', url: 'http://127.0.0.1:9', username: null },
  authorities: { name: 'evil.pem', pem: authority.cert },
  certificate: null,
};
const company: NetworkSettings = {
  ...defaultNetwork,
  proxy: { ...evil.proxy, url: 'http://127.0.0.1:8' } as never,
};
const certificate = { name: 'me.pem', pem: employee.cert };

let sandbox: TestSandbox;
let app: TestCore;
let id: string;
beforeEach(async () => {
  sandbox = await startTestSandbox();
  app = await openTestCore({ home: tempFolder(), sandbox, keychain: memoryKeychain() });
  ({ id } = await app.tell('profiles.create', { name: 'Mine', baseUrl, key: KEY }));
});
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

const settings = async () => (await app.tell('app.snapshot', {})).settings;
type Save = CommandInput<'network.save'>;

describe('in a browser, a network that could expose a stored key', () => {
  const ways: Readonly<Record<string, NetworkSettings>> = {
    'another proxy': { ...defaultNetwork, proxy: evil.proxy },
    'a proxy script': { ...defaultNetwork, proxy: { kind: 'pac', url: 'http://127.0.0.1:9/proxy.pac' } },
    'another authority': { ...defaultNetwork, authorities: evil.authorities },
    'both, without a proxy': { ...evil, proxy: { kind: 'none' } },
  };
  test.each(Object.entries(ways))(
    '%s is saved only with the key, for all profiles or for one',
    async (_, network) => {
      for (const profileId of [null, id]) {
        for (const keys of [undefined, [], [''], [KEY.slice(0, -1)], [`${KEY}x`]]) {
          const error = await app.refusal('network.save', { profileId, network, keys });
          expect(error).toMatchObject({
            code: 'needs_key',
            details: { secrets: [{ profileId: id, profile: 'Mine', header: null }] },
          });
          expect(JSON.stringify(error)).not.toContain(KEY);
          await app.tell('network.save', { profileId: null, network: defaultNetwork, keys: [KEY] });
        }
        expect(await settings()).toMatchObject({ network: defaultNetwork, networks: {} });
        await app.tell('network.save', { profileId, network, keys: [KEY] });
        // What is in force already exposes nothing, and what takes it back needs no question.
        await app.tell('network.save', { profileId, network });
        await app.tell('network.save', { profileId, network: null });
      }
    },
  );

  test('settings.update takes no network at all', async () => {
    for (const patch of [
      { network: evil },
      { networks: { [id]: evil } },
      { theme: 'dark', network: defaultNetwork },
    ])
      expect(await app.refusal('settings.update', { patch: patch as never })).toMatchObject({
        code: 'invalid_input',
      });
    expect(await settings()).toMatchObject({ theme: 'system', network: defaultNetwork, networks: {} });
  });

  test('a profile that goes back to a network for all which nobody proved is asked about', async () => {
    await app.tell('network.save', { profileId: id, network: defaultNetwork });
    await app.tell('network.save', { profileId: null, network: evil });
    expect(await app.refusal('network.save', { profileId: id, network: null })).toMatchObject({
      code: 'needs_key',
    });
  });

  test('the key of one’s own profile proves nothing for another, nor does a header added for it', async () => {
    const other = { name: 'Planted', baseUrl: 'https://evil.example/v1', key: 'planted' };
    await app.tell('profiles.create', other);
    expect(
      await app.refusal('network.save', { profileId: null, network: evil, keys: ['planted'] }),
    ).toMatchObject({
      code: 'needs_key',
    });
    const planted = { name: 'x-planted', isSecret: true, value: 'planted' };
    const connection: GatewayConnection = {
      ...defaultConnection,
      authentication: { kind: 'none' },
      headers: [planted],
    };
    await app.tell('profiles.saveConnection', { id, connection });
    expect(
      await app.refusal('network.save', { profileId: id, network: evil, keys: ['planted'] }),
    ).toMatchObject({
      details: { secrets: [{ header: null }] },
    });
  });

  test('a secret header is asked for beside a key that was replaced', async () => {
    const header = { name: 'X-Team-Token', isSecret: true, value: TOKEN };
    await app.tell('profiles.saveConnection', {
      id,
      connection: { ...defaultConnection, headers: [header] },
    });
    await app.tell('profiles.saveKey', { id, key: 'replaced', keep: 'keychain' });
    const save: Save = { profileId: id, network: evil, keys: ['replaced'] };
    expect(await app.refusal('network.save', save)).toMatchObject({
      details: { secrets: [{ header: 'x-team-token' }] },
    });
    await app.tell('network.save', { ...save, keys: ['replaced', TOKEN] });
  });

  test('five wrong keys end the tries, also for the right one', async () => {
    const save = (key: string): Save => ({ profileId: null, network: evil, keys: [key] });
    for (let count = 0; count < 5; count += 1) await app.refusal('network.save', save(`guess-${count}`));
    const error = await app.refusal('network.save', save(KEY));
    expect(error.message).toContain('Too many wrong keys');
    expect(error.retryAfterMs).toBeGreaterThan(0);
  });
});

test('a key never follows its profile to another origin, port or scheme', async () => {
  const keyOf = async () => (await app.tell('app.snapshot', {})).profiles.find((one) => one.id === id)?.key;
  for (const moved of [
    'http://gateway.example/api/v1',
    'https://gateway.example:8443/api/v1',
    'https://a.gateway.example',
  ]) {
    await app.tell('profiles.saveKey', { id, key: KEY, keep: 'keychain' });
    await app.tell('profiles.update', { id, baseUrl: moved });
    expect(await keyOf(), moved).toBe('missing');
    await app.tell('profiles.update', { id, baseUrl });
    expect(await keyOf(), moved).toBe('missing');
  }
});

test.each([
  [
    'a header that names another host',
    { headers: [{ name: 'x-portkey-custom-host', isSecret: false, value: 'evil' }] },
  ],
  ['a secret one', { headers: [{ name: 'x-anything', isSecret: true, value: 'https://evil.example/v1' }] }],
  ['a configuration', { headers: [{ name: 'x-portkey-config', isSecret: false, value: 'pc-evil-1' }] }],
  ['a parameter with an address', { query: [{ name: 'q', value: 'evil.example:8443/v1' }] }],
  ['the key as the name of a host', { authentication: { kind: 'header', name: 'x-portkey-custom-host' } }],
] as readonly [string, Partial<GatewayConnection>][])(
  '%s needs the key where one is stored',
  async (_, part) => {
    const connection = { ...defaultConnection, ...part };
    expect(await app.refusal('profiles.saveConnection', { id, connection })).toMatchObject({
      code: 'needs_key',
    });
    await app.tell('profiles.saveConnection', { id, connection, keys: [KEY] });
    // What is in force already is not asked about.
    const headers = connection.headers.map((header) =>
      header.isSecret ? { ...header, value: null } : header,
    );
    await app.tell('profiles.saveConnection', { id, connection: { ...connection, headers } });
  },
);

describe('on the desktop', () => {
  const questions: Question[] = [];
  let agrees = false;
  const confirm = async (question: Question) => {
    questions.push(question);
    return agrees;
  };
  const openDesktop = () => {
    const { storage } = openStorage(tempFolder(), Date.now());
    const ports = testPorts({ home: tempFolder(), storage, sandbox, keychain: memoryKeychain() });
    return createCore({ ...ports, confirm }, { version: '0', host: 'desktop', notices: [] });
  };

  test('the system’s dialog asks, and a key in the call answers nothing', async () => {
    const core = openDesktop();
    questions.length = 0;
    agrees = false;
    const created = await core.call('profiles.create', { name: 'Mine', baseUrl, key: KEY });
    const { id: own } = (created as unknown as { value: { id: string } }).value;
    const save = { profileId: own, network: evil, keys: [KEY] };
    expect(await core.call('network.save', save)).toMatchObject({ error: { code: 'aborted' } });
    expect(questions).toMatchObject([{ detail: expect.stringContaining('“Mine”'), action: 'Change' }]);
    agrees = true;
    expect(await core.call('network.save', save)).toMatchObject({ ok: true });
    expect(await core.call('network.save', { profileId: own, network: null })).toMatchObject({ ok: true });
    expect(questions).toHaveLength(2);
    await core.close();
  });

  test('a key that comes after a network nobody was asked about is asked about, once', async () => {
    const core = openDesktop();
    questions.length = 0;
    agrees = false;
    await core.call('network.save', { profileId: null, network: company });
    expect(questions).toEqual([]);
    const input = { name: 'Mine', baseUrl, key: KEY };
    expect(await core.call('profiles.create', input)).toMatchObject({ error: { code: 'aborted' } });
    expect(questions.at(-1)?.message).toContain('http://127.0.0.1:8');
    agrees = true;
    expect(await core.call('profiles.create', input)).toMatchObject({ ok: true });
    expect(await core.call('profiles.create', input)).toMatchObject({ ok: true });
    expect(questions).toHaveLength(2);
    await core.close();
  });
});

test('a client certificate that is added is asked about like a proxy', async () => {
  const secrets = { privateKey: employee.key };
  const network = { ...defaultNetwork, certificate };
  expect(await app.refusal('network.save', { profileId: id, network, secrets })).toMatchObject({
    code: 'needs_key',
  });
  await app.tell('network.save', { profileId: id, network, secrets, keys: [KEY] });
});
