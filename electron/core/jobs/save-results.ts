import { AppError, type AppErrorData, type JobStage } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { type MediaOrigin, type ResultKind, resultKinds } from '../../../shared/media/media';
import { type MediaModality, mediaModalities, modalities } from '../../../shared/modalities/modalities';
import { shareOf } from '../../../shared/money/cost';
import type { ResultFacts } from '../../gateway/types/media';
import type { SavedFile, SaveRequest } from '../ports/media-files';
import type { JobContext } from './context';
import { dropRefused, untilServed } from './downloads';
import { fetchedWhole } from './fetch-cut-file';
import { JobFailure, resultError } from './job-failure';
import { chooseResults, leftText, moreLeft } from './result-limit';
import { addressesOf, isFetchable, open, type Result } from './results';

export interface FailedResult {
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
  const saved = await context.savedPositions(job.id);
  const failed: FailedResult[] = [];
  const { positions, left } = chooseResults(job, results, saved);
  for (const position of positions) {
    const result = results[position] as Result;
    try {
      const which = { result, position, count: results.length };
      await untilServed(context, job, signal, () => saveOne(context, job, which, signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failed.push({ position, error: resultError(context.ports, error), isFetchable: isFetchable(result) });
    }
  }
  if (failed.length > 0) throw await missing(context, job, { total: results.length, left }, failed);
  if (left > 0) throw moreLeft(results.length - left, left);
}

interface Which {
  readonly result: Result;
  readonly position: number;
  readonly count: number;
}

/** Tries each address of a result: a mirror may work where the first has expired. */
async function saveOne(context: JobContext, job: Job, which: Which, signal: AbortSignal): Promise<void> {
  const { result } = which;
  const [first, ...others] = result.kind === 'url' ? addressesOf(result) : [];
  if (first === undefined) return await saveTrue(context, job, which, signal);
  const saveFrom = (url: string) =>
    saveTrue(context, job, { ...which, result: { kind: 'url', url } }, signal);
  try {
    await saveFrom(first);
  } catch (error) {
    for (const url of others) {
      // The disk's failure is the same for every address.
      if (signal.aborted || isOfDisk(resultError(context.ports, error).code)) break;
      if (
        await saveFrom(url).then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw error;
  }
}

const isOfDisk = (code: string) => code.startsWith('storage_');

/** A job of elsewhere says not what it makes, so the kind that its folder was guessed by is corrected by the bytes. */
async function saveTrue(context: JobContext, job: Job, which: Which, signal: AbortSignal): Promise<void> {
  if (!job.isForeign) return await saveWhole(context, job, which, signal);
  try {
    await saveWhole(context, job, which, signal, modalities[job.modality].mediaKind);
  } catch (error) {
    const kind = kindOfBytes(error);
    if (signal.aborted || kind === null) throw error;
    const modality = mediaModalities.find((id) => modalities[id].mediaKind === kind);
    if (modality !== undefined) await correctKind(context, job, modality);
    await saveWhole(context, await context.load(job.id), which, signal);
  }
}

/** How often a download begins again whose file changed while it was cut; it would otherwise be joined of two files. */
const MAX_BEGUN_AGAIN = 2;

async function saveWhole(
  context: JobContext,
  job: Job,
  which: Which,
  signal: AbortSignal,
  kind?: ResultKind,
): Promise<void> {
  const save = (refusesCut: boolean) => saveFresh(context, job, { ...which, kind, refusesCut }, signal);
  await fetchedWhole(context.ports.clock, signal, which.result.kind === 'url', save);
}

async function saveFresh(...given: Parameters<typeof saveAs>): Promise<void> {
  const [context, job, { position }, signal] = given;
  for (let begun = 0; ; begun += 1) {
    try {
      return await saveAs(...given);
    } catch (error) {
      if (kindOfBytes(error) === null) await dropRefused(context, job, position, error);
      const hasChanged = context.ports.describeError(error).code === 'result_changed';
      if (!hasChanged || begun === MAX_BEGUN_AGAIN || signal.aborted) throw error;
    }
  }
}

/** What a result is whose kind was only guessed, where the refusal of its bytes says it. */
function kindOfBytes(error: unknown): ResultKind | null {
  const details =
    error instanceof AppError ? (error.data.details as { mediaKind?: unknown } | undefined) : {};
  return resultKinds.find((kind) => kind === details?.mediaKind) ?? null;
}

async function correctKind(
  { internals, store }: JobContext,
  { id, modality: was }: Job,
  modality: MediaModality,
) {
  const { destination } = await internals(id);
  const { folder } = destination;
  const guessed = `/${modalities[was].resultFolder}`;
  const isGuessed = folder.endsWith(guessed);
  const right = isGuessed
    ? `${folder.slice(0, -guessed.length)}/${modalities[modality].resultFolder}`
    : folder;
  await store(id, { modality, destination: { ...destination, folder: right } });
}

async function saveAs(
  context: JobContext,
  job: Job,
  { result, position, count, ...how }: Which & Pick<SaveRequest, 'kind' | 'refusesCut'>,
  signal: AbortSignal,
): Promise<void> {
  const { destination, resultFacts } = await context.internals(job.id);
  const { bytes, declaredBytes, declaredType } = await open(context, job, { result, position }, signal);
  const origin = withFacts(originOf(await context.load(job.id), count), resultFacts[position]);
  const of = { jobId: job.id, position };
  const request = { source: bytes, declaredBytes, declaredType, ...how, destination, origin, signal, of };
  const file = await context.ports.files.save(request);
  await keep(context, job, position, { file, origin });
  if (result.kind === 'url') await context.ports.files.dropDownload(job.id, position);
}

/** Of what failed, in an error. */
const MOST_LISTED = 20;

/** `3 of 4 results saved. Result 2: …`; the code is that of the first failure. */
export async function missing(
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

/** Stores the row of a file that is on the disk. Retried until the database accepts it, since the file is paid for. */
export async function keep(
  { ports, persist, store }: JobContext,
  job: Job,
  position: number,
  { file, origin }: { file: SavedFile; origin: MediaOrigin },
) {
  const id = ports.clock.newId();
  const { media } = ports.storage;
  await persist(() => media.insert({ id, position, ...file, origin }));
  ports.files.settle({ jobId: job.id, position });
  // Emitted only once the thumbnail exists: a window would otherwise load the full file for a moment and hold it in
  // memory.
  const seen = file.kind === 'image' ? await ports.files.makeThumbnail(id, file) : null;
  await store(job.id, {}, () => seen !== null && media.update(id, seen));
}

/** A call's charge covers all its results, so each carries its share. */
export function originOf(job: Job, results: number): MediaOrigin {
  const { modality, model, prompt, parameters, extra, id: jobId, createdAt } = job;
  return {
    modality,
    model,
    prompt,
    parameters,
    extra,
    jobId,
    createdAt,
    cost: shareOf(job.cost, results),
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
