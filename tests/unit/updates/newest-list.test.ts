import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareVersions, requireNotOlder } from '../../../electron/updates/newest-list';
import { tempFolder } from '../../support/temp-folder';

const refusal = (work: Promise<void>) =>
  work.then(
    () => null,
    (error) => error.data.code as string,
  );

describe('a signed list', () => {
  test('that was replaced by a newer one is refused from then on, by version and by date', async () => {
    const folder = path.join(tempFolder(), 'updates');
    const monday = { version: '1.10.0', releaseDate: '2026-11-23T10:00:00.000Z' };
    await requireNotOlder(folder, { version: '1.9.0', releaseDate: '2026-11-25T10:00:00.000Z' }, '1.8.0');
    await requireNotOlder(folder, monday, '1.8.0');
    await requireNotOlder(folder, monday, '1.8.0');
    const old = [
      { version: '1.9.0', releaseDate: '2026-12-24T10:00:00.000Z' },
      { version: '1.10.0-beta.2' },
      { version: '1.10.0', releaseDate: '2026-11-22T10:00:00.000Z' },
    ];
    for (const list of old)
      expect(await refusal(requireNotOlder(folder, list, '1.8.0'))).toBe('update_refused');
    await requireNotOlder(folder, { version: '1.10.0', releaseDate: '2026-11-24T10:00:00.000Z' }, '1.8.0');
    expect(JSON.parse(await readFile(path.join(folder, 'newest-list.json'), 'utf8'))).toEqual({
      version: '1.10.0',
      releaseDate: '2026-11-24T10:00:00.000Z',
    });
  });

  test('that is older hides nothing from a program that is as new as the newest', async () => {
    const folder = tempFolder();
    await requireNotOlder(folder, { version: '1.10.0' }, '1.10.0');
    await requireNotOlder(folder, { version: '1.9.0' }, '1.10.0');
    expect(await refusal(requireNotOlder(folder, { version: '1.9.0' }, '1.8.0'))).toBe('update_refused');
  });

  test('is read where the memory is damaged or can’t be written', async () => {
    const folder = tempFolder();
    await writeFile(path.join(folder, 'newest-list.json'), '{');
    await requireNotOlder(folder, { version: '1.0.0' }, '1.8.0');
    const blocked = path.join(tempFolder(), 'file');
    await writeFile(blocked, '');
    await requireNotOlder(path.join(blocked, 'updates'), { version: '1.0.0' }, '1.8.0');
  });
});

test.each([
  ['1.0.0', '0.9.9'],
  ['1.10.0', '1.9.0'],
  ['1.0.0', '1.0.0-rc.1'],
  ['1.0.0-rc.10', '1.0.0-rc.2'],
  ['1.0.0-rc.1', '1.0.0-beta.9'],
  ['1.0.0-rc.1', '1.0.0-rc'],
  ['1.0.0-a', '1.0.0-1'],
])('%s is newer than %s', (newer, older) => {
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(`${newer}+a`, newer)).toBe(0);
});
