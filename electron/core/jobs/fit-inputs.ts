/** Inputs in the format and size that a model takes. The files of the person stay as they are. */
import { AppError } from '../../../shared/errors';
import type { StoredFile } from '../../../shared/media/files';
import type { Job } from '../../../shared/media/jobs';
import { imageLimitsOf } from '../../../shared/models/known-image-limits';
import type { Model } from '../../../shared/models/models';
import { fitsOf, fitText, type ImageFit } from '../../../shared/run/image-fit';
import { isSent, type JobInput } from '../../../shared/run/inputs';
import type { Ports } from '../ports/ports';
import type { JobContext } from './context';

/** An input, and what is sent in its place. */
export type FittedInput = JobInput & {
  /** The same image in a format or size that the model takes. */
  readonly sent?: StoredFile;
};

type Converting = Pick<Ports, 'storage' | 'storedFiles' | 'clock'>;

/** Each input with the file that is sent in its place, where its model needs another one. */
async function fittedFor(
  ports: Converting,
  model: Pick<Model, 'id' | 'capabilities'>,
  inputs: readonly JobInput[],
): Promise<readonly FittedInput[]> {
  const fits = fitsOf(inputs, imageLimitsOf(model));
  const fitted: FittedInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const fit = fits[index] ?? null;
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

/** The inputs of a job as they are sent. The same image becomes the same bytes each time. */
export async function fittedInputsOf(
  { ports, modelOf }: Pick<JobContext, 'modelOf'> & { readonly ports: Converting },
  { inputs = [], profileId, model }: Pick<Job, 'inputs' | 'profileId' | 'model'>,
): Promise<readonly FittedInput[]> {
  const known = modelOf(profileId, model) ?? { id: model, capabilities: null };
  return fittedFor(ports, known, inputs.filter(isSent));
}
