/** Images as they are sent: without metadata, and upright. */
import { readFile } from 'node:fs/promises';
import type { RemovedMetadata } from '../../../shared/media/files';
import { bytesSource } from './bytes';
import { type ImageSize, imageSize } from './formats/image-size';
import { withPartial, writeAll, writeFileDurably } from './partial';
import { imageOf, partsOf, withOrientation } from './strip/strip';

export interface CleanImage extends ImageSize {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `null` where there was nothing to remove; the bytes are then those of the file. */
  readonly removed: RemovedMetadata | null;
}

/** Turns a photo upright, from a file to another one; absent where nothing can decode images. */
export type Upright = (source: string, destination: string) => Promise<unknown>;

/**
 * Position, camera, owner, texts, earlier versions and whatever else is not needed to show the image are removed; its
 * color profile stays. Only a photo that EXIF turns is encoded again; where that fails, it keeps this one entry.
 * @param folder for the files between, which are deleted again
 * @returns `null` where it is too damaged to be followed
 */
export async function cleanImage(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { folder, upright }: { readonly folder: string; readonly upright?: Upright | undefined },
): Promise<CleanImage | null> {
  const image = partsOf(bytes, contentType);
  const size = await imageSize(bytesSource(bytes), contentType);
  if (image === null || size === null) return null;
  if (image.removed === null) return { ...size, bytes, removed: null };
  const { removed, parts, orientation } = image;
  if (orientation === 1) return { ...size, bytes: imageOf(parts, contentType, size), removed };
  const turned = upright && (await turnedBytes(bytes, folder, upright).catch(() => null));
  const turnedSize = turned && (await imageSize(bytesSource(turned), contentType));
  if (turned && turnedSize) return { ...turnedSize, bytes: turned, removed };
  return { ...size, bytes: imageOf(withOrientation(image, contentType), contentType, size), removed };
}

function turnedBytes(bytes: Uint8Array, folder: string, upright: Upright): Promise<Uint8Array<ArrayBuffer>> {
  return withPartial(folder, async (source) => {
    await writeFileDurably(source, (file) => writeAll(file, bytes));
    return withPartial(folder, async (destination) => {
      await upright(source, destination);
      return new Uint8Array(await readFile(destination));
    });
  });
}
