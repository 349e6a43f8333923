import { AppError, type AppErrorData, type JobStage } from '../../../shared/errors';
import type { Job } from '../../../shared/jobs';
import type { MediaOrigin } from '../../../shared/media';
import { type ModalityId, modalities, modalityIds, resultFolders } from '../../../shared/modalities';
import type { ResultFacts } from '../../gateway/types';
import type { SavedFile } from '../ports/jobs';
import type { JobContext } from './context';
import { JobFailure, resultError } from './job-failure';
import { chooseResults, leftText, moreLeft } from './result-limit';
import { isFetchable, open, type Result } from './results';

interface FailedResult {
  readonly position: number;
  readonly error: AppErrorData & { readonly stage: JobStage };
  readonly isFetchable: boolean;
}

/**
 * Downloads, checks and saves every result that is not saved yet, each on its own: one that fails does not keep another
 * from being saved.
 * @throws JobFailure that names what is missing, once all others are saved
 */
export async function saveResults(
  context: JobContext,
  job: Job,
  results: readonly Result[],
  signal: AbortSignal,
): Promise<void> {
  if (results.length === 0) {
    const message = 'The gateway reported success, but sent no result.';
    throw new JobFailure({ code: 'malformed_response', message, stage: 'download' });
  }
  const saved = new Set(context.ports.storage.media.positionsOf(job.id));
  const failed: FailedResult[] = [];
  const { positions, left } = chooseResults(job, results, saved);
  for (const position of positions) {
    const result = results[position] as Result;
    try {
      await saveOne(context, job, { result, position, count: results.length }, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failed.push({ position, error: resultError(context.ports, error), isFetchable: isFetchable(result) });
    }
  }
  if (failed.length > 0) throw await missing(context, job, { total: results.length, left }, failed);
  if (left > 0) throw moreLeft(results.length - left, left);
}

async function saveOne(
  context: JobContext,
  job: Job,
  which: { result: Result; position: number; count: number },
  signal: AbortSignal,
): Promise<void> {
  try {
    await saveWhole(context, job, which, signal);
  } catch (error) {
    const modality = job.isForeign ? modalityOfBytes(error) : null;
    if (signal.aborted || modality === null) throw error;
    await correctKind(context, job, modality);
    await saveAs(context, await context.load(job.id), which, signal);
  }
}

/** How often a download begins again whose file changed while it was cut; it would otherwise be joined of two files. */
const MAX_BEGUN_AGAIN = 2;

async function saveWhole(...[context, job, which, signal]: Parameters<typeof saveAs>): Promise<void> {
  for (let begun = 0; ; begun += 1) {
    try {
      return await saveAs(context, job, which, signal);
    } catch (error) {
      const hasChanged = context.ports.describeError(error).code === 'result_changed';
      if (!hasChanged || begun === MAX_BEGUN_AGAIN || signal.aborted) throw error;
    }
  }
}

/** What a result is whose kind was only guessed, where the refusal of its bytes says it. */
function modalityOfBytes(error: unknown): ModalityId | null {
  const details =
    error instanceof AppError ? (error.data.details as { mediaKind?: unknown } | undefined) : {};
  return modalityIds.find((id) => modalities[id].mediaKind === details?.mediaKind) ?? null;
}

async function correctKind({ ports, store }: JobContext, { id, modality: was }: Job, modality: ModalityId) {
  const { destination } = ports.storage.jobs.internals(id);
  const { folder } = destination;
  const guessed = `/${resultFolders[was]}`;
  const isGuessed = folder.endsWith(guessed);
  const right = isGuessed ? `${folder.slice(0, -guessed.length)}/${resultFolders[modality]}` : folder;
  await store(id, { modality, destination: { ...destination, folder: right } });
}

async function saveAs(
  context: JobContext,
  job: Job,
  { result, position, count }: { result: Result; position: number; count: number },
  signal: AbortSignal,
): Promise<void> {
  const { destination, resultFacts } = context.ports.storage.jobs.internals(job.id);
  const { bytes, declaredBytes } = await open(context, job, result, signal);
  const origin = withFacts(originOf(await context.load(job.id), count), resultFacts[position]);
  const kind = modalities[job.modality].mediaKind;
  const request = { source: bytes, declaredBytes, kind, destination, origin, signal };
  const file = await context.ports.files.save(request);
  await keep(context, job, position, { file, origin });
}

/** Of what failed, in an error. */
const MOST_LISTED = 20;

/** `3 of 4 results saved. Result 2: …`; the code is that of the first failure. */
async function missing(
  context: JobContext,
  job: Job,
  { total, left }: { readonly total: number; readonly left: number },
  failed: readonly FailedResult[],
): Promise<JobFailure> {
  // Only what may still arrive can be downloaded again.
  await context.store(job.id, { hasResult: left > 0 || failed.some((one) => one.isFetchable) });
  const [first] = failed;
  if (first === undefined || total === 1) throw new JobFailure(first?.error as FailedResult['error']);
  const list = failed
    .slice(0, MOST_LISTED)
    .map(({ position, error }) => `Result ${position + 1}: ${error.message}`);
  const saved = total - failed.length - left;
  const rest = left > 0 ? ` ${leftText(left)}` : '';
  return new JobFailure({
    ...first.error,
    message: `${saved} of ${total} results saved. ${list.join(' ')}${rest}`,
    details: {
      saved,
      total,
      ...(left > 0 && { left }),
      failed: failed.slice(0, MOST_LISTED).map(({ position, error: { code, message } }) => ({
        position: position + 1,
        code,
        message,
      })),
    },
  });
}

/** Joins the parts of a long text into its one file. */
export async function saveJoined(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const { destination } = context.ports.storage.jobs.internals(job.id);
  if (context.ports.storage.media.positionsOf(job.id).length === 0) {
    const origin = originOf(await context.load(job.id), 1);
    const kind = modalities[job.modality].mediaKind;
    const request = { kind, destination, origin, signal };
    const file = await context.ports.files.joinParts(job.id, job.parts.length, request);
    await keep(context, job, 0, { file, origin });
  }
  await context.ports.files.dropParts(job.id);
}

/** Stores the row of a file that is on the disk. Retried until the database accepts it, since the file is paid for. */
async function keep(
  { ports, persist, store }: JobContext,
  job: Job,
  position: number,
  { file, origin }: { file: SavedFile; origin: MediaOrigin },
) {
  const id = ports.clock.newId();
  const { media } = ports.storage;
  await persist(() => media.insert({ id, position, ...file, origin }));
  // Emitted only once the thumbnail exists: a window would otherwise load the full file for a moment and hold it in
  // memory.
  const hasThumbnail = file.kind === 'image' && (await ports.files.makeThumbnail(id, file));
  await store(job.id, {}, () => hasThumbnail && media.update(id, { hasThumbnail }));
}

/** A call's charge covers all its results, so each carries its share. */
function originOf(job: Job, results: number): MediaOrigin {
  const { modality, model, prompt, parameters, extra, id: jobId, createdAt } = job;
  const share = (used: number | null | undefined) => (used == null ? null : Math.round(used / results));
  return {
    modality,
    model,
    prompt,
    parameters,
    extra,
    jobId,
    createdAt,
    creditsUsed: share(job.creditsUsed) as MediaOrigin['creditsUsed'],
    ...(job.dollarsUsed != null && { dollarsUsed: share(job.dollarsUsed) as MediaOrigin['dollarsUsed'] }),
  };
}

/** What the gateway says of this one among the results of a request. */
function withFacts(
  origin: MediaOrigin,
  { seed, revisedPrompt = null }: Partial<ResultFacts> = {},
): MediaOrigin {
  return {
    ...origin,
    ...(seed !== undefined && { seed }),
    ...(revisedPrompt !== null && revisedPrompt !== origin.prompt && { revisedPrompt }),
  };
}
