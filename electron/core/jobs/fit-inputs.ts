/** Inputs in the format and size that a model takes. The files of the person stay as they are. */
import { AppError } from '../../../shared/errors';
import type { StoredFile } from '../../../shared/media/files';
import type { Job } from '../../../shared/media/jobs';
import { frameSizeOf, imageLimitsOf } from '../../../shared/models/known-image-limits';
import type { Model } from '../../../shared/models/models';
import { fitsOf, fitText, type ImageFit } from '../../../shared/run/image-fit';
import { isSent, type JobInput } from '../../../shared/run/inputs';
import type { Ports } from '../ports/ports';
import type { JobContext } from './context';

type Converting = Pick<Ports, 'storage' | 'storedFiles' | 'clock'>;

/** Each input with the file that is sent in its place, where its model needs another one. */
async function fittedFor(
  ports: Converting,
  model: Pick<Model, 'id' | 'capabilities'>,
  { inputs = [], parameters }: Pick<Fitted, 'inputs' | 'parameters'>,
): Promise<readonly JobInput[]> {
  const fits = fitsOf(inputs, imageLimitsOf(model), frameSizeOf(model, parameters));
  const fitted: JobInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const fit = isSent(input) ? (fits[index] ?? null) : null;
    const sent = fit === null || input.file === null ? null : await converted(ports, input.file, fit);
    fitted.push(sent === null ? input : { ...input, sent });
  }
  return fitted;
}

async function converted(
  { storage, storedFiles, clock }: Converting,
  file: StoredFile,
  fit: ImageFit,
): Promise<StoredFile> {
  const { name } = file;
  await storedFiles.verify(file);
  const { removed: _removed, ...made } = await storedFiles.fitted(file, fit).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw notConverted(file, fit);
  });
  storage.files.put(made, clock.now());
  return { ...made, name };
}

function notConverted(file: StoredFile, fit: ImageFit): AppError {
  const wanted = fitText(file, fit).replace(/^Sent as (.*) \(.*$/, '$1');
  return new AppError({
    code: 'invalid_input',
    field: 'inputs',
    message: `“${file.name}” can’t be converted to ${wanted}, which this model needs. Add a copy of it in that form.`,
  });
}

type Fitting = Pick<JobContext, 'modelOf'> & { readonly ports: Converting };
type Fitted = Pick<Job, 'inputs' | 'profileId' | 'model'> & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** The inputs of a request as they would be sent now. */
export function fittedInputsOf({ ports, modelOf }: Fitting, job: Fitted): Promise<readonly JobInput[]> {
  const { profileId, model } = job;
  return fittedFor(ports, modelOf(profileId, model) ?? { id: model, capabilities: null }, job);
}

/**
 * The inputs of a job as they are sent. What they became the first time is kept with the job, so that a request which
 * is sent again under its key has the same bytes, whatever the catalogue says by then.
 */
export async function keptInputsOf(
  context: Fitting & Pick<JobContext, 'persist'>,
  job: Job,
): Promise<readonly JobInput[]> {
  if (job.inputs === undefined) return [];
  const { jobs } = context.ports.storage;
  if (!(await context.persist(() => jobs.hasSentInputs(job.id)))) {
    const fitted = await fittedInputsOf(context, job);
    await context.persist(() => jobs.keepSentInputs(job.id, fitted));
  }
  // Read again: another part of the job may have been first.
  const kept = await context.persist(() => jobs.get(job.id));
  return (kept?.inputs ?? []).filter(isSent);
}
