/** Upright copies of images that browsers show as they are stored, whatever their EXIF says: WebP. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inBlocks, withSource } from './bytes';
import type { Upright } from './clean-image';
import { imageOrientation } from './formats/orientation';
import { checkedId, joinInside } from './inside';
import { makePrivateFolder } from './partial';

/** The path of a copy; `null` where the image needs none, or none can be made. Never rejects. */
export type UprightCopies = (id: string, path: string, contentType: string) => Promise<string | null>;

/**
 * Each is made when it is first shown, and lasts until the app is started again.
 * @param upright absent where nothing can decode images
 */
export function createUprightCopies(home: string, upright: Upright | undefined): UprightCopies {
  const folder = join(home, 'upright');
  // Left by an earlier run.
  rmSync(folder, { recursive: true, force: true });
  const copies = new Map<string, Promise<string | null>>();
  const make = async (id: string, path: string) => {
    const orientation = await withSource(path, (file) => imageOrientation(inBlocks(file), 'image/webp'));
    if (orientation === 1 || !upright) return null;
    await makePrivateFolder(folder);
    const copy = joinInside(folder, `${checkedId(id)}.webp`);
    await upright(path, copy);
    return copy;
  };
  return async (id, path, contentType) => {
    if (contentType !== 'image/webp') return null;
    const known = copies.get(id) ?? make(id, path).catch(() => null);
    copies.set(id, known);
    return known;
  };
}
