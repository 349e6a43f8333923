/** Which key a command without a window sends, and what it leaves behind in the profile that it names. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asker, openProfile, readModels } from '../../../electron/command-line';
import { defaultConnection } from '../../../shared/profiles/defaults';
import { openTestCore, type TestCore } from '../../support/core';
import { memoryKeychain } from '../../support/memory-keychain';
import { type PaidGateway, startPaidGateway } from '../../support/paid-gateway';

const [OWN, OTHER] = ['sk-of-the-profile-1234', 'sk-of-another-gateway-5678'];

let gateway: PaidGateway;
let app: TestCore;
let told: string[];
const keychain = memoryKeychain();
beforeEach(async () => {
  gateway = await startPaidGateway();
  gateway.on('/models', () => ({ body: { object: 'list', data: [{ id: 'paid/one', object: 'model' }] } }));
  keychain.entries.clear();
  app = await openTestCore({ keychain });
  told = [];
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const make = (key?: string, connection = defaultConnection) =>
  app.tell('profiles.create', {
    name: 'Work',
    baseUrl: gateway.baseUrl,
    keep: 'keychain',
    connection,
    ...(key && { key }),
  });

async function open(variable: string, isKeyNamed: boolean) {
  const world = { env: { [variable]: OTHER }, tell: (line: string) => void told.push(line) };
  const options = { profile: 'work', baseUrl: null, keyFrom: variable, isKeyNamed };
  const ask = asker(app.core);
  return (await readModels(ask, await openProfile(world, ask, options))).models;
}

const stateOfKey = async () =>
  (await app.tell('app.snapshot', {})).profiles.find(({ name }) => name === 'Work')?.key;
const sentKeys = () => gateway.requests.map(({ authorization }) => authorization.replace('Bearer ', ''));

test('the stored key of a profile is used, and a variable that nobody named stays with its own gateway', async () => {
  await make(OWN);
  expect(await open('GATEHOUSE_API_KEY', false)).toEqual(['paid/one']);
  expect(new Set(sentKeys())).toEqual(new Set([OWN]));
  expect(told).toEqual([expect.stringContaining('name it with --key-env')]);
});

test('a key that is named is used for this run alone, and the stored one stays', async () => {
  await make(OWN);
  await open('MY_KEY', true);
  expect(sentKeys().at(-1)).toBe(OTHER);
  expect([...keychain.entries.values()]).toEqual([OWN]);
  const { home } = app;
  await app.core.close();
  app = await openTestCore({ home, keychain });
  const { profiles, activeProfileId } = await app.tell('app.snapshot', {});
  expect(profiles.find(({ name }) => name === 'Work')?.key).toBe('stored');
  expect(activeProfileId).toBe('sandbox');
});

test('a profile without a key gets that of the variable, and stays without one', async () => {
  await make();
  await open('GATEHOUSE_API_KEY', false);
  expect(sentKeys().at(-1)).toBe(OTHER);
  expect(keychain.entries.size).toBe(0);
});

test('one that needs no key gets none, and stays so', async () => {
  await make(undefined, { ...defaultConnection, authentication: { kind: 'none' } });
  await open('MY_KEY', true);
  expect(sentKeys().join('')).not.toContain(OTHER);
  expect(await stateOfKey()).toBe('not-needed');
  expect(told).toEqual([expect.stringContaining('needs no key')]);
});

test('the profile in use stays the one in use all the time', async () => {
  await make(OWN);
  await open('GATEHOUSE_API_KEY', false);
  const active = app.events.flatMap((one) => (one.type === 'profiles.changed' ? [one.activeProfileId] : []));
  expect(new Set(active)).toEqual(new Set(['sandbox']));
});

test('a profile that has another name is refused with those that there are', async () => {
  await make(OWN);
  const options = { profile: 'Nope', baseUrl: null, keyFrom: 'GATEHOUSE_API_KEY', isKeyNamed: false };
  const world = { env: {}, tell: (line: string) => void told.push(line) };
  await expect(openProfile(world, asker(app.core), options)).rejects.toThrow(
    /^--profile: no profile has the name “Nope”\. Use one of these: .*Work/,
  );
});

test('a name that two profiles have gets no key: one of them may have come with an archive', async () => {
  const other = await startPaidGateway();
  await app.tell('profiles.create', { name: 'WORK', baseUrl: other.baseUrl, keep: 'keychain' });
  await make(OWN);
  await expect(open('MY_KEY', true)).rejects.toThrow(
    '--profile: 2 profiles have the name “work”. Rename them',
  );
  expect([...gateway.requests, ...other.requests]).toEqual([]);
  await other.close();
});
