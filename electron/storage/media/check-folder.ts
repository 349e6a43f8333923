/** Whether results can be saved in a folder. */
import { mkdir, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError } from '../../../shared/errors';
import { diskError } from './disk-error';
import { withPartial, writeFileDurably } from './partial';

/**
 * Tested by writing: permissions, read-only mounts and a file of that name all show only then.
 * @param isChosen in a dialog of the system, or in use already. Windows signs in at another computer as soon as a path
 * names one, so a page alone can't name any.
 * @throws AppError `invalid_input`
 */
export async function checkFolder(
  folder: string,
  isChosen: boolean,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'win32' && /^[\\/]{2}/.test(folder) && !isChosen)
    throw refusal(
      'A folder of another computer is chosen with “Choose…” in the desktop app. Elsewhere connect it as a drive first.',
    );
  if (!isAbsolute(folder)) throw refusal('Enter the full path of the folder.');
  try {
    await mkdir(folder, { recursive: true });
    await withPartial(folder, (path) => writeFileDurably(path, async () => undefined));
    if (!(await stat(folder)).isDirectory()) throw refusal(`${folder} is not a folder.`);
  } catch (cause) {
    const error = diskError(cause, folder);
    throw error instanceof AppError ? refusal(error.data.message) : error;
  }
}

const refusal = (message: string) => new AppError({ code: 'invalid_input', field: 'mediaFolder', message });
