/** Long results that are written as they come: what the disk refuses of them is not lost. */
import { readdirSync, readFileSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createJobParts } from '../../../../electron/storage/media/job-parts';
import { tempFolder } from '../../../support/temp-folder';

/** How many bytes the disk accepts; what the writes of the module meet. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  return { ...real, open: (...given: Parameters<typeof real.open>) => limited(real.open(...given)) };
});

async function limited(opening: ReturnType<typeof open>) {
  const file = await opening;
  const write = file.write.bind(file) as (...given: unknown[]) => Promise<{ bytesWritten: number }>;
  return Object.assign(file, {
    write: async (bytes: Uint8Array, offset: number, length: number, at: number | null) => {
      if (disk.room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      const taken = Math.min(length, disk.room);
      disk.room -= taken;
      return await write(bytes, offset, taken, at);
    },
  });
}
afterEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
});

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251)),
]);
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < png.length; at += 700) yield png.subarray(at, at + 700);
}
const spool = (root: string) =>
  createJobParts(root, { join: async () => undefined }).spool('job', 0, {
    source: pieces(),
    declaredType: 'image/png',
  });

it('is a part of its job once it has come, and nothing else is left', async () => {
  const root = tempFolder();
  expect(await spool(root)).toBeNull();
  expect(readdirSync(join(root, 'job'))).toEqual(['0.png']);
  expect(readFileSync(join(root, 'job', '0.png')).equals(png)).toBe(true);
});

it.each([
  ['at once', 0],
  ['in the middle of a piece', 1_000],
  ['when it is to get its name', png.length],
])('comes back whole where the disk is full %s', async (_when, room) => {
  disk.room = room;
  const root = tempFolder();
  expect(Buffer.from((await spool(root)) ?? []).equals(png)).toBe(true);
  expect(readdirSync(join(root, 'job'))).toEqual([]);
});

it('passes the errors of its pieces on', async () => {
  const root = tempFolder();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield png;
    throw new Error('cut');
  }
  const parts = createJobParts(root, { join: async () => undefined });
  await expect(parts.spool('job', 0, { source: broken(), declaredType: null })).rejects.toThrow('cut');
  expect(readdirSync(join(root, 'job'))).toEqual([]);
});
