/** Copies of files that browsers show or play otherwise than the file says; what is saved is always the file itself. */
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInfoFrame } from '../../../shared/media/mp3-frame';
import { shownAsPng } from '../../../shared/media/shown-as-png';
import { inBlocks, withSource } from './bytes';
import { joinMp3 } from './formats/mp3/join';
import { endOfTags } from './formats/mp3/tag';
import { imageOrientation } from './formats/orientation';
import { checkedId, joinInside } from './inside';
import { makePrivateFolder, withPartial, writeFileDurably } from './partial';
import { tidyAway } from './tidy-away';
import type { MediaTools } from './tools';

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

/** Of all copies; those that were shown longest ago are made again when they are shown. */
const MAX_COPIES_BYTES = 1024 * 1024 * 1024;

interface Copy {
  readonly path: Promise<string | null>;
  /** 0 while it is made. */
  bytes: number;
}

/** Each is made when it is first shown, and lasts at most until the app is started again. */
export function createShownCopies(
  home: string,
  { upright, show }: Pick<MediaTools, 'upright' | 'show'>,
  { maxBytes = MAX_COPIES_BYTES }: { readonly maxBytes?: number } = {},
): ShownCopies {
  const folder = join(home, 'shown');
  // Left by an earlier run.
  tidyAway(folder);
  const makers: Readonly<Record<string, MakeCopy>> = {
    'image/webp': async (source, destination) => {
      if (!upright || (await orientationOf(source)) === 1) return false;
      await upright(source, destination);
      return true;
    },
    ...Object.fromEntries(shownAsPng.map((type) => [type, drawn(show)])),
    'audio/mpeg': (source, destination) => withLength(folder, source, destination),
  };
  /** What was shown last comes last. */
  const copies = new Map<string, Copy>();
  const make = async (id: string, path: string, maker: MakeCopy): Promise<string | null> => {
    await makePrivateFolder(folder);
    const copy = joinInside(folder, checkedId(id));
    return (await maker(path, copy)) ? copy : null;
  };
  const drop = async (id: string): Promise<void> => {
    const path = await copies.get(id)?.path;
    copies.delete(id);
    if (path) await rm(path, { force: true });
  };
  const dropOldest = async (newest: string): Promise<void> => {
    let all = [...copies.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [id, { bytes }] of [...copies]) {
      if (all <= maxBytes) return;
      if (bytes === 0 || id === newest) continue;
      all -= bytes;
      await drop(id);
    }
  };
  return {
    async pathFor(id, path, contentType) {
      const maker = makers[contentType];
      if (maker === undefined) return null;
      const known = copies.get(id);
      copies.delete(id);
      const copy = known ?? { path: make(id, path, maker).catch(() => null), bytes: 0 };
      copies.set(id, copy);
      const made = await copy.path;
      if (made === null || copy.bytes > 0) return made;
      copy.bytes = await sizeOf(made);
      await dropOldest(id);
      return made;
    },
    drop,
  };
}

const drawn =
  (show: MediaTools['show']): MakeCopy =>
  async (source, destination) => {
    await show?.(source, destination);
    return show !== undefined;
  };

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

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
