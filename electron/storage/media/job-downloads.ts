/**
 * Long downloads as far as they came: with the job's parts, so that a restart goes on where it ended. Beside each is a
 * record of what it is part of, and how much of it is surely on the disk.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../shared/errors';
import type { BegunDownload, KeptDownload, MediaFiles } from '../../core/ports/media-files';
import { diskError } from './disk-error';
import { checkedId, joinInside } from './inside';
import { makePrivateFolder, writeAll, writeFileDurably } from './partial';

/** How much a kill may cost; each step waits for the disk. */
const SYNC_BYTES = 4 * 1_048_576;

const recordSchema = z.object({
  url: z.string(),
  validator: z.string(),
  contentType: z.string().nullable(),
  sizeBytes: z.number().int().nonnegative().nullable(),
  bytes: z.number().int().nonnegative(),
  isComplete: z.boolean(),
});
type Record = z.infer<typeof recordSchema>;

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly record: string;
}

type Downloads = Pick<MediaFiles, 'begunDownload' | 'keepDownload' | 'openDownload' | 'dropDownload'>;

/** @param root the folder with a folder for each job */
export function createJobDownloads(root: string): Downloads {
  const placeOf = (jobId: string, index: number): Place => {
    const folder = joinInside(root, checkedId(jobId));
    // Not `<index>.…`, which is a result that has arrived.
    const at = (extension: string) => joinInside(folder, `download-${index}.${extension}`);
    return { folder, path: at('bytes'), record: at('json') };
  };
  return {
    begunDownload: (jobId, index) => readBegun(placeOf(jobId, index)),
    async keepDownload(jobId, index, kept) {
      const place = placeOf(jobId, index);
      await makePrivateFolder(place.folder);
      await write(place, kept).catch((error) => {
        throw diskError(error, place.folder);
      });
    },
    async openDownload(jobId, index) {
      const { path, record } = placeOf(jobId, index);
      const { sizeBytes, contentType } = recordSchema.parse(JSON.parse(await readFile(record, 'utf8')));
      const declaredBytes = sizeBytes ?? (await stat(path)).size;
      return { source: new WaitingResult(path), declaredBytes, declaredType: contentType };
    },
    async dropDownload(jobId, index) {
      const { path, record } = placeOf(jobId, index);
      // The record first: bytes without one begin again.
      await rm(record, { force: true }).catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** `null` where nothing of it can be relied on. */
async function readBegun({ path, record }: Place): Promise<BegunDownload | null> {
  try {
    const known = recordSchema.parse(JSON.parse(await readFile(record, 'utf8')));
    const { size } = await stat(path);
    return (known.isComplete ? isWhole(known, size) : known.bytes > 0 && size >= known.bytes) ? known : null;
  } catch {
    return null;
  }
}

/** It is used without asking its server again. */
const isWhole = ({ bytes, sizeBytes }: Record, size: number): boolean =>
  size === bytes && (sizeBytes === null || size === sizeBytes);

async function write(place: Place, { pieces, fromByte, ...facts }: KeptDownload): Promise<void> {
  const record = (bytes: number, isComplete = false) => writeRecord(place, { ...facts, bytes, isComplete });
  if (fromByte === 0) await rm(place.record, { force: true });
  // A new file: the bytes that were there may be those of a result that was taken over.
  if (fromByte === 0) await rm(place.path, { force: true });
  const file = await open(place.path, fromByte === 0 ? 'wx' : 'r+', 0o600);
  let written = fromByte;
  try {
    // Bytes behind the record may be those that a power failure left.
    await file.truncate(fromByte);
    written = await writePieces(file, pieces, fromByte, record);
    await file.sync();
  } catch (error) {
    written = await lengthOf(file, written);
    await file
      .sync()
      .then(() => record(written))
      .catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  await record(written, true);
}

async function writePieces(
  file: FileHandle,
  pieces: AsyncIterable<Uint8Array>,
  fromByte: number,
  record: (bytes: number) => Promise<void>,
): Promise<number> {
  let written = fromByte;
  let synced = fromByte;
  for await (const piece of pieces) {
    await writeAll(file, piece, written);
    written += piece.length;
    if (written - synced < SYNC_BYTES) continue;
    await file.sync();
    await record(written);
    synced = written;
  }
  return written;
}

/** A full disk may have taken a part of the last piece. */
const lengthOf = (file: FileHandle, known: number): Promise<number> =>
  file.stat().then(
    ({ size }) => size,
    () => known,
  );

async function writeRecord({ record }: Place, known: Record): Promise<void> {
  const fresh = `${record}.new`;
  await rm(fresh, { force: true });
  await writeFileDurably(fresh, (file) => writeAll(file, Buffer.from(JSON.stringify(known))));
  await rename(fresh, record);
}

// A result that waits in a file of the app.

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
