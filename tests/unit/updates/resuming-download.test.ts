import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Download, downloadFile, onDisk } from '../../../electron/updates/resuming-download';
import { AppError } from '../../../shared/errors';
import { startUpdateFeed, type UpdateFeed } from '../../support/update-feed';

const content = randomBytes(400_000);
const sha512 = createHash('sha512').update(content).digest('base64');
const fileName = 'Gatehouse.AppImage';

let feed: UpdateFeed;
let folder: string;
beforeEach(async () => {
  feed = await startUpdateFeed();
  feed.publish({ version: '0.2.0', fileName, content });
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-download-'));
});
afterEach(async () => {
  await feed.close();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => path.join(folder, 'whole');
const download = (part: Partial<Download> = {}) =>
  downloadFile(
    {
      url: new URL(fileName, feed.url),
      sha512,
      bytes: content.length,
      target: target(),
      folder: path.join(folder, 'parts'),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...part,
    },
    { fetch, pauseMs: 1 },
  );
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? error.data.code : error),
  );
const ranges = () => feed.requests.filter((line) => line.includes(fileName));

test('a download that is cut twice goes on where it was', async () => {
  feed.cutAfter(100_000, 2);
  await download();
  expect(readFileSync(target()).equals(content)).toBe(true);
  expect(ranges()).toHaveLength(3);
  expect(ranges()[2]).toMatch(/bytes=\d{5,}-$/);
});

test('what one start of the app left is continued by the next', async () => {
  feed.cutAfter(150_000, 100);
  const controller = new AbortController();
  const onProgress = (done: number) => done >= 150_000 && controller.abort();
  await expect(download({ signal: controller.signal, onProgress })).rejects.toThrow();
  expect(readdirSync(path.join(folder, 'parts'))).toHaveLength(1);
  feed.cutAfter(0, 0);
  await download();
  expect(readFileSync(target()).equals(content)).toBe(true);
  expect(ranges().at(-1)).toContain('bytes=');
});

test('a connection that never gets further is given up, and the part stays', async () => {
  feed.cutAfter(1000, 1);
  await download({ onProgress: () => undefined, signal: AbortSignal.timeout(1) }).catch(() => undefined);
  feed.cutAfter(0, 1000);
  expect(await refusalOf(download())).toBe('network_error');
  expect(existsSync(target())).toBe(false);
});

test('another file than the listed one is refused, and deleted', async () => {
  feed.replacePackage(randomBytes(content.length));
  expect(await refusalOf(download())).toBe('update_refused');
  expect(existsSync(target())).toBe(false);
  expect(readdirSync(path.join(folder, 'parts'))).toEqual([]);
});

test('a file that grows beyond its listed size is stopped there', async () => {
  feed.replacePackage(Buffer.concat([content, content]));
  expect(await refusalOf(download())).toBe('update_refused');
});

test('a part of another version is deleted', async () => {
  mkdirSync(path.join(folder, 'parts'));
  writeFileSync(path.join(folder, 'parts', 'old.part'), 'old');
  await download();
  expect(readdirSync(path.join(folder, 'parts'))).toEqual([]);
});

test('a part that was damaged on the disk is not used', async () => {
  feed.cutAfter(150_000, 100);
  const controller = new AbortController();
  const onProgress = (done: number) => done >= 150_000 && controller.abort();
  await download({ signal: controller.signal, onProgress }).catch(() => undefined);
  const [part = ''] = readdirSync(path.join(folder, 'parts'));
  writeFileSync(path.join(folder, 'parts', part), randomBytes(150_000));
  feed.cutAfter(0, 0);
  expect(await refusalOf(download())).toBe('update_refused');
  await download();
  expect(readFileSync(target()).equals(content)).toBe(true);
});

test('a full disk is named, with what to do', async () => {
  const full = () => writeFileSync('/dev/full', 'x');
  const failure = onDisk('/the/folder', async () => full());
  await expect(failure).rejects.toMatchObject({ data: { code: 'storage_full' } });
  await expect(failure).rejects.toThrow(/Free some space/);
});

test('progress counts what an earlier part holds', async () => {
  feed.cutAfter(100_000, 1);
  const seen: number[] = [];
  await download({ onProgress: (done) => seen.push(done) });
  expect(seen.every((done, at) => at === 0 || done >= (seen[at - 1] ?? 0))).toBe(true);
  expect(seen.at(-1)).toBe(content.length);
});
