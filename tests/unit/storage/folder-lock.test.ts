import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/storage/db/driver';
import { lockFolder, STALE_MS, whileHeld } from '../../../electron/storage/folder-lock';
import { liveAndDie } from '../../support/killed-process';
import { programOf } from '../../support/programs';
import { tempFolder } from '../../support/temp-folder';

/** The lock of a computer whose locks do not reach this one: its file alone. */
function usedElsewhere(host = 'attic'): string {
  const folder = tempFolder();
  const unlock = lockFolder(folder, 0, { host });
  const file = join(folder, 'in-use.json');
  const text = readFileSync(file, 'utf8');
  unlock();
  expect(existsSync(file)).toBe(false);
  execFileSync('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, file]);
  return folder;
}

describe('a data folder on a network drive', () => {
  test('that another computer is using is refused, naming that computer', () => {
    const folder = usedElsewhere();
    expect(() => lockFolder(folder, 0, { host: 'desk' })).toThrow(/computer “attic”/);
    expect(() => lockFolder(folder, 0, { host: 'desk' })).toThrow(/computer “attic”/);
  });

  test('that a computer left without closing is taken over after it has been silent', () => {
    const folder = usedElsewhere();
    const silentSince = (Date.now() - STALE_MS - 1_000) / 1_000;
    utimesSync(join(folder, 'in-use.json'), silentSince, silentSince);
    onTestFinished(lockFolder(folder, 0, { host: 'desk' }));
    expect(readFileSync(join(folder, 'in-use.json'), 'utf8')).toContain('desk');
  });

  test('that this computer left without closing is taken over at once', () => {
    const folder = usedElsewhere('desk');
    onTestFinished(lockFolder(folder, 0, { host: 'desk' }));
  });
});

test('that another computer took over is no longer written to', async () => {
  const folder = tempFolder();
  const lost = new Promise<string>((resolve) => {
    onTestFinished(lockFolder(folder, 0, { host: 'desk', onLost: resolve, beatMs: 5 }));
  });
  const elsewhere = JSON.stringify({ host: 'attic', pid: 1, since: 0 });
  execFileSync('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', elsewhere, join(folder, 'in-use.json')]);
  const host = await lost;
  expect(host).toBe('attic');
  const opened = openDatabase(join(folder, 'a.db'));
  onTestFinished(() => opened.close());
  let lostTo: string | null = null;
  const database = whileHeld(opened, () => lostTo);
  database.exec('CREATE TABLE t (a)');
  lostTo = host;
  expect(() => database.run('INSERT INTO t VALUES (1)')).toThrow(/computer “attic” has taken over/);
  expect(opened.all('SELECT * FROM t')).toEqual([]);
});

describe('a lock on this computer', () => {
  let program: string;
  beforeAll(async () => {
    program = await programOf('open-database');
  });

  test('excludes other processes, and ends with a process that was killed', async () => {
    const folder = tempFolder();
    const open = () => execFileSync(process.execPath, [program, folder], { encoding: 'utf8' });
    const unlock = lockFolder(folder, 0);
    expect(open()).toBe('busy');
    unlock();
    await liveAndDie(await programOf('hold-lock'), { HOME_FOLDER: folder }, 0);
    expect(existsSync(join(folder, 'in-use.json'))).toBe(true);
    expect(open()).toBe('open');
  });
});
