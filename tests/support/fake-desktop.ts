/** Programs that imitate a Linux desktop: they record their command lines. */
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface FakeDesktop {
  /** The environment of a process that finds these programs first. */
  readonly env: Readonly<Record<string, string>>;
  /** Every command line that opened something, in order. */
  opened(): Promise<readonly string[]>;
}

/** @param browser the system's default one, such as `firefox.desktop` */
export async function fakeDesktop(browser: string): Promise<FakeDesktop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-desktop-'));
  const log = path.join(folder, 'opened');
  const write = async (name: string, script: string) => {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o700);
  };
  await write('xdg-open', `tr '\\0' ' ' < /proc/$$/cmdline >> '${log}'; echo >> '${log}'`);
  await write('xdg-settings', `echo '${browser}'`);
  await writeFile(log, '');
  return {
    env: { PATH: `${folder}:${process.env.PATH}`, DISPLAY: process.env.DISPLAY ?? ':0' },
    opened: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}
