/** The data folder: one place for everything the app keeps, the same for both hosts. */
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { AppError } from '../shared/errors';

/** `GATEHOUSE_HOME`, else the system's folder for data of applications. Always absolute. */
export function dataFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.GATEHOUSE_HOME) return path.resolve(env.GATEHOUSE_HOME);
  switch (platform) {
    case 'win32':
      return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Gatehouse');
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Gatehouse');
    default:
      return path.join(absolute(env.XDG_DATA_HOME) ?? path.join(home, '.local', 'share'), 'gatehouse');
  }
}

/**
 * Where results go as long as the person has not chosen: a folder they find by themselves, or one of a data folder
 * that was named, which then holds everything.
 */
export function mediaFolder(
  data: string,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  return env.GATEHOUSE_HOME ? path.join(data, 'media') : path.join(home, 'Gatehouse');
}

/**
 * Makes the folder where it is missing, for its owner alone, and writes in it once to be sure. Not a promise: Electron
 * must be told of the folder before it is ready.
 * @throws {AppError} `storage_readonly`, with a message a person can act on
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    // A real write: permission bits do not tell of read-only file systems and access lists.
    rmdirSync(mkdtempSync(path.join(folder, '.probe-')));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError(
      {
        code: 'storage_readonly',
        message: `The data folder ${folder} can't be written to (${reason}). Set GATEHOUSE_HOME to a folder that can.`,
      },
      { cause: error },
    );
  }
}

/** Level by level: the recursive way of Node never returns where a file system answers ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.isAbsolute(folder) ? folder : null;
}
