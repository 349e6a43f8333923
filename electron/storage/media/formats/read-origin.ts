/** Reads the origin of a file that may come from anywhere. */
import type { MediaOrigin } from '../../../../shared/media/media';
import { type ByteSource, budgeted, inBlocks, type ReadBudget, withSource } from '../bytes';
import { readJpeg } from './jpeg/embed';
import { readId3 } from './mp3/id3';
import { readMp4 } from './mp4/embed';
import { readOgg } from './ogg/embed';
import { readPng } from './png/embed';
import { sniffBytes, sniffMedia } from './sniff';
import { readWav } from './wav/embed';
import { readWebm } from './webm/embed';
import { readWebp } from './webp/embed';

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
