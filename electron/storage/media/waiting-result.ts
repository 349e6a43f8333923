/** A result that waits in a file of the app. */
import { createReadStream } from 'node:fs';
import { link } from 'node:fs/promises';
import { AppError } from '../../../shared/errors';

/** Its bytes as they are read, or the file itself: on the same drive it gets a second name instead of a copy. */
export class WaitingResult implements AsyncIterable<Uint8Array> {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Opened when it is read: a save that is refused before that leaves no open file behind. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(this.path);
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  /**
   * Gives the file a second name, for a disk that has no room for a second copy. Nothing may write into either after
   * that.
   * @returns whether it has it; not on another drive, nor where the file system has no hard links
   */
  linkTo(path: string): Promise<boolean> {
    return link(this.path, path).then(
      () => true,
      () => false,
    );
  }
}

/** The result was paid for and may still be there, so this is not the error of a missing one. */
export const unreadable = (cause: unknown): AppError =>
  new AppError(
    {
      code: 'storage_failed',
      message: `The disk couldn’t read the stored result of this job (${(cause as NodeJS.ErrnoException).code}). Check that its drive is connected, then try again.`,
    },
    { cause },
  );
