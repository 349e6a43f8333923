/** The only way to build a file's path: none leads out of its folder. */
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { deviceName } from '../../../shared/media/file-name';
import type { MediaPlace } from '../../core/ports/media-files';

/**
 * Characters that no name of this app contains, and that mean something to some system: a drive, a stream, a separator.
 */
const FOREIGN = /[\\:\0]/;

/** Windows drops these from the end of a name: such a name would mean another file. */
const DROPPED = /[. ]$/;

/**
 * The path of a file inside a folder. Refuses instead of cleaning up: a name that needs cleaning was not made by this
 * app. Links are followed, since you may keep large files on another drive; the app itself never creates one.
 * @param name relative, with parts separated by `/`
 * @throws AppError `invalid_input` for a name that leads out of the folder
 */
export function joinInside(folder: string, name: string): string {
  const parts = name.split('/');
  if (FOREIGN.test(name) || parts.some(isForeign)) {
    throw new AppError({
      code: 'invalid_input',
      message: `“${name}” is not the name of a file in its folder.`,
    });
  }
  return join(folder, ...parts);
}

/** Whether another result than `id` has that place in the library, also where its file is gone. */
export type IsListed = (place: MediaPlace, id?: string) => boolean;

/** The path of a result. */
export const pathOf = ({ folder, fileName }: MediaPlace): string => joinInside(folder, fileName);

/** Also true for `.` and `..`. */
const isForeign = (part: string): boolean => part === '' || DROPPED.test(part) || deviceName.test(part);

/** Ids are the app's own, but they name files: anything else in one is refused. */
export function checkedId(id: string, message = 'This file is not in the library.'): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new AppError({ code: 'not_found', message });
}

/** The same for files that are named by the SHA-256 of their bytes. */
export function checkedHash(id: string): string {
  if (/^[0-9a-f]{64}$/.test(id)) return id;
  throw new AppError({ code: 'not_found', message: 'This file is not in the data folder.' });
}

/** Thumbnails of results and of attached images, in the app's data folder. */
export const thumbnailFolder = (home: string): string => join(home, 'thumbnails');

/** @param name checked: the id of a result, or the hash of an image */
export const thumbnailPathIn = (home: string, name: string): string =>
  joinInside(thumbnailFolder(home), `${name}.webp`);
