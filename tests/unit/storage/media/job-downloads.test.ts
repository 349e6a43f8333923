/** What is kept of a download: never more than surely came. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createJobDownloads } from '../../../../electron/storage/media/job-downloads';
import { tempFolder } from '../../../support/temp-folder';

const job = '4f0c2a52-54f2-4f0e-9d5b-7a3a5b6c7d8e';
const facts = { url: 'https://files.example/a.png', validator: '"one"', contentType: 'image/png' };

async function* cutAfter(text: string) {
  yield Buffer.from(text);
  throw new Error('the line was cut');
}

test('bytes that a power failure left behind the record are no part of it, also where the next attempt is cut', async () => {
  const root = tempFolder();
  const downloads = createJobDownloads(root);
  const keep = (text: string, fromByte: number) =>
    downloads.keepDownload(job, 0, { ...facts, sizeBytes: 20, fromByte, pieces: cutAfter(text) });
  await expect(keep('abcdef', 0)).rejects.toThrow();
  expect(await downloads.begunDownload(job, 0)).toMatchObject({ bytes: 6, isComplete: false });
  const path = join(root, job, 'download-0.bytes');
  appendFileSync(path, '\0\0\0\0\0\0\0\0');
  await expect(keep('gh', 6)).rejects.toThrow();
  expect(await downloads.begunDownload(job, 0)).toMatchObject({ bytes: 8, isComplete: false });
  expect(readFileSync(path, 'utf8')).toBe('abcdefgh');
});
