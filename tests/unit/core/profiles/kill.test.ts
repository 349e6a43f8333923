/** A kill right after the keychain was written: removing the profile later removes what was written. */
import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { openTestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const baseUrl = 'http://127.0.0.1:9/v1';
const secretHeader = { name: 'X-Gateway-Key', value: 'header-secret', isSecret: true };
const secretParameter = { name: 'api_key', value: 'query-secret' };
const withHeader = { ...defaultConnection, headers: [secretHeader] };
const withQuery = { ...defaultConnection, query: [secretParameter] };

type App = Awaited<ReturnType<typeof openTestCore>>;
const create = async (app: App) =>
  (await app.tell('profiles.create', { name: 'Mine', baseUrl, connection: withHeader })).id;

const cases: readonly [string, (app: App) => Promise<() => Promise<unknown>>][] = [
  [
    'a new profile with a key',
    async (app) => () => app.tell('profiles.create', { name: 'Mine', baseUrl, key: 'the-key' }),
  ],
  [
    'a new profile with a secret header and a key',
    async (app) => () =>
      app.tell('profiles.create', { name: 'Mine', baseUrl, key: 'the-key', connection: withHeader }),
  ],
  [
    'a key that is saved',
    async (app) => {
      const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl });
      return () => app.tell('profiles.saveKey', { id, key: 'the-key', keep: 'keychain' });
    },
  ],
  [
    'a secret header that is saved',
    async (app) => {
      const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl });
      return () => app.tell('profiles.saveConnection', { id, connection: withHeader, keep: 'keychain' });
    },
  ],
  [
    'a secret parameter in place of a header',
    async (app) => {
      const id = await create(app);
      return () => app.tell('profiles.saveConnection', { id, connection: withQuery, keep: 'keychain' });
    },
  ],
];

test.each(cases)('%s', async (_name, prepare) => {
  const [home, copy] = [tempFolder(), tempFolder()];
  const keychain = memoryKeychain();
  let onWritten: (() => void) | null = null;
  const dying = {
    ...keychain,
    async set(account: string, secret: string) {
      await keychain.set(account, secret);
      if (onWritten === null) return;
      onWritten();
      // The process ended here: nothing after it happens.
      await new Promise(() => {});
    },
  };
  const app = await openTestCore({ home, sandbox, keychain: dying });
  const save = await prepare(app);
  const written = new Promise<void>((resolve) => {
    onWritten = resolve;
  });
  void save();
  await written;
  cpSync(home, copy, { recursive: true });
  await app.close();
  expect(keychain.entries.size).toBeGreaterThan(0);
  const started = await openTestCore({ home: copy, sandbox, keychain });
  const { profiles } = await started.tell('app.snapshot', {});
  for (const { id, kind } of profiles) if (kind === 'gateway') await started.tell('profiles.remove', { id });
  await started.close();
  expect([...keychain.entries.keys()]).toEqual([]);
});

test('what the keychain refuses leaves the profile as it was', async () => {
  const keychain = memoryKeychain();
  const app = await openTestCore({
    sandbox,
    keychain: { ...keychain, set: () => Promise.reject(new Error('the keychain is full')) },
  });
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl });
  const own = async () => (await app.tell('app.snapshot', {})).profiles.find((one) => one.id === id);
  const before = await own();
  await app.refusal('profiles.saveKey', { id, key: 'the-key', keep: 'keychain' });
  await app.refusal('profiles.saveConnection', { id, connection: withHeader, keep: 'keychain' });
  expect(await own()).toEqual(before);
  await app.close();
});
