import { access, copyFile, mkdir, rename as move, rm } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { safeFileName } from '../../../shared/file-name';
import type { MediaFiles, MediaPlace } from '../../core/job-ports';
import { diskError } from './disk-error';
import { freeName } from './free-name';
import { withPartial } from './partial';

/**
 * What can be done to a saved file. A removed one waits in `trash` until the app opens again, so that the removal can
 * be undone.
 */
export function createKeptFiles(
  trash: string,
): Pick<MediaFiles, 'exists' | 'rename' | 'putAside' | 'restore' | 'purge' | 'copyTo'> {
  const asideOf = (id: string) => join(trash, id);
  return {
    exists: ({ folder, fileName }) => isThere(join(folder, fileName)),
    async rename({ folder, fileName }, wished) {
      const { ext } = parse(fileName);
      const name = safeFileName(wished, ext.slice(1));
      if (name === fileName) return fileName;
      return await onDisk(folder, () => moveTo(join(folder, fileName), folder, name));
    },
    async putAside(id, { folder, fileName }) {
      await onDisk(folder, async () => {
        await mkdir(trash, { recursive: true });
        // A file that is gone already needs no putting aside; its row still goes.
        if (await isThere(join(folder, fileName))) await moveAcross(join(folder, fileName), asideOf(id));
      });
    },
    async restore(id, { folder, fileName }: MediaPlace) {
      if (!(await isThere(asideOf(id)))) return fileName;
      return await onDisk(folder, async () => {
        await mkdir(folder, { recursive: true });
        return await moveTo(asideOf(id), folder, fileName);
      });
    },
    purge: (id) => rm(asideOf(id), { force: true }),
    async copyTo(path, destination) {
      if (!(await isThere(path))) throw gone();
      if (resolve(path) === resolve(destination)) return;
      await withPartial(dirname(destination), async (partial) => {
        await copyFile(path, partial);
        await move(partial, destination);
      });
    },
  };
}

async function moveTo(path: string, folder: string, wished: string): Promise<string> {
  if (!(await isThere(path))) throw gone();
  const name = await freeName(folder, wished);
  await moveAcross(path, join(folder, name));
  return name;
}

const gone = () => new AppError({ code: 'not_found', message: 'The file is no longer on the disk.' });

/** A rename, also between drives. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await move(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw cause;
    await copyFile(from, to);
    await rm(from);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function onDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw diskError(cause, folder);
  }
}
