/** The key of a profile in the keychain of the system, and what happens where there is none. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { Snapshot } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import { expect, type RunningDesktop, test } from '../support/desktop';
import { startEchoGateway } from '../support/echo-gateway';

/** Answers like a system without a keychain, wherever the tests run. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DISPLAY: process.env.DISPLAY };
const hasKeychain = process.env.GATEHOUSE_TEST_KEYCHAIN === '1';

const makeKey = () => `gh-planted-${randomUUID()}`;

async function call<Value>(page: Page, name: string, input: unknown): Promise<Value> {
  const answer = await tryCall<Value>(page, name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
  return answer.value;
}

function tryCall<Value>(page: Page, name: string, input: unknown): Promise<Envelope<Value>> {
  return page.evaluate(({ name, input }) => window.bridge?.call(name, input), { name, input }) as Promise<
    Envelope<Value>
  >;
}

async function addProfile(window: Page, baseUrl: string): Promise<string> {
  const { id } = await call<{ id: string }>(window, 'profiles.create', { name: 'Other', baseUrl });
  await call(window, 'profiles.activate', { id });
  return id;
}

async function keyState(window: Page, id: string) {
  const { profiles } = await call<Snapshot>(window, 'app.snapshot', {});
  return profiles.find((profile) => profile.id === id)?.key;
}

/** Files of the data folder that hold these bytes, in UTF-8 or UTF-16. */
async function filesHolding(home: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(entry.name);
  }
  return found;
}

/** Collects all events of the page and all output of the process from now on. */
async function listen({ app, window: page }: RunningDesktop): Promise<() => Promise<string>> {
  let printed = '';
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.bridge?.subscribe((event) => heard.push(JSON.stringify(event)));
  });
  return async () => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n'));
    return printed + heard + (await page.content());
  };
}

test.describe('with a keychain', () => {
  test.skip(!hasKeychain, 'no keychain is available');

  test('a key is kept and used across starts, and forgotten when it is removed', async ({ launch }) => {
    const gateway = await startEchoGateway();
    const key = makeKey();
    const first = await launch();
    const id = await addProfile(first.window, gateway.baseUrl);
    await call(first.window, 'profiles.saveKey', { id, key, keep: 'keychain' });
    expect(await keyState(first.window, id)).toBe('stored');
    await first.stop();

    const second = await launch();
    expect(await keyState(second.window, id)).toBe('stored');
    await call(second.window, 'profiles.test', { id });
    expect(gateway.seen).toContain(`Bearer ${key}`);
    await call(second.window, 'profiles.removeKey', { id });
    expect(await keyState(second.window, id)).toBe('missing');
    await second.stop();

    const third = await launch();
    expect(await keyState(third.window, id)).toBe('missing');
    await gateway.close();
  });

  test('a key is never shown again, even when the gateway repeats it', async ({ launch, home }) => {
    const gateway = await startEchoGateway();
    const key = makeKey();
    const desktop = await launch();
    const everything = await listen(desktop);
    const { window } = desktop;
    const id = await addProfile(window, gateway.baseUrl);
    const answers = [
      await tryCall(window, 'profiles.saveKey', { id, key, keep: 'keychain' }),
      await tryCall(window, 'profiles.test', { id }),
      await tryCall(window, 'models.refresh', {}),
      await tryCall(window, 'chat.send', {
        conversationId: null,
        messageId: randomUUID(),
        text: 'Hello',
        model: 'any/model',
        settings: {},
      }),
    ];
    await window.getByRole('navigation', { name: 'History' }).getByText('Hello').first().click();
    await expect(window.getByRole('alert').first()).toBeVisible();
    answers.push(await tryCall(window, 'app.snapshot', {}));
    expect(gateway.seen.filter((header) => header === `Bearer ${key}`).length).toBeGreaterThanOrEqual(3);
    for (const secret of [key, key.slice(0, 24)]) {
      expect(JSON.stringify(answers)).not.toContain(secret);
      expect(await everything()).not.toContain(secret);
      expect(await filesHolding(home, secret)).toEqual([]);
    }
    await call(window, 'profiles.removeKey', { id });
    await desktop.stop();
    expect(await filesHolding(home, key)).toEqual([]);
    await gateway.close();
  });
});

test('without a keychain a message says so, nothing is written, and the key can be kept until the app closes', async ({
  launch,
  home,
}) => {
  test.skip(process.platform !== 'linux', 'other systems always have one');
  const gateway = await startEchoGateway();
  const key = makeKey();
  const first = await launch({ env: noKeychain });
  const id = await addProfile(first.window, gateway.baseUrl);
  const refused = await tryCall(first.window, 'profiles.saveKey', { id, key, keep: 'keychain' });
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'keychain_unavailable', message: expect.stringMatching(/keychain/i) },
  });
  expect(await keyState(first.window, id)).toBe('missing');

  await call(first.window, 'profiles.saveKey', { id, key, keep: 'session' });
  expect(await keyState(first.window, id)).toBe('session');
  await call(first.window, 'profiles.test', { id });
  expect(gateway.seen).toContain(`Bearer ${key}`);
  await first.stop();
  expect(await filesHolding(home, key)).toEqual([]);

  const second = await launch({ env: noKeychain });
  expect(await keyState(second.window, id)).toBe('missing');
  await gateway.close();
});
