/** Long results that are written as they come: what the disk refuses of them is not lost. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createJobParts } from '../../../../electron/storage/media/job-parts';
import { createMediaTools } from '../../../../electron/storage/media/later-formats';
import { createMediaFiles } from '../../../../electron/storage/media/library-files';
import { saveStream } from '../../../../electron/storage/media/save';
import type { MediaOrigin } from '../../../../shared/media/media';
import { picture } from '../../../support/media-files';
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
  ['before its last byte', png.length - 1],
])('comes back whole where the disk is full %s', async (_when, room) => {
  disk.room = room;
  const root = tempFolder();
  expect(Buffer.from((await spool(root)) ?? []).equals(png)).toBe(true);
  expect(readdirSync(join(root, 'job'))).toEqual([]);
});

it('is the file it was written to, so that no second copy needs room', async () => {
  disk.room = png.length;
  const root = tempFolder();
  expect(await spool(root)).toBeNull();
  expect(readFileSync(join(root, 'job', '0.png')).equals(png)).toBe(true);
});

it('takes the place of what an earlier attempt left', async () => {
  const root = tempFolder();
  mkdirSync(join(root, 'job'));
  writeFileSync(join(root, 'job', '0.jpg'), 'earlier');
  expect(await spool(root)).toBeNull();
  expect(readdirSync(join(root, 'job'))).toEqual(['0.png']);
});

const origin: MediaOrigin = {
  modality: 'image',
  model: 'm',
  prompt: 'a boat',
  parameters: {},
  extra: {},
  cost: null,
  jobId: 'job',
  createdAt: 0,
};

const samples = Buffer.from(Int16Array.from({ length: 4_000 }, (_, at) => at * 3).buffer);
const rate = 16_000;
async function spoolSamples(root: string) {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield samples;
  }
  const parts = createJobParts(root, { join: async () => undefined });
  const declaredType = `audio/pcm;rate=${rate}`;
  expect(await parts.spool('job', 0, { source: source(), declaredType })).toBeNull();
  return parts;
}

it('becomes a file of the library on a disk that has no room for a second copy', async () => {
  const home = tempFolder();
  const folder = join(home, 'media');
  const tools = createMediaTools(async () => undefined);
  const files = createMediaFiles({ home, defaultFolder: folder, tools, isListed: () => false });
  const image = await picture('png');
  async function* source(): AsyncGenerator<Uint8Array> {
    yield image;
  }
  await files.spoolPart('job', 0, { source: source(), declaredType: null });
  disk.room = 0;
  const destination = { folder, fileNameTemplate: '{model}' };
  const signal = new AbortController().signal;
  const part = await files.openPart('job', 0);
  const saved = await files.save({ ...part, destination, origin, signal });
  await files.dropParts('job');
  expect(saved).toMatchObject({ kind: 'image', bytes: image.length });
  expect(readFileSync(files.pathOf(saved)).equals(image)).toBe(true);
});

it('becomes a WAV file where it is raw samples', async () => {
  const root = tempFolder();
  await spoolSamples(root);
  expect(readdirSync(join(root, 'job'))).toEqual(['0.wav']);
});

it('stays as raw samples with their type where the disk has no room for the WAV file', async () => {
  const root = tempFolder();
  disk.room = samples.length + 99;
  const parts = await spoolSamples(root);
  expect(parts.onDisk('job')).toEqual([0]);
  disk.room = Number.POSITIVE_INFINITY;
  const part = await parts.open('job', 0);
  const folder = tempFolder();
  const saved = await saveStream({ ...part, folder, maxBytes: 1e9, nameFor: () => 'sound.wav' });
  const sound = readFileSync(saved.path);
  expect(sound.readUInt32LE(24)).toBe(rate);
  expect(sound.subarray(44).equals(samples)).toBe(true);
});

it('ends at the limit with a word, and leaves the disk free', async () => {
  const root = tempFolder();
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      given += 1;
      yield png;
    }
  }
  const parts = createJobParts(root, { join: async () => undefined }, { maxBytes: 3 * 1_048_576 });
  await expect(parts.spool('job', 0, { source: endless(), declaredType: null })).rejects.toMatchObject({
    data: { code: 'malformed_response', message: expect.stringContaining('larger than 3 MB, the limit') },
  });
  expect(given).toBeLessThan(700);
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
