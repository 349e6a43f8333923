/** Puts a new AppImage in the place of the old one: the old file is there until the new one is complete. */
import { constants, rmSync, statSync } from 'node:fs';
import { chmod, copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/errors';
import { renameDurably } from '../storage/durable';
import { onDisk, sha512Of } from './resuming-download';

export interface Replacement {
  /** Takes the place of the program in one step. @throws the disk's error; the old program stays then */
  commit(): void;
  discard(): void;
}

/**
 * Copies the downloaded file into the folder of the program and checks it there: another file system may be full, or
 * read what was written otherwise.
 * @param sha512 base64
 * @throws AppError `update_refused` where the program was moved while it ran, `storage_full`, `storage_readonly`; nothing is left behind then
 */
export async function stageReplacement(
  downloaded: string,
  program: string,
  sha512: string,
): Promise<Replacement> {
  requireProgram(program);
  const staged = path.join(path.dirname(program), `.${path.basename(program)}.new`);
  try {
    await onDisk(path.dirname(program), async () => {
      await rm(staged, { force: true });
      await copyFile(downloaded, staged, constants.COPYFILE_FICLONE);
      await chmod(staged, 0o755);
      const file = await open(staged, 'r+');
      await file.sync().finally(() => file.close());
    });
    if ((await sha512Of(staged)) !== sha512) throw changed();
  } catch (error) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw error;
  }
  return {
    commit() {
      requireProgram(program);
      renameDurably(staged, program);
    },
    discard: () => rmSync(staged, { force: true }),
  };
}

const changed = (): AppError =>
  new AppError({
    code: 'update_refused',
    message:
      'The downloaded update changed on the disk, so it was not installed. Check for updates again to download it once more.',
  });

/** A new file in the old place would be a second copy, and the one that is started would stay old. */
function requireProgram(program: string): void {
  if (statSync(program, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new AppError({
    code: 'update_refused',
    message: `Gatehouse was moved from ${program} while it was running, so nothing was installed. Quit, start it from its new place, then update.`,
  });
}
