/** Results of `gatehouse run` on a disk that is full. */
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeResults } from '../../../electron/run-files';
import { tempFolder } from '../../support/temp-folder';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const writeFileSync: typeof real.writeFileSync = (file, data, ...more) => {
    if (!disk.isFull || typeof file !== 'number') return real.writeFileSync(file, data, ...more);
    real.writeSync(file, String(data).slice(0, 4));
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  return { ...real, writeFileSync };
});

let folder: string;
let name: string;
beforeEach(() => {
  disk.isFull = false;
  folder = tempFolder();
  name = join(folder, 'results.csv');
  writeFileSync(name, 'the results of yesterday');
});

test('an earlier file stays as it was, and nothing is left beside it', () => {
  chmodSync(name, 0o600);
  disk.isFull = true;
  expect(() => writeResults(name, 'those of today')).toThrow();
  expect(readFileSync(name, 'utf8')).toBe('the results of yesterday');
  expect(readdirSync(folder)).toEqual(['results.csv']);
  disk.isFull = false;
  writeResults(name, 'those of today');
  expect(readFileSync(name, 'utf8')).toBe('those of today');
  expect(statSync(name).mode & 0o777).toBe(0o600);
});

test('a new file is not there in part', () => {
  const fresh = join(folder, 'new.csv');
  disk.isFull = true;
  expect(() => writeResults(fresh, 'those of today')).toThrow();
  expect(existsSync(fresh)).toBe(false);
});

test('a file of several names keeps them', () => {
  const other = join(folder, 'other.csv');
  linkSync(name, other);
  writeResults(name, 'those of today');
  expect(readFileSync(other, 'utf8')).toBe('those of today');
});
