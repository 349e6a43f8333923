import { useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Job } from '../../../shared/jobs';
import { call } from '../../actions';
import { retryJob } from '../../job-actions';

/** What can be done with a job, one thing at a time, and why the last try was refused. */
export function useJobActions(id: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const run = async (act: () => Promise<Envelope<unknown>>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    const answer = await act();
    setBusy(false);
    if (!answer.ok) setError(answer.error);
  };
  return {
    error,
    cancel: () => run(() => call('jobs.cancel', { id })),
    retry: () => run(() => retryJob(id)),
    /** Repeats it after the person was shown what it may cost. */
    confirm: () => run(() => retryJob(id, true)),
    goOn: () => run(() => call('jobs.resume', { id })),
    dismiss: () => run(() => call('jobs.dismiss', { ids: [id] })),
    reveal: (mediaId: string) => run(() => call('media.reveal', { id: mediaId })),
  };
}

export type JobActions = ReturnType<typeof useJobActions>;

/** What a person gives to support: the gateway's id, else the app's own. */
export const idToCopy = ({ id, remoteId }: Job): string => remoteId ?? id;
