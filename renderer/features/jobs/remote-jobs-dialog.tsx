import { useState } from 'react';
import type { RemoteJobSummary } from '../../../shared/contract';
import { ViewCodeButton } from '../../parts/code/view-code';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ChoiceOrOther } from './choice-or-other';
import { RemoteJobItem } from './remote-job-item';
import { type Further, mostRemoteJobs, type RemoteFilter, useRemoteJobs } from './use-remote-jobs';

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
