/** The files of a long text: one, or one for each of its parts where they can't be joined. */
import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { isDialogue, parametersOfPart, withVoices } from '../../../shared/run/dialogue';
import type { JobContext } from './context';
import { resultError } from './job-failure';
import { type FailedResult, keep, missing, originOf } from './save-results';

/**
 * Joins the parts of a long text into its one file. Parts that can't be one, such as those of another type than was
 * requested, become files of their own: they are paid for.
 */
export async function saveJoined(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const saved = await context.savedPositions(job.id);
  if (!saved.has(JOINED)) {
    // Some may be files already, where the app closed in between.
    const isJoined = saved.size === 0 && (await joinAll(context, job, signal));
    if (!isJoined) await saveAllParts(context, job, signal);
  }
  // Those of a dialogue stay, so that a line can be spoken again alone.
  if (!isDialogue(job.parameters)) await context.ports.files.dropParts(job.id);
}

/** The place of the joined file; those of parts begin behind it. */
const JOINED = 0;

/** @returns whether the parts are one file now */
async function joinAll(context: JobContext, job: Job, signal: AbortSignal): Promise<boolean> {
  const { destination } = await context.internals(job.id);
  const origin = originOf(await context.load(job.id), 1);
  try {
    const request = { destination, origin, signal, of: { jobId: job.id, position: JOINED } };
    const { file, partsMs } = await context.ports.files.joinParts(job.id, job.parts.length, request);
    await context.store(job.id, { resultFacts: [{ revisedPrompt: null, partsMs }] });
    await keep(context, job, JOINED, { file, origin });
    return true;
  } catch (error) {
    if (error instanceof AppError && CANNOT_BE_ONE.includes(error.data.code)) return false;
    throw error;
  }
}

/** A part of another form, one that is gone, and a whole that is no sound; not a disk that may work again. */
const CANNOT_BE_ONE: readonly string[] = ['invalid_input', 'not_found', 'malformed_response'];

async function saveAllParts(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const saved = await context.savedPositions(job.id);
  const failed: FailedResult[] = [];
  for (const { index } of job.parts) {
    if (saved.has(index + 1)) continue;
    try {
      await savePartAlone(context, job, index, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const data = resultError(context.ports, error);
      failed.push({ position: index, error: data, isFetchable: data.code !== 'not_found' });
    }
  }
  if (failed.length > 0) throw await missing(context, job, { total: job.parts.length, left: 0 }, failed);
}

async function savePartAlone(
  context: JobContext,
  job: Job,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const { ports } = context;
  const { destination } = await context.internals(job.id);
  const { start, end } = job.parts[index] ?? { start: 0, end: job.prompt.length };
  const whole = originOf(await context.load(job.id), job.parts.length);
  const part = { number: index + 1, count: job.parts.length };
  const prompt = job.prompt.slice(start, end);
  const parameters = withVoices(parametersOfPart(job, { index, start }), {});
  const origin = { ...whole, prompt, parameters, part };
  const opened = await ports.files.openPart(job.id, index);
  const of = { jobId: job.id, position: index + 1 };
  const file = await ports.files.save({ ...opened, destination, origin, signal, of });
  await keep(context, job, index + 1, { file, origin });
}
