import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder, prepareDataFolder } from '../../../../electron/data-folder';
import { folderSource } from '../../../../electron/hosts/shared/page/source';
import {
  askForLink,
  readControl,
  removeControl,
  writeControl,
} from '../../../../electron/hosts/web/control-file';
import { readWebOptions, UsageError } from '../../../../electron/hosts/web/options';
import { startWebHost } from '../../../../electron/hosts/web/server';
import { fakeCore } from '../../../support/fake-core';

const secret = 'a control secret of some length';
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-home-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is where GATEHOUSE_HOME says, made absolute', () => {
    expect(dataFolder({ GATEHOUSE_HOME: 'here' }, 'linux', '/home/ada')).toBe(path.resolve('here'));
  });

  it.each([
    ['linux', {}, '/home/ada/.local/share/gatehouse'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/gatehouse'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/gatehouse'],
    ['darwin', {}, '/home/ada/Library/Application Support/Gatehouse'],
  ] as const)('is the system’s folder on %s with %j', (platform, env, expected) => {
    expect(dataFolder(env, platform, '/home/ada')).toBe(expected);
  });

  it('is created for its owner only, and otherwise left unchanged', async () => {
    const folder = path.join(home, 'deep', 'inside');
    prepareDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    prepareDataFolder(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that existed before is closed to others, with the app’s files in it', async () => {
    await chmod(home, 0o755);
    await mkdir(path.join(home, 'attachments'), { mode: 0o755 });
    await mkdir(path.join(home, 'public'), { mode: 0o755 });
    await writeFile(path.join(home, 'gatehouse.db'), '', { mode: 0o644 });
    await symlink('/etc/hosts', path.join(home, 'link'));
    prepareDataFolder(home);
    const modes = ['', 'attachments', 'gatehouse.db', 'public'].map(
      async (name) => (await stat(path.join(home, name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600, 0o755]);
  });

  it('that others share on purpose keeps its permissions', async () => {
    await chmod(home, 0o1777);
    prepareDataFolder(home);
    expect((await stat(home)).mode & 0o7777).toBe(0o1777);
  });

  it('that isn’t writable is named, with what to do', async () => {
    const file = path.join(home, 'file');
    await writeFile(file, '');
    expect(() => prepareDataFolder(path.join(file, 'folder'))).toThrow(/can’t be written to.*GATEHOUSE_HOME/);
  });
});

describe('a second start', () => {
  const start = () =>
    startWebHost({ core: fakeCore(), page: folderSource(home), port: 0, controlSecret: secret, home });

  it('gets a link from the host that runs on the same data folder', async () => {
    const host = await start();
    try {
      await writeControl(home, { port: host.port, secret, pid: process.pid });
      expect(await askForLink(home, fetch)).toMatch(`http://127.0.0.1:${host.port}/open#`);
    } finally {
      await host.close();
    }
  });

  it.each([
    ['wrong secret', { secret: 'x'.repeat(20), pid: process.pid }],
    ['process that is gone', { secret, pid: 999_999_999 }],
  ])('ignores a file with a %s', async (_, rest) => {
    const host = await start();
    try {
      await writeControl(home, { port: host.port, ...rest });
      expect(await askForLink(home, fetch)).toBeNull();
    } finally {
      await host.close();
    }
  });

  it('ignores a file without a host at its port, a broken one and a missing one', async () => {
    expect(await askForLink(home, fetch)).toBeNull();
    await writeControl(home, { port: 1, secret, pid: process.pid });
    expect(await askForLink(home, fetch)).toBeNull();
    await writeFile(path.join(home, 'web-host.json'), '{');
    expect(await askForLink(home, fetch)).toBeNull();
  });

  it('is not redirected by another program on that port', async () => {
    await writeControl(home, { port: 4310, secret, pid: process.pid });
    const elsewhere = async () => Response.json({ url: 'http://evil.example/open#x' });
    expect(await askForLink(home, elsewhere)).toBeNull();
  });
});

describe('the control file', () => {
  it('is readable by its owner only', async () => {
    await writeControl(home, { port: 4310, secret, pid: process.pid });
    const file = path.join(home, 'web-host.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ port: 4310, secret, pid: process.pid });
    expect(await readdir(home)).toEqual(['web-host.json']);
  });

  it('is deleted by the process it belongs to, and by no other', async () => {
    await writeControl(home, { port: 4310, secret, pid: 7 });
    await removeControl(home, 8);
    expect(await readControl(home)).not.toBeNull();
    await removeControl(home, 7);
    expect(await readControl(home)).toBeNull();
  });
});

describe('the flags of the browser host', () => {
  it('are parsed', () => {
    expect(readWebOptions(['--web', '--port', '4310', '--no-open', '--json'])).toEqual({
      port: 4310,
      open: false,
      json: true,
    });
    expect(readWebOptions([])).toEqual({ port: 0, open: true, json: false });
  });

  it.each([
    [['--prot', '1']],
    [['--port']],
    [['--port', 'x']],
    [['--port', '65536']],
    [['--port=-1']],
    [['extra']],
  ])('are refused with a sentence: %j', (argv) => {
    expect(() => readWebOptions(argv)).toThrow(UsageError);
  });
});
