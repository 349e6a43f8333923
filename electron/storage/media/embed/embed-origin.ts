/** Writes inside a file what it was made from. */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type MetadataTags,
  MkvOutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '../../../../shared/errors';
import type { MediaOrigin } from '../../../../shared/media';
import { type ByteSource, withSource } from '../bytes';
import { withContainer } from '../containers';
import { diskError } from '../disk-error';
import { withPartial, writeFileDurably } from '../partial';
import { planJpeg } from './jpeg';
import { planMp3 } from './mp3';
import { planMp4 } from './mp4';
import { captionOf, originKey, originText } from './origin-text';
import { type Piece, writePieces } from './pieces';
import { planPng } from './png';
import { remux } from './remux';
import { isSameMedia } from './same-media';
import { planWav } from './wav';
import { planWebp } from './webp';

type Plan = (source: ByteSource, origin: MediaOrigin) => Promise<Piece[] | null>;

/** Where the origin is fitted in and every other byte stays. */
const plans: Readonly<Record<string, Plan>> = {
  'image/png': planPng,
  'image/jpeg': planJpeg,
  'image/webp': planWebp,
  'audio/mpeg': planMp3,
  'audio/wav': planWav,
  'audio/mp4': planMp4,
  'video/mp4': planMp4,
  'video/quicktime': planMp4,
};

/** Where the packets go into a new container. */
const containers: Readonly<Record<string, () => OutputFormat>> = {
  'audio/ogg': () => new OggOutputFormat(),
  'audio/webm': () => new WebMOutputFormat(),
  'video/webm': () => new WebMOutputFormat(),
  'audio/x-matroska': () => new MkvOutputFormat(),
  'video/x-matroska': () => new MkvOutputFormat(),
};

/**
 * Writes an origin inside a file, which is replaced in one step and only by a whole one; pixels, samples and frames
 * stay as they are, bit for bit.
 * @returns `false` where the format has no place for it (GIF, AVIF, FLAC, AAC), the file is not as its format
 * demands, or the text is too long; the file is then untouched
 * @throws AppError `storage_…` where the disk refuses
 */
export async function embedOrigin(path: string, contentType: string, origin: MediaOrigin): Promise<boolean> {
  if (!plans[contentType] && !containers[contentType]) return false;
  try {
    return await withPartial(dirname(path), async (partial) => {
      const isWritten = await writeFileDurably(partial, (file) =>
        withSource(path, (source) => write(source, contentType, origin, file)),
      );
      if (isWritten && (await isFaithful(path, partial, contentType))) await rename(partial, path);
      else return false;
      return true;
    });
  } catch (error) {
    const known = diskError(error, dirname(path));
    if (known instanceof AppError) throw known;
    return false;
  }
}

async function write(
  source: ByteSource,
  contentType: string,
  origin: MediaOrigin,
  file: FileHandle,
): Promise<boolean> {
  const container = containers[contentType];
  if (container) return withContainer(source, (input) => remux(input, container(), tagsOf(origin), file));
  const pieces = (await plans[contentType]?.(source, origin)) ?? null;
  if (pieces) await writePieces(source, pieces, file);
  return pieces !== null;
}

/** Fitted in, the media can't have changed; a new container is read again before it may replace the old one. */
async function isFaithful(path: string, partial: string, contentType: string): Promise<boolean> {
  if (!containers[contentType]) return true;
  return withSource(path, (before) =>
    withSource(partial, (after) =>
      withContainer(before, (one) => withContainer(after, (other) => isSameMedia(one, other))),
    ),
  );
}

function tagsOf(origin: MediaOrigin): MetadataTags {
  const { title, description, software, created } = captionOf(origin);
  return {
    title,
    description,
    date: created,
    raw: { [originKey.toUpperCase()]: originText(origin), ENCODED_BY: software },
  };
}
