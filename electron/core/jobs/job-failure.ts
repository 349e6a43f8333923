import type { AppErrorData, JobStage } from '../../../shared/errors';
import type { Ports } from '../ports/ports';

/** What ended a job, with the stage in which it happened. */
export class JobFailure extends Error {
  readonly data: AppErrorData;
  constructor(data: AppErrorData & { readonly stage: JobStage }) {
    super(data.message);
    this.data = data;
  }
}

/** Disk errors belong to saving; every other error to receiving the result. */
export function resultError(
  { describeError }: Pick<Ports, 'describeError'>,
  error: unknown,
): AppErrorData & { readonly stage: JobStage } {
  const data = describeError(error);
  if (data.code.startsWith('storage_')) return { ...data, stage: 'save' };
  const { statusCode } = data;
  if (statusCode === undefined || statusCode < 400) return { ...data, stage: 'download' };
  return {
    ...data,
    message: `The server that keeps it answered with status ${statusCode}.`,
    stage: 'download',
  };
}
