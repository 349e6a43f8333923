/**
 * Writes the origin of a file (what it was made from) into the file, and reads it from one that may come
 * from anywhere.
 */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../../shared/errors';
import type { MediaOrigin } from '../../../../shared/media/media';
import { type ByteSource, budgeted, inBlocks, type ReadBudget, withSource } from '../bytes';
import { diskError } from '../disk-error';
import { withPartial, writeFileDurably } from '../partial';
import { describeMedia } from './describe';
import { planJpeg, readJpeg } from './jpeg/embed';
import { planMp3 } from './mp3/embed';
import { readId3 } from './mp3/tag';
import { planMp4, readMp4 } from './mp4/embed';
import { planOgg, readOgg } from './ogg/embed';
import { originText } from './origin-text';
import { type Piece, writePieces } from './pieces';
import { planPng, readPng } from './png/embed';
import { sniffBytes, sniffMedia } from './sniff';
import { planWav, readWav } from './wav/embed';
import { planWebm, readWebm } from './webm/embed';
import { planWebp, readWebp } from './webp/embed';

type Plan = (source: ByteSource, origin: MediaOrigin) => Promise<Piece[] | null>;

/** How each format stores it: every byte of the media itself stays. */
const plans: Readonly<Record<string, Plan>> = {
  'image/png': planPng,
  'image/jpeg': planJpeg,
  'image/webp': planWebp,
  'audio/mpeg': planMp3,
  'audio/wav': planWav,
  'audio/mp4': planMp4,
  'video/mp4': planMp4,
  'video/quicktime': planMp4,
  'audio/quicktime': planMp4,
  'audio/ogg': planOgg,
  'audio/webm': planWebm,
  'video/webm': planWebm,
  'audio/x-matroska': planWebm,
  'video/x-matroska': planWebm,
};

/** To find the place for it; the file is copied without a limit. */
const planBudget: ReadBudget = { bytes: 1024 ** 3, reads: 500_000 };

/**
 * Writes an origin into a file. The file is replaced in one step and only by a complete one; pixels, samples and frames
 * stay the same, bit for bit, and so do the tags that it has.
 *
 * Only one plain file that is understood to its last byte is written again. Any other stays as it came, byte for byte;
 * its origin is in the database alone.
 * @returns `false` where the file is unchanged: its format has no place for an origin (GIF, AVIF, FLAC, AAC), it is cut,
 * streamed, followed by other bytes or otherwise not plain, or the text is too long
 * @throws AppError `storage_…` where the disk fails
 */
export async function embedOrigin(path: string, contentType: string, origin: MediaOrigin): Promise<boolean> {
  const plan = plans[contentType];
  if (!plan) return false;
  try {
    return await withPartial(dirname(path), async (partial) => {
      const isWritten =
        (await writeFileDurably(partial, (file) =>
          withSource(path, (source) => write(source, plan, origin, file)),
        )) && (await isSameBeside(path, partial, contentType, origin));
      if (isWritten) await rename(partial, path);
      return isWritten;
    });
  } catch (error) {
    const known = diskError(error, dirname(path));
    if (known instanceof AppError) throw known;
    return false;
  }
}

/** The file with this origin in the place of its own; `null` where its format has no place for one. */
export const planOrigin = async (
  source: ByteSource,
  contentType: string,
  origin: MediaOrigin,
): Promise<Piece[] | null> =>
  (await plans[contentType]?.(budgeted(inBlocks(source), planBudget), origin)) ?? null;

async function write(
  source: ByteSource,
  plan: Plan,
  origin: MediaOrigin,
  file: FileHandle,
): Promise<boolean> {
  const pieces = await plan(budgeted(inBlocks(source), planBudget), origin);
  if (pieces) await writePieces(source, pieces, file);
  return pieces !== null;
}

/** Whether the new file has the same content by its own headers, and the origin: the last check before it replaces. */
async function isSameBeside(
  path: string,
  written: string,
  contentType: string,
  origin: MediaOrigin,
): Promise<boolean> {
  const [before, after] = [await describeMedia(path, contentType), await describeMedia(written, contentType)];
  const found = await readOrigin(written);
  return isDeepStrictEqual(before, after) && found !== null && originText(found) === originText(origin);
}

const budget: ReadBudget = { bytes: 256 * 1024 * 1024, reads: 500_000 };

const readers: Readonly<Record<string, (source: ByteSource) => Promise<MediaOrigin | null>>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'audio/wav': readWav,
  'audio/mpeg': readId3,
  'audio/ogg': readOgg,
  'audio/mp4': readMp4,
  'video/mp4': readMp4,
  'video/quicktime': readMp4,
  'audio/webm': readWebm,
  'video/webm': readWebm,
  'audio/x-matroska': readWebm,
  'video/x-matroska': readWebm,
};

/**
 * The origin in a file; `null` where it has none, is broken, is not media or would take too long. Never throws. The
 * origin's form was checked, not whether it is true.
 * @param input a path, or the file's bytes
 */
export async function readOrigin(input: string | Uint8Array): Promise<MediaOrigin | null> {
  try {
    return await withSource(input, read);
  } catch {
    return null;
  }
}

async function read(source: ByteSource): Promise<MediaOrigin | null> {
  const type = sniffMedia(await source.read(0, sniffBytes));
  const reader = type && readers[type.contentType];
  return reader ? reader(budgeted(inBlocks(source), budget)) : null;
}
