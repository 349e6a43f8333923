/** Writes the origin of a file (what it was made from) into the file. */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../../shared/errors';
import type { MediaOrigin } from '../../../../shared/media';
import { type ByteSource, budgeted, inBlocks, type ReadBudget, withSource } from '../bytes';
import { diskError } from '../disk-error';
import { withPartial, writeFileDurably } from '../partial';
import { planJpeg } from './jpeg/embed';
import { planMp3 } from './mp3/embed';
import { planMp4 } from './mp4/embed';
import { planOgg } from './ogg/embed';
import { type Piece, writePieces } from './pieces';
import { planPng } from './png/embed';
import { planWav } from './wav/embed';
import { planWebm } from './webm/embed';
import { planWebp } from './webp/embed';

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
 * stay the same, bit for bit.
 * @returns `false` where the format has no place for it (GIF, AVIF, FLAC, AAC), the file is not valid for its format,
 * or the text is too long; the file is then unchanged
 * @throws AppError `storage_…` where the disk fails
 */
export async function embedOrigin(path: string, contentType: string, origin: MediaOrigin): Promise<boolean> {
  const plan = plans[contentType];
  if (!plan) return false;
  try {
    return await withPartial(dirname(path), async (partial) => {
      const isWritten = await writeFileDurably(partial, (file) =>
        withSource(path, (source) => write(source, plan, origin, file)),
      );
      if (isWritten) await rename(partial, path);
      return isWritten;
    });
  } catch (error) {
    const known = diskError(error, dirname(path));
    if (known instanceof AppError) throw known;
    return false;
  }
}

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
