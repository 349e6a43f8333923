import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSignedList, readSignedList, requireSafeAddress } from '../../../electron/updates/feed';
import { readFeedConfig, releasePage } from '../../../electron/updates/feed-config';
import { listName } from '../../../electron/updates/signed-provider';
import { AppError } from '../../../shared/errors';
import { startUpdateFeed, type UpdateFeed } from '../../support/update-feed';

const name = listName(process.platform);
const release = { version: '0.2.0', fileName: 'Gatehouse.AppImage', content: Buffer.from('new') };

let feed: UpdateFeed;
beforeEach(async () => {
  feed = await startUpdateFeed();
  feed.publish(release);
});
afterEach(() => feed.close());

const config = () => ({
  url: feed.url,
  publicKey: feed.publicKey,
  releases: 'https://gatehouse.test/{version}',
});
const read = (part: Partial<ReturnType<typeof config>> = {}) =>
  readSignedList({ ...config(), ...part }, name, fetch);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? error.data.code : error),
  );

describe('the signed list', () => {
  test('is read where its signature fits the key of the build', async () => {
    expect(await read()).toContain('version: 0.2.0');
  });

  test('is refused where another key signed it', async () => {
    feed.forgeSignature();
    feed.publish({ ...release, version: '9.0.0' });
    expect(await refusalOf(read())).toBe('update_refused');
  });

  test('is refused where a byte of it changed on the way', async () => {
    const changed = async (...[url, init]: Parameters<typeof fetch>) => {
      const response = await fetch(url, init);
      if (String(url).endsWith('.sig')) return response;
      return new Response((await response.text()).replace('0.2.0', '0.3.0'));
    };
    expect(await refusalOf(readSignedList(config(), name, changed))).toBe('update_refused');
  });

  test('of another system can’t stand in its place', async () => {
    const list = Buffer.from(await (await fetch(new URL(name, feed.url))).arrayBuffer());
    const signature = await (await fetch(new URL(`${name}.sig`, feed.url))).text();
    expect(isSignedList(name, list, signature, feed.publicKey)).toBe(true);
    expect(isSignedList('latest-other.yml', list, signature, feed.publicKey)).toBe(false);
  });

  test('says that the server is gone, or has no list', async () => {
    feed.remove();
    expect(await refusalOf(read())).toBe('network_error');
    expect(await refusalOf(read({ url: 'http://127.0.0.1:9/' }))).toBe('network_error');
  });

  test('is refused where it is larger than any list', async () => {
    const large = async () => new Response('x'.repeat(600 * 1024));
    expect(await refusalOf(readSignedList(config(), name, large))).toBe('update_refused');
  });

  test('may come through a redirect to https, never to http', () => {
    const asked = new URL('https://updates.gatehouse.test/latest.yml');
    expect(() => requireSafeAddress('https://cdn.gatehouse.test/latest.yml', asked)).not.toThrow();
    expect(() => requireSafeAddress('http://cdn.gatehouse.test/latest.yml', asked)).toThrow(/unencrypted/);
  });

  test('sends nothing about the person or the installation', async () => {
    await read();
    const { host, connection, 'accept-encoding': _e, 'accept-language': _l, ...rest } = feed.headers();
    expect([host, connection]).toHaveLength(2);
    expect(Object.keys(rest).sort()).toEqual(
      ['accept', 'cache-control', 'pragma', 'sec-fetch-mode', 'user-agent'].sort(),
    );
  });
});

describe('the address of the update server', () => {
  const withManifest = (updates: unknown) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-feed-'));
    try {
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ updates }));
      return readFeedConfig(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const whole = { publicKey: 'AAAA', releases: 'https://gatehouse.test/releases/v{version}' };

  test.each([
    ['https', 'https://updates.gatehouse.test/feed/'],
    ['http on this computer, for tests', 'http://127.0.0.1:8080/'],
  ])('may be %s', (_, url) => {
    expect(withManifest({ ...whole, url })).toMatchObject({ url });
  });

  test.each([
    ['http elsewhere', 'http://updates.gatehouse.test/'],
    ['a name that only begins like this computer', 'http://127.0.0.1.gatehouse.test/'],
    ['a file', 'file:///etc/'],
    ['with a password in it', 'https://me@updates.gatehouse.test/'],
    ['a placeholder', 'https://gatehouse.example/updates/'],
  ])('is not used where it is %s', (_, url) => {
    expect(withManifest({ ...whole, url })).toBeNull();
  });

  test('is not read from the environment or anything but the app’s own package', () => {
    expect(withManifest(undefined)).toBeNull();
    expect(readFeedConfig('/nowhere')).toBeNull();
  });

  test('names a page for each version', () => {
    const page = releasePage({ ...whole, url: 'https://updates.gatehouse.test/' }, '0.1.0');
    expect(page).toBe('https://gatehouse.test/releases/v0.1.0');
  });
});
