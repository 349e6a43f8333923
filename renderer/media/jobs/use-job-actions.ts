import { useState } from 'react';
import type { CommandInput } from '../../../shared/contract';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { call } from '../../link/call';
import { allowHost, allowJobOrigin, resumeJob, retryJob } from '../job-actions';

/** What can be done with a job, one thing at a time, and why the last try was refused. */
export function useJobActions(id: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const run = async (act: () => Promise<Envelope<unknown> | null>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    const answer = await act();
    setBusy(false);
    if (answer?.ok === false) setError(answer.error);
  };
  return {
    error,
    cancel: () => run(() => call('jobs.cancel', { id })),
    retry: () => run(() => retryJob(id)),
    goOn: () => run(() => resumeJob(id)),
    allowHost: (profileId: string, host: string) => run(() => allowHost(id, profileId, host)),
    allowJobOrigin: (input: CommandInput<'profiles.allowJobs'>) => run(() => allowJobOrigin(id, input)),
    dismiss: () => run(() => call('jobs.dismiss', { ids: [id] })),
    reveal: (mediaId: string) => run(() => call('media.reveal', { id: mediaId })),
  };
}

export type JobActions = ReturnType<typeof useJobActions>;

/** What a person gives to support: the gateway's id, else the app's own. */
export const idToCopy = ({ id, remoteId }: Job): string => remoteId ?? id;
