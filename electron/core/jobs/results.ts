/**
 * Where the results of an answer are stored until they are files of the library. They are paid for, so no failure may
 * lose them.
 */
import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { isKeptAnswer } from '../../../shared/media/kept-answer';
import type { Spool } from '../../gateway/types/call';
import type { AnsweredSource, MediaSource } from '../../gateway/types/media';
import type { ResultPlace } from '../ports/result-place';
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
 * For bytes that arrived: writing them takes a moment, and neither a stop nor the end of the app undoes their charge.
 */
const neverAborted = new AbortController().signal;

type KeepingJob = Pick<Job, 'id'>;

/** A place for each result of an answer, in its order. See {@link saveResult}. */
export function keepResults(
  context: JobContext,
  job: KeepingJob,
  sources: readonly AnsweredSource[],
): Promise<readonly ResultPlace[]> {
  return Promise.all(sources.map((source, position) => saveResult(context, job, source, position)));
}

/**
 * Writes a result that came as bytes to the disk before its answer is stored, so that no end of the app can come
 * between the charge and the result. Where the disk fails, it stays in memory until the disk accepts it.
 * @returns its place
 */
export async function saveResult(
  context: JobContext,
  job: KeepingJob,
  source: AnsweredSource | undefined,
  position: number,
): Promise<ResultPlace> {
  if (source === undefined) return { kind: 'unusable', reason: 'The gateway sent no result.' };
  if (source.kind === 'url') return atAddresses(source);
  if (source.kind === 'spooled') return savedAt(position);
  try {
    await savePart(context, job, position, openedBytes(source));
    return savedAt(position);
  } catch (error) {
    const { code, message } = context.ports.describeError(error);
    if (code === 'malformed_response') return { kind: 'unusable', reason: message };
    const held = context.held.get(job.id) ?? new Map<number, MediaSource>();
    context.held.set(job.id, new Map([...held, [position, source]]));
    return { kind: 'held', position };
  }
}

/** Writes a long result as it comes, as what {@link saveResult} then finds at its place. */
export const spoolTo =
  ({ ports, notices }: JobContext, job: KeepingJob, position: number): Spool =>
  async ({ pieces, contentType }) => {
    const request = { source: pieces, declaredType: contentType };
    const held = await ports.files.spoolPart(job.id, position, request);
    if (held === null && isKeptAnswer(contentType)) notices.show(tooLongToRead(job));
    return held;
  };

const tooLongToRead = ({ id }: KeepingJob) =>
  ({
    id: `kept-answer-${id}`,
    level: 'warning',
    title: 'An answer is too long to be read',
    message:
      'It is kept whole as the file of its job, and can be saved from there. Ask for fewer or smaller results, or for their addresses in place of the data.',
  }) as const;

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
  const { places } = await internals(id);
  return places.map((place, position) => toResult(place, held.get(id)?.get(position)));
}

function toResult(place: ResultPlace, held: MediaSource | undefined): Result {
  if (place.kind === 'held') return held ?? { kind: 'lost' };
  if (place.kind !== 'url') return place;
  const [url = '', ...alternatives] = place.urls;
  return { kind: 'url', url, alternatives };
}

/** What was written as it came is the only result of its answer. */
export const answeredResult = (source: AnsweredSource): Result =>
  source.kind === 'spooled' ? { kind: 'kept', position: 0 } : source;

/** Where a result waits, the best first. */
export const addressesOf = ({ url, alternatives = [] }: Extract<MediaSource, { kind: 'url' }>) => [
  url,
  ...alternatives,
];

/** The list with one place set. Parts stored by earlier versions have none: they are on the disk. */
export function withPlace(
  places: readonly ResultPlace[],
  index: number,
  place: ResultPlace,
): readonly ResultPlace[] {
  const length = Math.max(places.length, index + 1);
  return Array.from({ length }, (_, at) => (at === index ? place : (places[at] ?? savedAt(at))));
}

/** The place of a result that is on the disk, as received. */
export const savedAt = (position: number): ResultPlace => ({ kind: 'kept', position });

/** The place of a result that waits at the gateway. */
export const atAddresses = (source: Extract<MediaSource, { kind: 'url' }>): ResultPlace => ({
  kind: 'url',
  urls: addressesOf(source),
});

/** Names the bytes in their place, so that they are known when the gateway sends them once more. */
export const withDigest = (place: ResultPlace, digest: string): ResultPlace =>
  place.kind === 'kept' || place.kind === 'held' ? { ...place, digest } : place;

/** The addresses of a result, or the digest of its bytes; `null` where its place says neither. */
export function identityOf(place: ResultPlace): string | null {
  if (place.kind === 'unusable') return null;
  return place.kind === 'url' ? place.urls.join(' ') : (place.digest ?? null);
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
