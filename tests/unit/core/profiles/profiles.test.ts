import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { openTestCore, type TestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';
import { paidIn } from '../../../support/money';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const own = async (id: string) =>
  (await app.tell('app.snapshot', {})).profiles.find((profile) => profile.id === id);
const add = async (baseUrl: string) => (await app.tell('profiles.create', { name: 'Mine', baseUrl })).id;

describe('profiles', () => {
  test('the Sandbox exists from the start, is active, and needs no key', async () => {
    const { profiles, activeProfileId } = await app.tell('app.snapshot', {});
    expect(profiles).toMatchObject([{ id: 'sandbox', name: 'Sandbox', key: 'not-needed' }]);
    expect(activeProfileId).toBe('sandbox');
    expect(await app.refusal('profiles.remove', { id: 'sandbox' })).toMatchObject({ code: 'invalid_input' });
  });

  test('the app starts with a profile whose address is invalid, and it can be corrected', async () => {
    const home = tempFolder();
    await (await openTestCore({ home })).close();
    for (const [number, address] of ['not an address', 'file:///etc/passwd', ''].entries()) {
      const database = openDatabase(join(home, 'gatehouse.db'));
      database.run(
        "INSERT INTO profiles (id, name, base_url, key_stored) VALUES (?, 'Broken', ?, 1)",
        `broken-${number}`,
        address,
      );
      database.run("INSERT OR REPLACE INTO settings VALUES ('active-profile', ?)", `broken-${number}`);
      database.close();
      const started = await openTestCore({ home });
      try {
        const { profiles } = await started.tell('app.snapshot', {});
        const id = `broken-${number}`;
        expect(profiles.map((profile) => profile.id)).toContain(id);
        expect(await started.refusal('profiles.test', { id })).toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining('an address that can’t be used'),
        });
        await started.tell('profiles.update', { id, baseUrl: 'https://gateway.example/api/v1' });
        const { profiles: after } = await started.tell('app.snapshot', {});
        expect(after.find((profile) => profile.id === id)?.key).toBe('missing');
      } finally {
        await started.close();
      }
    }
  });

  test('a second gateway is used with its own key, and its credits are kept separate', async () => {
    const other = await startTestSandbox({ initialCredits: 50 });
    const id = await add(other.baseUrl);
    await app.tell('profiles.saveKey', { id, key: other.apiKey, keep: 'session' });
    await app.tell('profiles.activate', { id });
    const { reply } = await app.chat('through the second');
    expect(reply.status).toBe('complete');
    expect((await other.account()).charges).toHaveLength(1);
    expect((await app.sandbox.account()).charges).toHaveLength(0);
    const { ledger } = await app.tell('app.snapshot', {});
    expect(ledger).toMatchObject({ profileId: id, spentThisSession: paidIn(reply) });
    await other.close();
  });

  test('a profile without a key refuses before anything is stored', async () => {
    await app.tell('profiles.activate', { id: await add('http://127.0.0.1:9/api/v1') });
    const input = {
      conversationId: null,
      messageId: crypto.randomUUID(),
      text: 'x',
      model: 'm',
      settings: {},
    };
    expect(await app.refusal('chat.send', input)).toMatchObject({ code: 'no_key' });
    expect((await app.tell('app.snapshot', {})).conversations.conversations).toEqual([]);
  });

  test('deleting the active profile activates the Sandbox', async () => {
    const id = await add('http://127.0.0.1:9/api/v1');
    await app.tell('profiles.activate', { id });
    await app.tell('profiles.remove', { id });
    expect((await app.tell('app.snapshot', {})).activeProfileId).toBe('sandbox');
  });

  test('an invalid address is refused, naming it', async () => {
    for (const baseUrl of [
      'ftp://x/api/v1',
      'not an address',
      'https://user:pw@x/api/v1',
      'https://x/api/v1?a=b',
    ]) {
      expect(await app.refusal('profiles.create', { name: 'x', baseUrl })).toMatchObject({
        field: 'baseUrl',
      });
    }
  });

  test('the connection test shows which step fails', async () => {
    const id = await add(app.sandbox.baseUrl);
    await app.tell('profiles.saveKey', { id, key: 'wrong-key', keep: 'session' });
    const wrongKey = await app.tell('profiles.test', { id });
    expect(wrongKey.steps.find(({ state }) => state === 'failed')?.name).toBe('key');
    await app.tell('profiles.saveKey', { id, key: app.sandbox.apiKey, keep: 'session' });
    const right = await app.tell('profiles.test', { id });
    expect(right.steps.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(right.error).toBeNull();
  });

  test('the connection test of a profile without a key tests the address and reports the missing key', async () => {
    const there = await app.tell('profiles.test', { id: await add(app.sandbox.baseUrl) });
    expect(there.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'address ok',
      'tls skipped',
      'key failed',
      'models skipped',
    ]);
    const gone = await app.tell('profiles.test', { id: await add('http://127.0.0.1:9/api/v1') });
    expect(gone.steps[0]).toMatchObject({ name: 'address', state: 'failed' });
  });
});

describe('keys', () => {
  test('without a keychain, saving is refused with the reason and nothing is stored', async () => {
    const id = await add(app.sandbox.baseUrl);
    const refused = await app.refusal('profiles.saveKey', { id, key: 'secret-key', keep: 'keychain' });
    expect(refused).toMatchObject({
      code: 'keychain_unavailable',
      message: 'No keychain service is running.',
    });
    expect(await own(id)).toMatchObject({ key: 'missing' });
    expect((await app.tell('app.snapshot', {})).keychain).toMatchObject({
      available: false,
      reason: 'no-service',
    });
  });

  test('a key kept for the session ends with it and is never on the disk', async () => {
    const id = await add(app.sandbox.baseUrl);
    await app.tell('profiles.saveKey', { id, key: 'recognizable-secret-4711', keep: 'session' });
    expect(await own(id)).toMatchObject({ key: 'session' });
    await app.tell('profiles.test', { id });
    for (const file of readdirSync(app.home)) {
      const bytes = readFileSync(join(app.home, file));
      expect(bytes.includes('recognizable-secret'), file).toBe(false);
    }
    expect(JSON.stringify(app.events)).not.toContain('recognizable-secret');
  });

  test('an address that moves to another origin leaves its key behind', async () => {
    await app.close();
    const keychain = memoryKeychain();
    app = await openTestCore({ keychain });
    const id = await add('https://one.example/api/v1');
    await app.tell('profiles.saveKey', { id, key: 'k1', keep: 'keychain' });
    await app.tell('profiles.update', { id, baseUrl: 'https://one.example/other/v1' });
    expect(await own(id)).toMatchObject({ key: 'stored' });
    await app.tell('profiles.update', { id, baseUrl: 'https://two.example/api/v1' });
    expect(await own(id)).toMatchObject({ key: 'missing' });
    expect(keychain.entries.size).toBe(0);
  });

  test('a keychain that lost the key is reported instead of sending none', async () => {
    await app.close();
    const keychain = memoryKeychain();
    app = await openTestCore({ keychain });
    const id = await add(app.sandbox.baseUrl);
    await app.tell('profiles.saveKey', { id, key: app.sandbox.apiKey, keep: 'keychain' });
    const { home, sandbox } = app;
    await app.core.close();
    keychain.entries.clear();
    app = await openTestCore({ home, sandbox, keychain });
    expect((await app.tell('profiles.test', { id })).error).toMatchObject({ code: 'no_key' });
  });
});
