import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataModule } from '../../../scripts/lib/data-module.mjs';
import { withFileLock } from '../../../scripts/lib/file-lock.mjs';
import { fingerprint, recordBuild, recordedFingerprint } from '../../../scripts/lib/fingerprint.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the build lock', () => {
  it('admits one task at a time', async () => {
    let inside = 0;
    let most = 0;
    const task = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(20);
      inside -= 1;
    };
    const lock = path.join(folder, 'lock');
    await Promise.all([1, 2, 3].map(() => withFileLock(lock, task)));
    expect(most).toBe(1);
  });

  it('is taken over from a process that no longer exists', async () => {
    const lock = path.join(folder, 'lock');
    await writeFile(lock, '999999999');
    expect(await withFileLock(lock, async () => 'in')).toBe('in');
  });

  it('is taken over when its owner was killed before it wrote its name', async () => {
    const lock = path.join(folder, 'lock');
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await withFileLock(lock, async () => 'in')).toBe('in');
  });

  it('is released when the task fails', async () => {
    const lock = path.join(folder, 'lock');
    const failing = withFileLock(lock, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await withFileLock(lock, async () => 'in')).toBe('in');
  });
});

describe('the fingerprint of a build', () => {
  beforeEach(async () => {
    await mkdir(path.join(folder, 'electron', 'core'), { recursive: true });
    await mkdir(path.join(folder, 'dist'));
    await writeFile(path.join(folder, 'electron', 'core', 'core.ts'), 'one');
  });

  it('changes with the contents and the names of the sources, not with their times', async () => {
    const source = path.join(folder, 'electron', 'core', 'core.ts');
    const first = await fingerprint(folder);
    await utimes(source, new Date(0), new Date(0));
    expect(await fingerprint(folder)).toBe(first);
    await writeFile(source, 'two');
    const second = await fingerprint(folder);
    expect(second).not.toBe(first);
    await writeFile(path.join(folder, 'electron', 'added.ts'), '');
    expect(await fingerprint(folder)).not.toBe(second);
  });

  it('is recorded by a build that succeeds, and deleted by one that fails', async () => {
    await recordBuild(folder, async () => undefined);
    expect(await recordedFingerprint(folder)).toBe(await fingerprint(folder));
    await recordBuild(folder, () => Promise.reject(new Error('broken'))).catch(() => undefined);
    expect(await recordedFingerprint(folder)).toBeNull();
  });

  it('counts a source that changed during the build as stale', async () => {
    await recordBuild(folder, () => writeFile(path.join(folder, 'electron', 'core', 'core.ts'), 'later'));
    expect(await recordedFingerprint(folder)).not.toBe(await fingerprint(folder));
  });
});

describe('a module that is a table', () => {
  it('is built as JSON text, and is the same table', async () => {
    const table = ['"', '`', '$', '\\', '\u2028', [161, 3]];
    const code = dataModule(table);
    expect(code).toContain('JSON.parse');
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    expect((await import(url)).default).toEqual(table);
  });
});
