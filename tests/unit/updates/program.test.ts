import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Installation, stageReplacement, updateSupport } from '../../../electron/updates/updater';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-program-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const digest = (text: string) => createHash('sha512').update(text).digest('base64');

describe('replacing an AppImage', () => {
  const files = () => {
    const program = path.join(folder, 'Gatehouse.AppImage');
    const downloaded = path.join(folder, 'downloads', 'new.AppImage');
    mkdirSync(path.dirname(downloaded));
    writeFileSync(program, 'old', { mode: 0o755 });
    writeFileSync(downloaded, 'new');
    return { program, downloaded };
  };

  test('leaves the old one until the new one is complete, then takes its place', async () => {
    const { program, downloaded } = files();
    const replacement = await stageReplacement(downloaded, program, digest('new'));
    expect(readFileSync(program, 'utf8')).toBe('old');
    replacement.commit();
    expect(readFileSync(program, 'utf8')).toBe('new');
    expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(readdirSync(folder).sort()).toEqual(['Gatehouse.AppImage', 'downloads']);
  });

  test('refuses a download that changed on the disk, and leaves nothing behind', async () => {
    const { program, downloaded } = files();
    await expect(stageReplacement(downloaded, program, digest('other'))).rejects.toThrow(
      /changed on the disk/,
    );
    expect(readFileSync(program, 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['Gatehouse.AppImage', 'downloads']);
  });
});

test('an AppImage that was moved while it ran is not written to its old place', async () => {
  const downloaded = path.join(folder, 'new.AppImage');
  const program = path.join(folder, 'Gatehouse.AppImage');
  writeFileSync(downloaded, 'new');
  await expect(stageReplacement(downloaded, program, digest('new'))).rejects.toThrow(/was moved from/);
  writeFileSync(program, 'old');
  const replacement = await stageReplacement(downloaded, program, digest('new'));
  rmSync(program);
  expect(() => replacement.commit()).toThrow(/was moved from/);
  replacement.discard();
  expect(readdirSync(folder)).toEqual(['new.AppImage']);
});

describe('who may replace the program', () => {
  const installed = (part: Partial<Installation> = {}): Installation => ({
    platform: 'linux',
    isPackaged: true,
    resources: folder,
    appImage: undefined,
    releases: 'https://gatehouse.test/releases',
    ...part,
  });

  test('an AppImage in a folder of the person replaces itself', () => {
    const appImage = path.join(folder, 'Gatehouse.AppImage');
    writeFileSync(appImage, '');
    expect(updateSupport(installed({ appImage }))).toEqual({ kind: 'self' });
  });

  test('an AppImage that was moved away says so', () => {
    const support = updateSupport(installed({ appImage: path.join(folder, 'gone') }));
    expect(support).toMatchObject({ kind: 'manual', reason: expect.stringContaining('moved or deleted') });
  });

  test.each(['deb', 'rpm'])('a %s belongs to the package manager', (packageType) => {
    writeFileSync(path.join(folder, 'package-type'), `${packageType}\n`);
    expect(updateSupport(installed())).toMatchObject({ kind: 'package-manager', packageType });
  });

  test('an unpacked archive, a run from the source and a build without a server can’t', () => {
    expect(updateSupport(installed()).kind).toBe('manual');
    expect(updateSupport(installed({ isPackaged: false })).kind).toBe('none');
    expect(updateSupport(installed({ releases: null })).kind).toBe('none');
  });
});
