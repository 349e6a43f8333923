import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createJobParts } from '../../../../electron/storage/media/job-parts';
import { tempFolder } from '../../../support/temp-folder';

async function readPart(root: string, jobId: string): Promise<void> {
  const parts = createJobParts(root, { join: async () => undefined });
  const { source } = await parts.open(jobId, 0);
  if (!(source instanceof Uint8Array)) for await (const _ of source);
}

it('a stored result that the disk can’t read is an error with a next step, and not a lost one', async () => {
  const root = tempFolder();
  // What is a folder can't be read as a file, nor what is a file as a folder.
  mkdirSync(join(root, 'unreadable', '0.png'), { recursive: true });
  writeFileSync(join(root, 'no-folder'), '');
  const expected = { code: 'storage_failed', message: expect.stringContaining('try again') };
  await expect(readPart(root, 'unreadable')).rejects.toMatchObject({ data: expected });
  await expect(readPart(root, 'no-folder')).rejects.toMatchObject({ data: expected });
});

it('a stored result that is gone is said to be', async () => {
  await expect(readPart(tempFolder(), 'never-stored')).rejects.toMatchObject({ data: { code: 'not_found' } });
});
