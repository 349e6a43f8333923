import type { FileClaim } from '../../../shared/media/claims';
import type { MediaOrigin } from '../../../shared/media/media';
import type { Look } from '../../../shared/media/order';

/** What is done with media files other than storing them; passed in, since some of it needs native code. */
export interface MediaTools {
  readOrigin(bytes: Uint8Array): Promise<MediaOrigin | null>;
  readClaims(bytes: Uint8Array): Promise<readonly FileClaim[]>;
  /** Writes the origin into the file, where its format has a place for it. */
  embed(path: string, contentType: string, origin: MediaOrigin): Promise<unknown>;
  /** Answers how long each part is, in milliseconds. */
  join(
    parts: readonly string[],
    contentType: string,
    destination: string,
  ): Promise<readonly number[] | undefined>;
  /** Makes a thumbnail; a rejection where the source has no image. */
  thumbnail(source: string, destination: string): Promise<{ readonly look?: Look }>;
  /** Turns an image upright, from a file to another one; absent where nothing can decode images. */
  upright?(source: string, destination: string): Promise<unknown>;
  /** A PNG of an image that browsers don’t decode; absent where nothing can decode images. */
  show?(source: string, destination: string): Promise<unknown>;
  zip(files: readonly { path: string; name: string }[], destination: string): Promise<unknown>;
  zipPage(
    files: readonly { path: string; name: string }[],
    destination: string,
    pageOf: (names: readonly string[]) => string,
  ): Promise<unknown>;
}
