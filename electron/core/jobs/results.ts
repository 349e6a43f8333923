/**
 * Where the results of an answer are stored until they are files of the library. They are paid for, so no failure may
 * lose them.
 */
import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/jobs';
import type { Spool } from '../../gateway/types/call';
import type { AnsweredSource, MediaSource } from '../../gateway/types/media';
import type { JobContext } from './context';
import { type Opened, openDownload } from './downloads';

/** One result: where it is stored, or why it is not. */
export type Result =
  | MediaSource
  /** On the disk, as received. */
  | { readonly kind: 'kept'; readonly position: number }
  /** Received, but not in a format that can be saved; `reason` is a sentence. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** Received, but the app ended before any disk accepted it. */
  | { readonly kind: 'lost' };

export const LOST = 'The app closed before this result could be saved, and the gateway does not store it.';

/**
 * An entry in the job's list of addresses that is not an address, but states where the result is or why it is missing.
 */
const KEPT = 'kept:';
const HELD = 'held:';
const UNUSABLE = 'unusable:';

/**
 * For bytes that arrived: writing them takes a moment, and neither a stop nor the end of the app undoes their charge.
 */
const neverAborted = new AbortController().signal;

type KeepingJob = Pick<Job, 'id'>;

/** An entry for each result of an answer, in its order. See {@link saveResult}. */
export function keepResults(
  context: JobContext,
  job: KeepingJob,
  sources: readonly AnsweredSource[],
): Promise<readonly string[]> {
  return Promise.all(sources.map((source, position) => saveResult(context, job, source, position)));
}

/**
 * Writes a result that came as bytes to the disk before its answer is stored, so that no end of the app can come
 * between the charge and the result. Where the disk fails, it stays in memory until the disk accepts it.
 * @returns the entry for the job's list of addresses
 */
export async function saveResult(
  context: JobContext,
  job: KeepingJob,
  source: AnsweredSource | undefined,
  position: number,
): Promise<string> {
  if (source === undefined) return `${UNUSABLE}The gateway sent no result.`;
  if (source.kind === 'url') return addressesOf(source).join(' ');
  if (source.kind === 'spooled') return savedAt(position);
  try {
    await savePart(context, job, position, openedBytes(source));
    return savedAt(position);
  } catch (error) {
    const { code, message } = context.ports.describeError(error);
    if (code === 'malformed_response') return `${UNUSABLE}${message}`;
    const held = context.held.get(job.id) ?? new Map<number, MediaSource>();
    context.held.set(job.id, new Map([...held, [position, source]]));
    return `${HELD}${position}`;
  }
}

/** Writes a long result as it comes, as what {@link saveResult} then finds at its place. */
export const spoolTo =
  ({ ports }: JobContext, job: KeepingJob, position: number): Spool =>
  ({ pieces, contentType }) =>
    ports.files.spoolPart(job.id, position, { source: pieces, declaredType: contentType });

/** Stores the result of one call on the disk, as received. */
export async function savePart(
  { ports }: JobContext,
  job: KeepingJob,
  position: number,
  { bytes, declaredBytes, declaredType }: Opened,
  signal: AbortSignal = neverAborted,
): Promise<void> {
  await ports.files.savePart(job.id, position, { source: bytes, declaredBytes, declaredType, signal });
}

/** What a job has to save. */
export async function resultsOf({ internals, held }: JobContext, { id }: Job): Promise<readonly Result[]> {
  const { outputUrls } = await internals(id);
  return outputUrls.map((entry, position) => toResult(entry, held.get(id)?.get(position)));
}

function toResult(entry: string, held: MediaSource | undefined): Result {
  if (entry.startsWith(KEPT))
    return { kind: 'kept', position: Number.parseInt(entry.slice(KEPT.length), 10) };
  if (entry.startsWith(UNUSABLE)) return { kind: 'unusable', reason: entry.slice(UNUSABLE.length) };
  if (entry.startsWith(HELD)) return held ?? { kind: 'lost' };
  const [url = '', ...alternatives] = entry.split(' ');
  return { kind: 'url', url, alternatives };
}

/** Where a result waits, the best first. An address holds no space, so an entry holds several. */
export const addressesOf = ({ url, alternatives = [] }: Extract<MediaSource, { kind: 'url' }>) => [
  url,
  ...alternatives,
];

/** The list with one entry set. Parts stored by earlier versions have no entry: they are on the disk. */
export function withEntry(entries: readonly string[], index: number, entry: string): readonly string[] {
  const length = Math.max(entries.length, index + 1);
  return Array.from({ length }, (_, at) => (at === index ? entry : (entries[at] ?? savedAt(at))));
}

/** The entry of a result that is on the disk, as received. */
export const savedAt = (position: number) => `${KEPT}${position}`;

/** Names the bytes in their entry, so that they are known when the gateway sends them once more. */
export const withDigest = (entry: string, digest: string): string =>
  digestPlace.test(entry) ? `${entry}:${digest}` : entry;

const digestPlace = /^(kept|held):\d+$/;

/** The address in an entry, or the digest of its bytes; `null` where it says neither. */
export function identityOf(entry: string): string | null {
  if (entry.startsWith(UNUSABLE)) return null;
  if (entry.startsWith(KEPT) || entry.startsWith(HELD)) return entry.split(':')[2] ?? null;
  return entry;
}

const openedBytes = ({ bytes, contentType }: Extract<MediaSource, { kind: 'bytes' }>): Opened => ({
  bytes,
  declaredBytes: bytes.length,
  declaredType: contentType,
});

/** The bytes of a result, wherever they are stored. */
export async function open(
  context: JobContext,
  job: Job,
  { result, position }: { readonly result: Result; readonly position: number },
  signal: AbortSignal,
): Promise<Opened> {
  switch (result.kind) {
    case 'bytes':
      return openedBytes(result);
    case 'kept': {
      const { source, ...declared } = await context.ports.files.openPart(job.id, result.position);
      return { bytes: source, ...declared };
    }
    case 'url':
      return await openDownload(context, job, { url: result.url, position }, signal);
    case 'unusable':
      throw new AppError({ code: 'malformed_response', message: result.reason });
    case 'lost':
      throw new AppError({ code: 'not_found', message: LOST });
  }
}

/** Whether a retry may bring it: not where it is unusable or lost. */
export const isFetchable = ({ kind }: Result): boolean => kind !== 'unusable' && kind !== 'lost';
