/** Finds what a file was made from, in files that may come from anywhere. */
import type { MediaOrigin } from '../../../../shared/media';
import { type ByteSource, budgeted, type ReadBudget, withSource } from '../bytes';
import { withContainer } from '../containers';
import { sniffBytes, sniffMedia } from '../sniff';
import { readJpeg } from './jpeg';
import { originKey, parseOrigin } from './origin-text';
import { readPng } from './png';
import { readWav } from './wav';
import { readWebp } from './webp';

const budget: ReadBudget = { bytes: 256 * 1024 * 1024, reads: 500_000, milliseconds: 3_000 };

const readers: Readonly<Record<string, (source: ByteSource) => Promise<MediaOrigin | null>>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'audio/wav': readWav,
};

/**
 * The origin a file carries; `null` where it has none, is broken, is no media at all or would take too long. Never
 * throws. What is found was checked for its form, not for its truth.
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
  if (type === null) return null;
  const reader = readers[type.contentType];
  if (reader) return reader(budgeted(source, budget));
  return type.kind === 'image' ? null : readTags(source);
}

/** Under a name of its own where tags have free names, else in the comment. */
function readTags(source: ByteSource): Promise<MediaOrigin | null> {
  return withContainer(source, budget, async (input) => {
    const { raw = {}, comment } = await input.getMetadataTags();
    const userTexts = raw.TXXX as Record<string, unknown> | undefined;
    const free = [userTexts?.[originKey], raw[originKey.toUpperCase()], comment];
    const texts = free.filter((value): value is string => typeof value === 'string');
    return texts.map(parseOrigin).find((origin) => origin !== null) ?? null;
  });
}
