import { useState } from 'react';
import type { RemoteJobSummary } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useAnswer } from '../../state/use-answer';

export interface RemoteFilter {
  /** Empty for any. */
  readonly status: string;
  readonly limit: number;
}

/** The most that the list is asked for. */
export const mostRemoteJobs = 1_000;

/** What follows the last loaded job. */
export type Further = 'more' | 'loading' | 'withheld' | 'end';

const noJobs: readonly RemoteJobSummary[] = [];

/**
 * The gateway's list of jobs. The interface knows a limit and no position, so more are loaded with a higher limit.
 */
export function useRemoteJobs({ status, limit }: RemoteFilter) {
  const [extra, setExtra] = useState({ status, limit, pages: 0 });
  const isSame = extra.status === status && extra.limit === limit;
  const pages = isSame ? extra.pages : 0;
  const wanted = Math.min(mostRemoteJobs, limit * (pages + 1));
  const query = { status: status === '' ? null : status, limit: wanted };
  const { value, error, isCurrent, again } = useAnswer(
    () => call('jobs.remoteList', query),
    [status, wanted],
  );
  const [refusal, setRefusal] = useState<AppErrorData | null>(null);
  // What an earlier, lower limit brought stays; what another status brought does not.
  const jobs = error !== null && pages === 0 ? noJobs : value;
  const refresh = () => {
    setRefusal(null);
    again();
  };
  const adopt = async (remoteId: string) => {
    const answer = await call('jobs.adopt', { remoteId });
    if (!answer.ok) return setRefusal(answer.error);
    announce('Job imported');
    refresh();
  };
  const more = () => setExtra({ status, limit, pages: pages + 1 });
  const further = error === null ? furtherOf(jobs ?? noJobs, wanted, isCurrent) : 'end';
  return { jobs, query, error: refusal ?? error, refresh, adopt, more, further };
}

/** A gateway that always says that there are more, and returns no more, ends the list too. */
function furtherOf(jobs: readonly RemoteJobSummary[], wanted: number, isCurrent: boolean): Further {
  if (!isCurrent) return 'loading';
  const hasMore = jobs[0]?.hasMore ?? null;
  const isFull = jobs.length >= wanted;
  if (isFull && hasMore !== false) return wanted < mostRemoteJobs ? 'more' : 'withheld';
  return hasMore === true ? 'withheld' : 'end';
}
