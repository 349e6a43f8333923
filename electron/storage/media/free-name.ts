import { open } from 'node:fs/promises';
import { parse } from 'node:path';
import { joinInside } from './inside';

const MAX_TRIES = 10_000;

/**
 * Claims a file name in a folder and returns it: the requested one, else `name (2).png`, `name (3).png` and so on. An
 * empty file reserves the name, created so that of two concurrent callers only one gets it; the caller overwrites or
 * removes it. Whether two names are the same is up to the file system.
 * @param name a safe name of `shared/media/file-name.ts`, without a folder
 * @param isTaken whether a name belongs to a file that is not on the disk now
 */
export async function freeName(
  folder: string,
  name: string,
  isTaken: (name: string) => boolean = () => false,
): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let count = 1; count <= MAX_TRIES; count += 1) {
    const candidate = count === 1 ? name : `${stem} (${count})${ext}`;
    if (!isTaken(candidate) && (await claim(joinInside(folder, candidate)))) return candidate;
  }
  throw new Error(`There are too many files named like ${name}.`);
}

async function claim(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
