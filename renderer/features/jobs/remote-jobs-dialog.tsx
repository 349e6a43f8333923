import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { RemoteJobSummary } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { modalities } from '../../../shared/modalities/modalities';
import { copyText } from '../../lib/clipboard';
import { formatSecond } from '../../lib/format';
import { call } from '../../link/call';
import { ViewCodeButton } from '../../parts/code/view-code';
import { announce } from '../../state/announce';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorFacts } from '../../ui/error-facts';
import { ChoiceOrOther } from './choice-or-other';

const everyStatus = '';
/** Statuses that gateways use; the specification names only the last two. */
const statuses = [everyStatus, 'queued', 'running', 'completed', 'failed'];
const limits = ['20', '50', '100'];

/** The gateway's own list of jobs: jobs made elsewhere with the same key can be imported. */
export function RemoteJobsDialog({ onClose }: { onClose: () => void }) {
  const [filter, setFilter] = useState<RemoteFilter>({ status: everyStatus, limit: 20 });
  const list = useRemoteJobs(filter);
  return (
    <Dialog title="Jobs at the gateway" size="form" onClose={onClose}>
      <p className="mb-3 flex-none text-muted">
        Made with the same key, here or elsewhere. Importing a job follows it and saves its result; it costs
        nothing more.
      </p>
      <div className="mb-3 flex flex-none items-start gap-3">
        <Filters filter={filter} jobs={list.jobs} onChange={setFilter} />
        <Button className="mt-6" onClick={list.refresh}>
          Refresh
        </Button>
      </div>
      {list.error !== null && <ErrorCard error={list.error} />}
      <RemoteList jobs={list.jobs} onAdopt={list.adopt}>
        <More further={list.further} count={list.jobs?.length ?? 0} onMore={list.more} />
      </RemoteList>
      <div className="mt-4 flex flex-none items-center justify-between">
        <ViewCodeButton look="words" input={() => ({ of: 'jobs', ...list.query })} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

interface FiltersProps {
  filter: RemoteFilter;
  jobs: readonly RemoteJobSummary[] | null;
  onChange: (filter: RemoteFilter) => void;
}

/** Status and limit are the gateway's own filters; statuses that it was seen to use can be chosen too. */
function Filters({ filter, jobs, onChange }: FiltersProps) {
  const seen = (jobs ?? []).map(({ status }) => status).filter((status) => status.length <= 60);
  return (
    <>
      <ChoiceOrOther
        label="Status"
        value={filter.status}
        options={[...new Set([...statuses, ...seen.slice(0, 100)])]}
        nameOf={(one) => one || 'any'}
        onChange={(status) => onChange({ ...filter, status })}
        other={{ label: 'Other status', type: 'text', max: 60 }}
      />
      <ChoiceOrOther
        label="At most"
        value={String(filter.limit)}
        options={limits}
        nameOf={(one) => one}
        onChange={(limit) => onChange({ ...filter, limit: Number(limit) })}
        other={{ label: 'Other limit', type: 'number', max: mostRemoteJobs }}
      />
    </>
  );
}

interface RemoteListProps {
  jobs: readonly RemoteJobSummary[] | null;
  onAdopt: (remoteId: string) => void;
  children: React.ReactNode;
}

function RemoteList({ jobs, onAdopt, children }: RemoteListProps) {
  if (jobs === null) return <p className="text-muted">Loading…</p>;
  if (jobs.length === 0) return <p className="text-muted">No matching jobs</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <div tabIndex={0} className="min-h-24 overflow-y-auto outline-offset-[-2px]">
      <ul aria-label="Jobs at the gateway">
        {jobs.map((job) => (
          <RemoteJobItem key={job.remoteId} job={job} onAdopt={onAdopt} />
        ))}
      </ul>
      {children}
    </div>
  );
}

interface MoreProps {
  further: Further;
  count: number;
  onMore: () => void;
}

function More({ further, count, onMore }: MoreProps) {
  if (further === 'end') return null;
  if (further === 'withheld') {
    return (
      <p className="border-line border-t py-2 text-muted text-sm">
        The gateway has more jobs than the {count.toLocaleString('en')} shown, but returns no more at once.
        Narrow the list by status, or open a job by its id.
      </p>
    );
  }
  const isLoading = further === 'loading';
  return (
    <div className="border-line border-t py-2">
      <Button aria-disabled={isLoading} onClick={isLoading ? undefined : onMore}>
        {isLoading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}

interface RemoteJobItemProps {
  job: RemoteJobSummary;
  onAdopt: (remoteId: string) => void;
}

/** A job of the gateway's list: what its record tells, and whether it is here. */
function RemoteJobItem({ job, onAdopt }: RemoteJobItemProps) {
  const { remoteId, prompt, model, modality, jobId, error } = job;
  const times = timesText(job);
  return (
    <li className="flex items-start gap-3 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={prompt ?? undefined}>
          {prompt ?? remoteId}
        </p>
        <p className="truncate text-muted text-sm">
          {statusText(job)} · {modalities[modality].label} · {model ?? 'model unknown'}
        </p>
        <p className="text-muted text-sm">
          {times !== '' && `${times} · `}
          <code className="select-text break-all font-mono">{remoteId}</code>
        </p>
        {error !== null && <Failure error={error} />}
      </div>
      <IconButton icon={Copy} label="Copy id" onClick={() => void copyId(remoteId)} />
      <ViewCodeButton look="icon" input={() => ({ of: 'remoteJob', remoteId })} />
      {jobId === null ? (
        <Button onClick={() => onAdopt(remoteId)}>Import</Button>
      ) : (
        <span className="flex-none pt-1.5 text-muted text-sm">already here</span>
      )}
    </li>
  );
}

async function copyId(remoteId: string): Promise<void> {
  announce((await copyText(remoteId)) ? 'Id copied' : 'Couldn’t copy');
}

function statusText({ status, progress }: RemoteJobSummary): string {
  const word = status === '' ? 'status unknown' : status;
  return progress === null ? word : `${word} · ${Math.round(progress * 100)} %`;
}

/** `Created …, ended …`; empty where the gateway tells neither. */
function timesText({ createdAt, finishedAt }: RemoteJobSummary): string {
  const created = createdAt === null ? [] : [`created ${formatSecond(createdAt)}`];
  const ended = finishedAt === null ? [] : [`ended ${formatSecond(finishedAt)}`];
  const text = [...created, ...ended].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Failure({ error }: { error: AppErrorData }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer truncate rounded-sm text-bad" title={error.message}>
        <code className="font-mono">{error.code}</code> · {error.message}
      </summary>
      <div className="mt-1 border-bad/60 border-l-2 pl-2.5">
        <p className="break-words">{error.message}</p>
        <ErrorFacts error={error} />
      </div>
    </details>
  );
}

interface RemoteFilter {
  /** Empty for any. */
  readonly status: string;
  readonly limit: number;
}

/** The most that the list is asked for. */
const mostRemoteJobs = 1_000;

/** What follows the last loaded job. */
type Further = 'more' | 'loading' | 'withheld' | 'end';

const noJobs: readonly RemoteJobSummary[] = [];

/**
 * The gateway's list of jobs. The interface knows a limit and no position, so more are loaded with a higher limit.
 */
function useRemoteJobs({ status, limit }: RemoteFilter) {
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
