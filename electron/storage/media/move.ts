/** Moves a file, also to another drive, so that it is complete at one of the two places at any moment. */
import { constants, copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renameDurably, syncFolder, withPartial } from './partial';

type Rename = typeof rename;

/** @param tryRename replaced in tests to act like a rename between drives */
export async function moveAcross(from: string, to: string, tryRename: Rename = rename): Promise<void> {
  try {
    await tryRename(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw cause;
    await copyDurably(from, to);
    await rm(from);
  }
  await Promise.all([syncFolder(dirname(to)), syncFolder(dirname(from))]);
}

/** Complete under its name, or not there at all; an existing file is replaced in one step. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await withPartial(dirname(to), async (partial) => {
    await copyFile(from, partial, constants.COPYFILE_EXCL);
    const file = await open(partial, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await renameDurably(partial, to);
  });
}
