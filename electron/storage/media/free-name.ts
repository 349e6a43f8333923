import { access, type FileHandle, link, open, rm, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { joinInside } from './inside';
import { renameDurably, syncFolder, withPartial } from './partial';

const MAX_TRIES = 10_000;

export interface NamingOptions {
  /** Whether a name belongs to a file that is not on the disk now. */
  readonly isTaken?: (name: string) => boolean;
  /** Called before the file may have that name. */
  readonly onName?: (name: string) => Promise<void>;
}

/**
 * Gives a complete file a name in its folder and returns it: the requested one, else `name (2).png`, `name (3).png` and
 * so on. It gets the name together with its content and never another file's, so a kill leaves no empty file. Whether
 * two names are the same is up to the file system.
 * @param path the file under a temporary name of that folder, which it loses
 * @param name a safe name of `shared/media/file-name.ts`, without a folder
 */
export async function giveFreeName(
  path: string,
  folder: string,
  name: string,
  options: NamingOptions = {},
): Promise<string> {
  const given = await linkFreeName(path, folder, name, options);
  if (given === null) return await claimAndRename(path, folder, name, options);
  // The file has its name: what another program keeps from being deleted, a later start tidies.
  await rm(path, { force: true }).catch(() => undefined);
  await syncFolder(folder);
  return given;
}

/**
 * The same for a file that keeps its name too.
 * @returns `null` where the file system has no hard links
 */
export async function linkFreeName(
  path: string,
  folder: string,
  name: string,
  { isTaken, onName }: NamingOptions = {},
): Promise<string | null> {
  for (const candidate of candidates(name)) {
    const target = joinInside(folder, candidate);
    if (isTaken?.(candidate) || (await isThere(target))) continue;
    await onName?.(candidate);
    try {
      await link(path, target);
      return candidate;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      if (!(await isThere(path))) throw error;
      return null;
    }
  }
  throw tooMany(name);
}

/** Where there are no hard links: an empty file holds the name for a moment. */
async function claimAndRename(
  path: string,
  folder: string,
  name: string,
  { isTaken, onName }: NamingOptions,
): Promise<string> {
  const given = await freeName(folder, name, isTaken);
  try {
    await onName?.(given);
    await renameDurably(path, joinInside(folder, given));
  } catch (error) {
    await rm(joinInside(folder, given), { force: true });
    throw error;
  }
  return given;
}

/**
 * Claims a file name in a folder and returns it. An empty file reserves the name, created so that of two concurrent
 * callers only one gets it; the caller overwrites or removes it.
 */
export async function freeName(
  folder: string,
  name: string,
  isTaken: (name: string) => boolean = () => false,
): Promise<string> {
  for (const candidate of candidates(name))
    if (!isTaken(candidate) && (await claim(joinInside(folder, candidate)))) return candidate;
  throw tooMany(name);
}

function* candidates(name: string): Generator<string> {
  const { name: stem, ext } = parse(name);
  yield name;
  for (let count = 2; count <= MAX_TRIES; count += 1) yield `${stem} (${count})${ext}`;
}

const tooMany = (name: string) => new Error(`There are too many files named like ${name}.`);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function claim(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The permissions that new files of a folder get, found by making one. */
export const usualMode = (folder: string): Promise<number> =>
  withPartial(folder, async (path) => {
    const file: FileHandle = await open(path, 'wx');
    await file.close();
    return (await stat(path)).mode & 0o777;
  });
