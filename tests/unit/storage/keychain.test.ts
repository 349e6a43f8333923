import { expect, test } from 'vitest';
import { createSecretRing } from '../../../electron/core/profiles/secret-ring';
import { createKeychain } from '../../../electron/storage/keychain';
import { AppError } from '../../../shared/errors';

type Keytar = typeof import('keytar');

/** A keychain that counts its dialogs: reading a locked one opens one, and so does writing. */
function lockedKeychain(answersAfterMs: number, platform: NodeJS.Platform = 'linux') {
  let now = 0;
  let prompts = 0;
  const asking = async () => {
    prompts += 1;
    now += answersAfterMs;
  };
  const library = {
    getPassword: () => asking().then(() => null),
    setPassword: () =>
      asking().then(() => {
        throw new Error('Cannot create an item in a locked collection');
      }),
    deletePassword: async () => false,
  } as unknown as Keytar;
  return {
    keychain: createKeychain(
      'test',
      async () => library,
      () => now,
      platform,
    ),
    prompts: () => prompts,
  };
}

const missing = () => new AppError({ code: 'no_key', message: 'none' });

test('a dialog of the keychain that was closed is not followed by another', async () => {
  const { keychain, prompts } = lockedKeychain(3_000);
  const states: unknown[] = [];
  const ring = createSecretRing(keychain, { emit: (event: unknown) => states.push(event) } as never);
  await expect(ring.read('one', missing)).rejects.toMatchObject({ data: { code: 'keychain_unavailable' } });
  expect(prompts()).toBe(1);
  expect(ring.isUnreadable('one')).toBe(true);
  expect(ring.keychain()).toMatchObject({ available: false, reason: 'locked' });
});

test('a slow answer says nothing where the system tells a closed dialog from an absent key', async () => {
  const { keychain } = lockedKeychain(3_000, 'darwin');
  expect(await keychain.get('one')).toBeNull();
});

test('an absent key, which is answered at once, is told from a keychain that does not answer', async () => {
  const { keychain, prompts } = lockedKeychain(2);
  const ring = createSecretRing(keychain, { emit: () => undefined } as never);
  await expect(ring.read('one', missing)).rejects.toMatchObject({ data: { code: 'keychain_unavailable' } });
  expect(prompts()).toBe(2);
});

test.each([
  'Could not connect: No such file or directory',
  'Could not connect: Connection refused',
  'The given address is empty',
  'Error resolving “nowhere.invalid”: Name or service not known',
  'Error unescaping key or value in Key/Value pair 0, “path=%zz”, in address element “unix:path=%zz”',
  'Unexpected lack of content trying to read a line',
  'Address element “garbage” does not contain a colon (:)',
  'Key/Value pair 0, “bar”, in address element “foo:bar” does not contain an equal sign',
  'Unknown or unsupported transport “unixexec” for address “unixexec:path=/bin/false”',
  'Error in address “unix:foo=bar” — the unix transport requires exactly one of the keys “path” or “abstract” to be set',
  'Failed to execute child process “dbus-launch” (No such file or directory)',
])('a D-Bus address that leads nowhere is explained: %s', async (said) => {
  const library = { setPassword: () => Promise.reject(new Error(said)) } as unknown as Keytar;
  const state = await createKeychain('test', async () => library).probe();
  expect(state).toMatchObject({
    available: false,
    reason: 'no-service',
    message: expect.stringMatching(/D-Bus address leads nowhere/),
  });
});

test('a library that can’t be loaded is not taken for a bus', async () => {
  const load = () =>
    Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory'));
  expect(await createKeychain('test', load).probe()).toMatchObject({ reason: 'absent' });
});
