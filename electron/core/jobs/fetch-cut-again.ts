/** Fetches a result that arrived cut once more, in its place. It is paid for, so this costs nothing. */
import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import type { SavedFile } from '../ports/media-files';
import type { JobContext } from './context';
import { addressesOf, open, type Result, resultsOf } from './results';

type Fetchable = Extract<Result, { kind: 'url' | 'bytes' }>;

/** One at a time for each result: a second press is the same intent. */
export function createFetchCutAgain(context: JobContext): (id: string) => Promise<MediaItem> {
  const underWay = new Map<string, Promise<MediaItem>>();
  return (id) => {
    const begun = underWay.get(id) ?? fetchAgain(context, id).finally(() => underWay.delete(id));
    underWay.set(id, begun);
    return begun;
  };
}

/** @throws AppError where it is whole, gone, nowhere to be fetched from, or still cut: what is here stays then. */
async function fetchAgain(context: JobContext, id: string): Promise<MediaItem> {
  const { ports, persist } = context;
  const { media } = ports.storage;
  const item = media.get(id);
  if (item === undefined || media.isRemoved(id))
    throw new AppError({ code: 'not_found', message: 'This result no longer exists.' });
  if (item.isCut !== true)
    throw new AppError({ code: 'invalid_input', field: 'id', message: 'This file is complete.' });
  const job = await context.load(item.origin.jobId);
  const position = media.positionOf(id);
  const file = await fetched(context, job, item, position);
  const before = media.place(id);
  // Before the row: where the app ends in between, a whole image would never get its thumbnail.
  const seen = file.kind === 'image' ? await ports.files.makeThumbnail(id, file) : null;
  const commit = async () => {
    await persist(() => {
      media.replaceFile(id, file);
      if (seen !== null) media.update(id, seen);
    });
    ports.files.settle({ jobId: job.id, position });
  };
  // All of what is here is in the new file.
  if (before === undefined) await commit();
  else await ports.files.replace(before, commit);
  await ports.files.dropShownCopy(id).catch(() => undefined);
  return media.get(id) ?? item;
}

async function fetched(
  context: JobContext,
  job: Job,
  { bytes, origin }: MediaItem,
  position: number,
): Promise<SavedFile> {
  const { signal } = new AbortController();
  const { files } = context.ports;
  const result = await findResult(context, job, position, signal);
  const { destination } = await context.internals(job.id);
  const places: readonly Fetchable[] =
    result.kind === 'url' ? addressesOf(result).map((url) => ({ kind: 'url', url })) : [result];
  const failures: unknown[] = [];
  for (const place of places) {
    try {
      // What was kept of it is the cut file.
      await files.dropDownload(job.id, position);
      const { bytes: source, ...declared } = await open(context, job, { result: place, position }, signal);
      const of = { jobId: job.id, position };
      const whole = { refusesCut: true, destination, origin, signal, of };
      const file = await files.save({ source, ...declared, ...whole });
      if (file.bytes >= bytes) return file;
      await files.replace(file, async () => files.settle(of));
      const message = 'The file at its address is shorter now than the one that is here, which was kept.';
      failures.push(new AppError({ code: 'stream_cut', message }));
    } catch (error) {
      failures.push(error);
    } finally {
      await files.dropDownload(job.id, position);
    }
  }
  throw failures[0];
}

/** Where it is: as its answer said, else as its gateway says now; asking for a job costs nothing. */
async function findResult(
  context: JobContext,
  job: Job,
  position: number,
  signal: AbortSignal,
): Promise<Fetchable> {
  const isSpoken = job.parts.length > 1;
  const stored = isSpoken ? undefined : (await resultsOf(context, job))[position];
  if (stored?.kind === 'url') return stored;
  if (stored === undefined && !isSpoken && job.remoteId !== null) {
    const client = await context.profiles.client(job.profileId);
    const { outputs } = await client.jobs.retrieve(job.remoteId, { signal });
    const output = outputs[position];
    if (output?.kind === 'url' || output?.kind === 'bytes') return output;
  }
  const message =
    'This result came inside the answer of its request, so there is no address to fetch it from.';
  throw new AppError({ code: 'not_found', message });
}
