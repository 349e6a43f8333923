/** Reads what a PNG, JPEG or WebP from anywhere says of itself. */
import type { FileClaim } from '../../../../../shared/media/claims';
import { type ByteSource, budgeted, bytesSource, inBlocks, type ReadBudget } from '../../bytes';
import { sniffBytes, sniffMedia } from '../sniff';
import { readC2pa } from './read-c2pa';
import { settingsIn } from './read-settings';
import { type Carried, carriedByJpeg, carriedByPng, carriedByWebp } from './texts';

const budget: ReadBudget = { bytes: 64 * 1024 * 1024, reads: 100_000 };

const readers: Readonly<Record<string, (source: ByteSource) => Promise<Carried>>> = {
  'image/png': carriedByPng,
  'image/jpeg': carriedByJpeg,
  'image/webp': carriedByWebp,
};

/** Nothing where the file says nothing, is broken, or would take too long. Never throws. */
export async function readClaims(bytes: Uint8Array): Promise<readonly FileClaim[]> {
  try {
    const source = bytesSource(bytes);
    const type = sniffMedia(await source.read(0, sniffBytes));
    const carried = await readers[type?.contentType ?? '']?.(budgeted(inBlocks(source), budget));
    if (carried === undefined) return [];
    const credentials = carried.manifest === null ? [] : [readC2pa(carried.manifest)];
    return [...settingsIn(carried.texts), ...credentials];
  } catch {
    return [];
  }
}
