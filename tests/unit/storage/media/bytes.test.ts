import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgeted, bytesSource, inBlocks, withSource } from '../../../../electron/storage/media/bytes';
import { describeMedia } from '../../../../electron/storage/media/formats/describe';
import { readOrigin } from '../../../../electron/storage/media/formats/origin';
import { video } from '../../../support/media-files';
import { tempFolder } from '../../../support/temp-folder';

const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const plenty = { bytes: 1e9, reads: 1e9 };

describe('a source', () => {
  test('gives the same bytes from memory, from a file and in blocks', async () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, content);
    await withSource(path, async (file) => {
      const sources = [
        bytesSource(content),
        file,
        inBlocks(file, 16, 3),
        budgeted(inBlocks(file, 7, 2), plenty),
      ];
      await fc.assert(
        fc.asyncProperty(fc.nat(1100), fc.nat(60), async (start, length) => {
          for (const source of sources)
            expect(await source.read(start, length)).toEqual(content.slice(start, start + length));
        }),
        { numRuns: 200 },
      );
    });
  });

  test('in blocks is rarely read', async () => {
    let asked = 0;
    const counted = {
      size: content.length,
      read: (start: number, length: number) => {
        asked += 1;
        return bytesSource(content).read(start, length);
      },
    };
    const source = inBlocks(counted, 100, 4);
    for (let at = 0; at < 1000; at += 4) await source.read(at, 4);
    expect(asked).toBe(10);
  });
});

describe('a budget', () => {
  test.each([
    ['bytes', { ...plenty, bytes: 100 }, 25],
    ['reads', { ...plenty, reads: 10 }, 10],
  ])('of %s ends the reading', async (_, budget, reads) => {
    const source = budgeted(bytesSource(content), budget);
    let done = 0;
    const reading = (async () => {
      for (;;) {
        await source.read(0, 4);
        done += 1;
      }
    })();
    await expect(reading).rejects.toThrow('takes too long to read');
    expect(done).toBe(reads);
  });

  test('lets other work run in between', async () => {
    const source = budgeted(bytesSource(content), { ...plenty, reads: 10_000 });
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const endless = async () => {
      for (;;) await source.read(0, 1);
    };
    await expect(endless()).rejects.toThrow();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(30);
  });
});

describe('a file that is made to keep a reader busy', () => {
  test.each([
    ['a WebM with an element that does not end', 'webm', '\x16\x54\xae\x6b', 4, 0],
    ['an MP4 with a billion frames of no length', 'mp4', 'stts', 8, 0x3f],
    ['an MP4 with a billion places', 'mp4', 'stco', 8, 0x3f],
    ['an MP4 of boxes without end', 'mp4', 'trak', -4, 0],
  ] as const)('is given up in time: %s', async (_, container, name, at, fill) => {
    const bytes = Buffer.from(await video(container));
    const place = bytes.lastIndexOf(name, undefined, 'latin1') + at;
    bytes.fill(fill, place, place + 4);
    expect(await describeMedia(bytes, `video/${container}`)).toHaveProperty('durationMs');
    expect(await readOrigin(bytes)).toBeNull();
  });
});
