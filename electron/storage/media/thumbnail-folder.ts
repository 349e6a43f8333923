import { join } from 'node:path';
import { joinInside } from './inside';

/** Thumbnails of results and of attached images, in the app's data folder. */
export const thumbnailFolder = (home: string): string => join(home, 'thumbnails');

/** @param name checked: the id of a result, or the hash of an image */
export const thumbnailPathIn = (home: string, name: string): string =>
  joinInside(thumbnailFolder(home), `${name}.webp`);
