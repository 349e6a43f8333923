/** Updates in the real program: every fault of the feed and the disk, then from 0.1.0 to 0.2.0. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect, type Page, test } from 'playwright/test';
import { findElectron } from '../../scripts/lib/find-electron.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { launchElectron, makeHome, removeHome } from '../support/app';
import { attachToPage } from '../support/attach';
import { appImageOf, endProgram, makeCopy, writeProgram } from '../support/installed-copy';
import { callFrom, lastReply, startLongReply } from '../support/long-reply';
import { startLongVideo } from '../support/long-video';
import { startUpdateFeed, type UpdateFeed } from '../support/update-feed';

test.describe.configure({ mode: 'serial', retries: 0 });
test.skip(process.platform !== 'linux', 'an AppImage is a program for Linux');

const fileName = 'Gatehouse-x86_64.AppImage';

let folder: string;
let home: string;
let feed: UpdateFeed;
let programs: { readonly old: string; readonly next: string };
let appImage: string;
let nextImage: Buffer;
let port: number;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-updates-'));
  home = await makeHome();
  feed = await startUpdateFeed();
  port = await freePort();
  const updates = {
    url: feed.url,
    publicKey: feed.publicKey,
    releases: 'https://gatehouse.test/releases/v{version}',
  };
  programs = {
    old: await makeCopy({ folder, updates, version: '0.1.0' }),
    next: await makeCopy({ folder, updates, version: '0.2.0' }),
  };
  appImage = path.join(folder, fileName);
  await writeProgram(appImage, appImageOf(programs.old, [], randomBytes(100_000)));
  nextImage = appImageOf(programs.next, [`--remote-debugging-port=${port}`], randomBytes(3_000_000));
  app = await launchElectron({
    executablePath: appImage,
    env: { ...(process.env as Record<string, string>), GATEHOUSE_HOME: home },
  });
  page = await app.firstWindow();
});
test.afterAll(async () => {
  if (app.process().exitCode === null) await app.close();
  await endProgram(programs.next);
  await feed.close();
  await removeHome(home);
  await rm(folder, { recursive: true, force: true });
});

const section = () => page.getByRole('region', { name: 'Updates' }).last();
const checkNow = () => section().getByRole('button', { name: 'Check now' }).click();
const failure = () => section().getByRole('alert');
const publish = (version: string) =>
  feed.publish({ version, fileName, content: nextImage, notes: '<b>Faster</b>.' });

test('the copies leave the runtime that they were made of unchanged', async () => {
  const runtime = path.dirname(findElectron() ?? '');
  const own = path.join(runtime, 'resources', 'app', 'package.json');
  expect(await readFile(own, 'utf8').catch(() => '')).not.toContain('"gatehouse"');
});

test('nothing is asked before the person agrees; then the settings say that all is new', async () => {
  const question = page.getByRole('region', { name: 'Updates' });
  await expect(question).toContainText('Check for updates automatically?');
  expect(feed.requests).toEqual([]);
  await question.getByRole('button', { name: 'Don’t check' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  publish('0.1.0');
  await checkNow();
  await expect(section().getByRole('status')).toContainText('This is the newest version');
});

test('an older version is no update', async () => {
  publish('0.0.9');
  await checkNow();
  await expect(section().getByRole('status')).toContainText('This is the newest version');
  await expect(section().getByRole('heading', { name: /0\.0\.9/ })).toHaveCount(0);
});

test('a feed that is gone, and one that somebody else signed, are told', async () => {
  feed.remove();
  await checkNow();
  await expect(failure()).toContainText('Couldn’t check for updates');
  await expect(failure()).toContainText('HTTP 404');
  feed.forgeSignature();
  publish('6.6.6');
  await checkNow();
  await expect(failure()).toContainText('isn’t signed by the developers');
  await expect(section().getByRole('heading', { name: /6\.6\.6/ })).toHaveCount(0);
});

test('a signed list that is older than one seen before is refused', async () => {
  feed.signAgain();
  publish('0.2.0');
  await checkNow();
  await expect(section().getByRole('heading', { name: /0\.2\.0/ })).toBeVisible();
  publish('0.1.5');
  await checkNow();
  await expect(failure()).toContainText('answered with an old list (0.1.5)');
  await expect(section().getByRole('heading', { name: /0\.1\.5/ })).toHaveCount(0);
});

test('a tampered file and a full disk are told, and the program stays', async () => {
  const before = await readFile(appImage);
  publish('0.2.0');
  feed.replacePackage(randomBytes(nextImage.length));
  await checkNow();
  await expect(section().locator('pre')).toHaveText('<b>Faster</b>.');
  await section().getByRole('button', { name: 'Download update' }).click();
  await expect(failure()).toContainText('isn’t the one that the signed list names');

  publish('0.2.0');
  const part = await fullDisk();
  await failure().getByRole('button', { name: 'Try again' }).click();
  await expect(failure()).toContainText('The disk is full');
  await rm(part);
  expect((await readFile(appImage)).equals(before)).toBe(true);
});

/** Where a download lies until it is whole. */
function partPath(): string {
  const sha512 = createHash('sha512').update(nextImage).digest('base64');
  const name = createHash('sha256').update(sha512).digest('hex').slice(0, 32);
  return path.join(home, 'updates', 'parts', `${name}.part`);
}

/** Nothing before its first byte. */
const partBytes = () =>
  stat(partPath()).then(
    ({ size }) => size,
    () => 0,
  );

/** What is downloaded goes to a device that has no room. */
async function fullDisk(): Promise<string> {
  const part = partPath();
  await mkdir(path.dirname(part), { recursive: true });
  await symlink('/dev/full', part);
  return part;
}

test('a download that is cut goes on where it was', async () => {
  // What the system has taken and the app has not read yet is lost with the connection.
  feed.cutAfter(1_000_000, 1, () => expect.poll(partBytes).toBe(1_000_000));
  await failure().getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Version 0.2.0 is ready' })).toBeVisible();
  expect(feed.requests.at(-1)).toMatch(/bytes=\d{6,}-$/);
  expect(feed.headers()['x-user-staging-id']).toBeUndefined();
});

test('the restart waits for the reply and the job that run, then 0.2.0 opens the same data in the same tab', async () => {
  const call = callFrom(page);
  const { conversationId } = await startLongReply(call);
  const jobId = await startLongVideo(page);
  await section().getByRole('button', { name: 'Restart to update' }).click();
  await expect(section()).toContainText('Waiting for 1 reply and 1 job to finish');
  await expect(page.getByRole('banner')).toContainText('Update waits for 1 reply and 1 job');
  const ended = once(app.process(), 'exit');
  await call('chat.stop', { messageId: (await lastReply(call, conversationId)).id });
  await expect(section()).toContainText('Waiting for 1 job to finish');
  await expect(page.getByRole('banner')).toContainText('Update waits for 1 job');
  expect((await readFile(appImage)).equals(nextImage)).toBe(false);
  await call('jobs.cancel', { id: jobId });
  await ended;

  const next = await openNext();
  await expect(next.getByRole('region', { name: 'About' })).toContainText('Gatehouse 0.2.0');
  await expect(next.getByRole('list', { name: 'Backups' })).toContainText('Before an update');
  await next.getByRole('link', { name: 'Chat', exact: true }).click();
  await next.getByRole('link', { name: /^Go on/ }).click();
  await expect(next.getByRole('heading', { name: 'The river' }).first()).toBeVisible();
  expect((await readFile(appImage)).equals(nextImage)).toBe(true);
  await next.context().browser()?.close();
});

/** The program that the old one started. */
async function openNext(): Promise<Page> {
  return await attachToPage(`http://127.0.0.1:${port}`);
}
