/** The data folder: one place for everything the app stores, the same for both hosts. */
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { AppError } from '../shared/errors';

/** `GATEHOUSE_HOME`, otherwise the system's folder for application data. Always absolute. */
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
 * The folder for results until you choose one: a folder that is easy to find. A data folder set by `GATEHOUSE_HOME`
 * holds its results itself, so that it holds everything.
 */
export function mediaFolder(
  data: string,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  return env.GATEHOUSE_HOME ? path.join(data, 'media') : path.join(home, 'Gatehouse');
}

/**
 * Creates the folder where it is missing, restricts it to its owner, and writes in it once as a test. Synchronous:
 * Electron must know the folder before it is ready.
 * @throws {AppError} `storage_readonly`, with a message that says what to do
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    // A real write: permission bits do not show read-only file systems and access lists.
    rmdirSync(mkdtempSync(path.join(folder, '.probe-')));
    makePrivate(folder);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError(
      {
        code: 'storage_readonly',
        message: `The data folder ${folder} can’t be written to (${reason}). Set GATEHOUSE_HOME to a folder that can.`,
      },
      { cause: error },
    );
  }
}

/**
 * The folder and its direct entries. Deeper levels are not checked at every start, since others can't enter a folder
 * that is closed to them. A folder that is shared on purpose (`/tmp`), or that belongs to another user, stays as it is.
 */
function makePrivate(folder: string): void {
  const { mode, uid } = lstatSync(folder);
  if (process.platform === 'win32' || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return;
  tighten(folder);
  for (const name of readdirSync(folder).filter((one) => OURS.test(one))) tighten(path.join(folder, name));
}

/** A folder set by `GATEHOUSE_HOME` may hold other things too; those stay as they are. */
const OURS =
  /^(gatehouse[.-]|lock\.db|(attachments|backups|crashes|desktop|exports|imports|logs|media|parts|sandbox|shown|thumbnails|trash)$)/;

const STICKY = 0o1000;

function tighten(place: string): void {
  try {
    const found = lstatSync(place);
    if (found.isSymbolicLink()) return;
    const closed = found.mode & 0o700;
    if ((found.mode & 0o777) !== closed) chmodSync(place, closed);
  } catch {
    // Deleted meanwhile, or a file system without permissions.
  }
}

/** Level by level: Node's recursive `mkdir` never returns where a file system answers ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.isAbsolute(folder) ? folder : null;
}
