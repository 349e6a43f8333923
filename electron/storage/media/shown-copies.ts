/** Copies of files that browsers show or play otherwise than the file says; what is saved is always the file itself. */

import { rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inBlocks, withSource } from './bytes';
import type { Upright } from './clean-image';
import { endOfTags } from './formats/mp3/id3';
import { isInfoFrame } from './formats/mp3/info';
import { joinMp3 } from './formats/mp3/join';
import { imageOrientation } from './formats/orientation';
import { checkedId, joinInside } from './inside';
import { makePrivateFolder, withPartial, writeFileDurably } from './partial';

export interface ShownCopies {
  /** The path of a copy; `null` where the file needs none, or none can be made. Never rejects. */
  pathFor(id: string, path: string, contentType: string): Promise<string | null>;
  /** Deletes the copy of a file that is gone for good. */
  drop(id: string): Promise<void>;
}

/** Writes a copy; false where the file needs none. */
type MakeCopy = (source: string, destination: string) => Promise<boolean>;

/** A longer MP3 is played as it is: half a day. */
const MAX_MP3_BYTES = 512 * 1024 * 1024;
/** More than any layer III frame. */
const FRAME_BYTES = 3_000;

/**
 * Each is made when it is first shown, and lasts until the app is started again.
 * @param upright absent where nothing can decode images
 */
export function createShownCopies(home: string, upright: Upright | undefined): ShownCopies {
  const folder = join(home, 'shown');
  // Left by an earlier run.
  rmSync(folder, { recursive: true, force: true });
  const makers: Readonly<Record<string, MakeCopy>> = {
    'image/webp': async (source, destination) => {
      if (!upright || (await orientationOf(source)) === 1) return false;
      await upright(source, destination);
      return true;
    },
    'audio/mpeg': (source, destination) => withLength(folder, source, destination),
  };
  const copies = new Map<string, Promise<string | null>>();
  const make = async (id: string, path: string, maker: MakeCopy) => {
    await makePrivateFolder(folder);
    const copy = joinInside(folder, checkedId(id));
    return (await maker(path, copy)) ? copy : null;
  };
  return {
    async pathFor(id, path, contentType) {
      const maker = makers[contentType];
      if (maker === undefined) return null;
      const known = copies.get(id) ?? make(id, path, maker).catch(() => null);
      copies.set(id, known);
      return known;
    },
    async drop(id) {
      const path = await copies.get(id);
      copies.delete(id);
      if (path) await rm(path, { force: true });
    },
  };
}

/** Browsers turn JPEG, PNG and AVIF themselves, but no WebP. */
const orientationOf = (path: string): Promise<number> =>
  withSource(path, (file) => imageOrientation(inBlocks(file), 'image/webp'));

/**
 * An MP3 whose first frame does not state its length: a browser takes the bitrate of the first moments for all, and is
 * wrong by any factor, also about where it seeks to. The same frames follow one that states it.
 */
async function withLength(folder: string, source: string, destination: string): Promise<boolean> {
  if ((await stat(source)).size > MAX_MP3_BYTES) return false;
  const isStated = await withSource(source, async (file) => {
    const start = await endOfTags(file);
    return isInfoFrame(await file.read(start, FRAME_BYTES));
  });
  if (isStated) return false;
  await withPartial(folder, async (partial) => {
    await writeFileDurably(partial, (file) => joinMp3([source], file));
    await rename(partial, destination);
  });
  return true;
}
