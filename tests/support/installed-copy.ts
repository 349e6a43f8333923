/** Copies of the built app as an AppImage has them: a packaged program behind one file that it may replace. */
import { chmod, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { findElectron } from '../../scripts/lib/find-electron.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

export interface CopyOptions {
  readonly folder: string;
  readonly version: string;
  /** The `updates` of its package. */
  readonly updates: Readonly<Record<string, string>>;
  /** A script that runs before the app, beside it in the copy; none by default. */
  readonly before?: string;
}

/**
 * A runtime with the built app in it, under its own name: Electron takes such a program for a packaged one.
 * @returns the program
 */
export async function makeCopy({ folder, version, updates, before }: CopyOptions): Promise<string> {
  const runtime = path.dirname(findElectron() ?? '');
  const unpacked = path.join(folder, version);
  // Links take no room; another file system needs copies.
  if ((await run('cp', ['-al', runtime, unpacked], { stdio: 'ignore' })) !== 0) {
    await rm(unpacked, { recursive: true, force: true });
    await cp(runtime, unpacked, { recursive: true });
  }
  const program = path.join(unpacked, 'gatehouse');
  await rename(path.join(unpacked, 'electron'), program);
  const app = path.join(unpacked, 'resources', 'app');
  // The runtime may bring an app of its own: to write through a link would change it for every other test.
  await rm(app, { recursive: true, force: true });
  await mkdir(app, { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const main = before === undefined ? manifest.main : 'before.mjs';
  await writeFile(
    path.join(app, 'package.json'),
    JSON.stringify({ ...manifest, version, updates, main, debugging: true }),
  );
  if (before !== undefined)
    await writeFile(path.join(app, main), `${before}\nawait import('./${manifest.main}');\n`);
  for (const name of ['dist', 'node_modules']) await symlink(path.join(root, name), path.join(app, name));
  return program;
}

/**
 * One file that starts a program, as an AppImage does.
 * @param flags for the program
 * @param padding bytes behind the script, which nothing reads
 */
export function appImageOf(program: string, flags: readonly string[], padding: Buffer): Buffer {
  const pid = `${program}.pid`;
  const script = [
    '#!/bin/sh',
    'export APPIMAGE="$(readlink -f "$0")"',
    `echo $$ > '${pid}'`,
    `exec '${program}' ${[...rootFlags, ...flags].join(' ')} "$@"`,
    '',
  ];
  return Buffer.concat([Buffer.from(script.join('\n')), padding]);
}

export async function writeProgram(file: string, content: Buffer): Promise<void> {
  await writeFile(file, content);
  await chmod(file, 0o755);
}

/** Ends what an AppImage started by itself, by the number that it wrote down. */
export async function endProgram(program: string): Promise<void> {
  const pid = Number(await readFile(`${program}.pid`, 'utf8').catch(() => '0'));
  if (pid <= 0) return;
  try {
    process.kill(pid, 'SIGTERM');
    for (;;) {
      process.kill(pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch {
    // It has ended.
  }
}
