/** Results that are downloaded. A long one is kept as far as it came, so that neither a cut nor a restart loses it. */
import type { Job } from '../../../shared/jobs';
import type { BegunDownload, Bytes } from '../ports/jobs';
import type { JobContext } from './context';

/** A shorter file is as quickly downloaded again, and is written only once. */
const KEPT_FROM_BYTES = 1_048_576;

/** The bytes of a result, wherever they come from. */
export interface Opened {
  readonly bytes: Bytes;
  readonly declaredBytes: number | null;
  readonly declaredType?: string | null;
}

interface Which {
  readonly url: string;
  readonly position: number;
}

/**
 * The bytes of a result at an address, continued where an earlier attempt ended.
 * @throws GatewayError `result_changed` where it is another file now: what was kept is dropped, and the next attempt
 *   begins again
 */
export async function openDownload(
  { ports, profiles }: JobContext,
  job: Job,
  { url, position }: Which,
  signal: AbortSignal,
): Promise<Opened> {
  const { files } = ports;
  const begun = await begunOf(files.begunDownload(job.id, position), url);
  if (begun?.isComplete) return opened(await files.openDownload(job.id, position));
  const client = await profiles.client(job.profileId);
  const asked = client.download(url, { signal, ...(begun !== null && { begun }) });
  const { validator, pieces, sizeBytes, contentType, fromByte } = await asked;
  if (validator === null || (sizeBytes ?? KEPT_FROM_BYTES) < KEPT_FROM_BYTES)
    return { bytes: pieces, declaredBytes: sizeBytes, declaredType: contentType };
  const kept = { url, validator, contentType, sizeBytes, fromByte, pieces };
  await files.keepDownload(job.id, position, kept);
  return opened(await files.openDownload(job.id, position));
}

const opened = ({
  source,
  ...declared
}: Awaited<ReturnType<JobContext['ports']['files']['openDownload']>>) => ({
  bytes: source,
  ...declared,
});

/** The partial download of the same address. Queries are not compared: they may hold a signature that changes with each answer. */
async function begunOf(kept: Promise<BegunDownload | null>, url: string): Promise<BegunDownload | null> {
  const begun = await kept;
  return begun !== null && placeOf(begun.url) === placeOf(url) ? begun : null;
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** After these, the same bytes would be refused again. */
const REFUSED: readonly string[] = ['result_changed', 'malformed_response', 'stream_cut'];

/** Drops what was kept of a download whose bytes were refused; after any other failure it goes on from there. */
export async function dropRefused({ ports }: JobContext, job: Job, position: number, error: unknown) {
  if (REFUSED.includes(ports.describeError(error).code)) await ports.files.dropDownload(job.id, position);
}
