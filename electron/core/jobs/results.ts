/** Where the results of an answer wait until they are files of the library: paid for, and to survive anything. */
import type { Job } from '../../../shared/jobs';
import { modalities } from '../../../shared/modalities';
import type { MediaSource } from '../../gateway/types';
import type { Bytes } from '../job-ports';
import type { JobContext } from './context';

/** An address of the gateway's, bytes in memory, or what was kept of them on the disk. */
export type Result = MediaSource | { readonly kind: 'kept'; readonly position: number };

/** In the list of a job's addresses: no address, but the place of what is kept. */
const KEPT = 'kept:';

/** For bytes that came: they are kept in a moment, and neither a stop nor the end of the app undoes their charge. */
export const unbroken = new AbortController().signal;

/**
 * Writes results that came as bytes to the disk before their answer is noted, so that no end of the app can come
 * between the charge and the result. Where the disk refuses they stay in memory, and the refusal is told when they are
 * saved.
 * @returns an address for each that has one
 */
export async function keepResults(
  { ports, held }: JobContext,
  job: Job,
  sources: readonly MediaSource[],
): Promise<readonly string[]> {
  const kind = modalities[job.modality].mediaKind;
  const keep = async (source: MediaSource, position: number): Promise<string> => {
    if (source.kind === 'url') return source.url;
    const { bytes } = source;
    await ports.files.savePart(job.id, position, {
      source: bytes,
      declaredBytes: bytes.length,
      kind,
      signal: unbroken,
    });
    return `${KEPT}${position}`;
  };
  try {
    return await Promise.all(sources.map(keep));
  } catch {
    held.set(job.id, sources);
    return sources.flatMap((source) => (source.kind === 'url' ? [source.url] : []));
  }
}

/** What a job has to save. */
export function resultsOf({ ports, held }: JobContext, { id }: Job): readonly Result[] {
  return held.get(id) ?? ports.storage.jobs.internals(id).outputUrls.map(toResult);
}

function toResult(url: string): Result {
  return url.startsWith(KEPT)
    ? { kind: 'kept', position: Number(url.slice(KEPT.length)) }
    : { kind: 'url', url };
}

/** The bytes of a result, wherever they wait. */
export async function open(
  { ports, profiles }: JobContext,
  job: Job,
  result: Result | undefined,
  signal: AbortSignal,
): Promise<{ bytes: Bytes; declaredBytes: number | null }> {
  if (result === undefined) return { bytes: new Uint8Array(), declaredBytes: null };
  if (result.kind === 'bytes') return { bytes: result.bytes, declaredBytes: result.bytes.length };
  if (result.kind === 'kept') {
    const { source, declaredBytes } = await ports.files.openPart(job.id, result.position);
    return { bytes: source, declaredBytes };
  }
  const client = await profiles.client(job.profileId);
  const { pieces, sizeBytes } = await client.download(result.url, { signal });
  return { bytes: pieces, declaredBytes: sizeBytes };
}
