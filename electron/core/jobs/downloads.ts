/** Results that are downloaded. A long one is kept as far as it came, so that neither a cut nor a restart loses it. */
import { isRefusedStatus } from '../../../shared/calls/refused';
import type { Job } from '../../../shared/media/jobs';
import { pause } from '../lib/pause';
import type { BegunDownload, Bytes } from '../ports/media-files';
import type { DownloadedResult } from '../ports/media-gateway';
import { filePatience, refusedWaitMs } from '../rate-limits/refused-wait';
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
  const begun = goingOn(await files.begunDownload(job.id, position), url);
  if (begun?.isComplete) return opened(await files.openDownload(job.id, position));
  const client = await profiles.client(job.profileId);
  const asked = await client.download(url, { signal, ...(begun !== null && { begun }) });
  const { validator, pieces, ...facts } = asked;
  if (validator === null || (facts.sizeBytes ?? KEPT_FROM_BYTES) < KEPT_FROM_BYTES) return direct(asked);
  try {
    await files.keepDownload(job.id, position, { ...facts, url, validator, pieces });
  } catch (error) {
    if (signal.aborted || ports.describeError(error).code !== 'storage_full') throw error;
    // The library may be on another drive. What was kept stays, for the time when there is room again.
    return direct(await client.download(url, { signal }));
  }
  return opened(await files.openDownload(job.id, position));
}

const direct = ({ pieces, sizeBytes, contentType }: DownloadedResult): Opened => ({
  bytes: pieces,
  declaredBytes: sizeBytes,
  declaredType: contentType,
});

const opened = ({
  source,
  ...declared
}: Awaited<ReturnType<JobContext['ports']['files']['openDownload']>>) => ({
  bytes: source,
  ...declared,
});

/**
 * What can be gone on with. Another query at the same place may hold a new signature, or name another file: the server
 * is asked, and only a strong ETag tells two files apart.
 */
function goingOn(begun: BegunDownload | null, url: string): BegunDownload | null {
  if (begun === null || begun.url === url) return begun;
  const isSamePlace = placeOf(begun.url) === placeOf(url) && begun.validator.startsWith('"');
  if (!isSamePlace) return null;
  return begun.isComplete ? withoutLastByte(begun) : begun;
}

/** Its server answers with the last byte, if it is the same file. */
const withoutLastByte = (begun: BegunDownload): BegunDownload | null =>
  begun.bytes > 1 ? { ...begun, bytes: begun.bytes - 1, isComplete: false } : null;

function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Repeats a download while its server says that it is asked too often or has too much to do: what it keeps is paid for,
 * and to ask for it again costs nothing.
 */
export async function untilServed(
  context: JobContext,
  job: Job,
  signal: AbortSignal,
  download: () => Promise<void>,
): Promise<void> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      return await download();
    } catch (error) {
      const wait = signal.aborted ? null : waitFor(context, error, refusals);
      if (wait === null) throw error;
      context.setChecks(job.id, wait);
      await pause(context.ports.clock, wait.nextAt - wait.lastAt, signal);
      context.setChecks(job.id, null);
    }
  }
}

function waitFor({ ports }: JobContext, error: unknown, refusals: number) {
  const { clock, describeError } = ports;
  const lastError = describeError(error);
  const { statusCode, retryAfterMs: askedMs } = lastError;
  if (statusCode === undefined || !isRefusedStatus(statusCode)) return null;
  const waitMs = refusedWaitMs(filePatience, { refusals, askedMs, random: clock.random() });
  const lastAt = clock.now();
  return waitMs === null ? null : { lastAt, nextAt: lastAt + waitMs, failedInARow: refusals, lastError };
}

/** After these, the same bytes would be refused again. */
const REFUSED: readonly string[] = ['result_changed', 'malformed_response', 'stream_cut'];

/** Drops what was kept of a download whose bytes were refused; after any other failure it goes on from there. */
export async function dropRefused({ ports }: JobContext, job: Job, position: number, error: unknown) {
  if (REFUSED.includes(ports.describeError(error).code)) await ports.files.dropDownload(job.id, position);
}
