import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/jobs';
import type { MediaOrigin } from '../../../shared/media';
import { modalities } from '../../../shared/modalities';
import type { SavedFile, SaveRequest } from '../job-ports';
import type { JobContext } from './context';
import { open, type Result } from './results';

/** Saves every result that is not saved yet, each on arrival; what is saved stays saved when a later one fails. */
export async function saveResults(
  context: JobContext,
  job: Job,
  sources: readonly Result[],
  signal: AbortSignal,
): Promise<void> {
  const { media, jobs } = context.ports.storage;
  if (sources.length === 0) {
    throw new AppError({
      code: 'malformed_response',
      message: 'The gateway said it was done, but gave no result.',
    });
  }
  const saved = new Set(media.positionsOf(job.id));
  const { destination } = jobs.internals(job.id);
  for (const [position, source] of sources.entries()) {
    if (saved.has(position)) continue;
    const { bytes, declaredBytes } = await open(context, job, source, signal);
    const origin = originOf(context.read(job.id), sources.length);
    const kind = modalities[job.modality].mediaKind;
    const file = await context.ports.files.save({
      source: bytes,
      declaredBytes,
      kind,
      destination,
      origin,
      signal,
    });
    await keep(context, job, position, { file, origin });
  }
}

/** Joins the parts of a long text into its one file. */
export async function saveJoined(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const { destination } = context.ports.storage.jobs.internals(job.id);
  const origin = originOf(context.read(job.id), 1);
  const kind = modalities[job.modality].mediaKind;
  const request: Omit<SaveRequest, 'source' | 'declaredBytes'> = { kind, destination, origin, signal };
  const file = await context.ports.files.joinParts(job.id, job.parts.length, request);
  await keep(context, job, 0, { file, origin });
  await context.ports.files.dropParts(job.id);
}

async function keep(
  { ports, change }: JobContext,
  job: Job,
  position: number,
  made: { file: SavedFile; origin: MediaOrigin },
) {
  const id = ports.clock.newId();
  const { media } = ports.storage;
  media.insert({ id, position, ...made.file, origin: made.origin });
  // Told only with its small picture: a window would load the large one for a moment, and keep it in memory.
  const hasThumbnail = made.file.kind === 'image' && (await ports.files.makeThumbnail(id, made.file));
  change(job.id, {}, () => hasThumbnail && media.update(id, { hasThumbnail }));
}

/** A call's charge is for all its results, so each carries its share. */
function originOf(job: Job, results: number): MediaOrigin {
  const { modality, model, prompt, parameters, extra, id: jobId, createdAt } = job;
  const share = job.creditsUsed === null ? null : Math.round(job.creditsUsed / results);
  return {
    modality,
    model,
    prompt,
    parameters,
    extra,
    jobId,
    createdAt,
    creditsUsed: share as MediaOrigin['creditsUsed'],
  };
}
