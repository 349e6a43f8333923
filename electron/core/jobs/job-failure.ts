import { type AppErrorData, boundDetails, type JobStage } from '../../../shared/errors';
import type { RemoteJob } from '../../gateway/types/jobs';
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

/** How the gateway says it failed. */
export function refusedByGateway({ error, meta: { requestId } }: RemoteJob): JobFailure {
  const { code, message, param, details } = error ?? {
    code: 'provider_error',
    message: 'The gateway says the job failed.',
  };
  return new JobFailure({
    code,
    message,
    stage: 'generation',
    ...(param !== undefined && { field: param }),
    ...(details !== undefined && { details: boundDetails(details) }),
    ...(requestId !== null && { requestId }),
  });
}
