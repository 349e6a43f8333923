import { useId, useState } from 'react';
import type { RemoteJobSummary } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

const everyStatus = '';
/** Statuses that gateways use; the specification names only the last two. */
const statuses = [everyStatus, 'queued', 'running', 'completed', 'failed'];
const limits = [20, 50, 100];

/** The gateway's own list of jobs: jobs made elsewhere with the same key can be imported. */
export function RemoteJobsDialog({ onClose }: { onClose: () => void }) {
  const [status, setStatus] = useState(everyStatus);
  const [limit, setLimit] = useState(20);
  const list = useRemoteJobs(status, limit);
  return (
    <Dialog title="Jobs at the gateway" onClose={onClose}>
      <p className="mb-3 text-muted">
        Made with the same key, here or elsewhere. Bringing one in follows it and saves its result; it costs
        nothing more.
      </p>
      <div className="mb-3 flex items-end gap-3">
        <Choice
          label="Status"
          value={status}
          options={statuses}
          nameOf={(one) => one || 'any'}
          onChange={setStatus}
        />
        <Choice
          label="At most"
          value={String(limit)}
          options={limits.map(String)}
          nameOf={(one) => one}
          onChange={(one) => setLimit(Number(one))}
        />
        <Button onClick={list.refresh}>Refresh</Button>
      </div>
      {list.error !== null && <ErrorCard error={list.error} />}
      <RemoteList jobs={list.jobs} onAdopt={list.adopt} />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

const noJobs: readonly RemoteJobSummary[] = [];

function useRemoteJobs(status: string, limit: number) {
  const wanted = { status: status === everyStatus ? null : status, limit };
  const { value, error: unread, again } = useAnswer(() => call('jobs.remoteList', wanted), [status, limit]);
  const [refusal, setRefusal] = useState<AppErrorData | null>(null);
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
  return { jobs: unread === null ? value : noJobs, error: refusal ?? unread, refresh, adopt };
}

interface RemoteListProps {
  jobs: readonly RemoteJobSummary[] | null;
  onAdopt: (remoteId: string) => void;
}

function RemoteList({ jobs, onAdopt }: RemoteListProps) {
  if (jobs === null) return <p className="text-muted">Loading…</p>;
  if (jobs.length === 0) return <p className="text-muted">No matching jobs</p>;
  return (
    <ul aria-label="Jobs at the gateway" className="max-h-[40vh] overflow-y-auto">
      {jobs.map(({ remoteId, prompt, model, status, jobId }) => (
        <li key={remoteId} className="flex items-center gap-3 border-line border-t py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{prompt ?? remoteId}</p>
            <p className="truncate text-muted text-sm">
              {status} · {model ?? 'model unknown'} · <code className="font-mono">{remoteId}</code>
            </p>
          </div>
          {jobId === null ? (
            <Button onClick={() => onAdopt(remoteId)}>Import</Button>
          ) : (
            <span className="text-muted text-sm">already here</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly string[];
  nameOf: (option: string) => string;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, nameOf, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex-1">
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="field">
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
