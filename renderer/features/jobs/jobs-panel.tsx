import { useVirtualizer } from '@tanstack/react-virtual';
import { CloudDownload, Hash, ListChecks, ListX } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { focusLater } from '../../lib/focus-later';
import { oneTabStop } from '../../lib/one-tab-stop';
import { call } from '../../link/call';
import { countsText, isFinished } from '../../media/jobs/job-text';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { isOfMessage, newestFirst } from '../../state/core/selectors';
import { goTo } from '../../state/ui/navigation';
import { showProblem } from '../../state/ui/problem';
import { addressOfJob } from '../../state/ui/route';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { JobRow } from './job-row';
import { RemoteJobsDialog } from './remote-jobs-dialog';

/** Running and recently finished jobs, on any tab. */
export function JobsPanel({ isAlone = false }: { isAlone?: boolean }) {
  const jobs = usePanelJobs();
  const [dialog, setDialog] = useState<'list' | 'open' | null>(null);
  const close = () => setDialog(null);
  const finished = jobs.filter(isFinished);
  const clear = async () => {
    // The button goes with the jobs.
    const focusJobs = focusLater('jobs');
    const answer = await call('jobs.dismiss', { ids: finished.map(({ id }) => id) });
    if (answer.ok) {
      announce('Finished jobs cleared');
      focusJobs();
    } else showProblem('Couldn’t clear the finished jobs', answer.error);
  };
  return (
    <section
      aria-label="Jobs"
      className={classes(
        'flex flex-col border-line',
        isAlone ? 'min-h-0 flex-1' : 'min-h-24 flex-none border-t',
        !isAlone && jobs.length > 0 && 'max-h-[60%] basis-[42%]',
      )}
    >
      <div className="flex h-11 flex-none items-center gap-2 pr-3 pl-4">
        <ListChecks className="icon" aria-hidden />
        <h2 className="font-semibold">Jobs</h2>
        <span className="min-w-0 flex-1 truncate text-right text-muted text-sm">{countsText(jobs)}</span>
        <IconButton icon={Hash} label="Open a job by its id…" onClick={() => setDialog('open')} />
        <IconButton icon={CloudDownload} label="From the gateway…" onClick={() => setDialog('list')} />
        {finished.length > 0 && <IconButton icon={ListX} label="Clear finished" onClick={clear} />}
      </div>
      <JobList ids={useStable(jobs.map(({ id }) => id))} />
      {dialog === 'list' && <RemoteJobsDialog onClose={close} />}
      {dialog === 'open' && <OpenJobDialog onClose={close} />}
    </section>
  );
}

/** Running jobs in the order in which they will end, then finished ones, newest first. */
function usePanelJobs(): readonly Job[] {
  const jobs = useCoreState((state) => state.jobs);
  return useMemo(() => {
    const shown = Object.values(jobs)
      .filter((job) => !job.isDismissed && !isOfMessage(job))
      .sort(newestFirst);
    return [...shown.filter((job) => !isFinished(job)).reverse(), ...shown.filter(isFinished)];
  }, [jobs]);
}

/** The same array for the same ids, so that progress of one job renders one row. */
function useStable(ids: readonly string[]): readonly string[] {
  const kept = useRef(ids);
  if (kept.current.length !== ids.length || ids.some((id, index) => kept.current[index] !== id)) {
    kept.current = ids;
  }
  return kept.current;
}

const estimatedRowPx = 76;

function JobList({ ids }: { ids: readonly string[] }) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedRowPx,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 4,
  });
  useEffect(() => (scroller === null ? undefined : oneTabStop(scroller)), [scroller]);
  return (
    <div
      ref={setScroller}
      data-focus="jobs"
      data-rows={ids.length}
      tabIndex={ids.length === 0 ? 0 : -1}
      className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-3 outline-offset-[-2px]"
    >
      {ids.length === 0 && <p className="px-1.5 text-muted">Running and finished jobs appear here</p>}
      <ul aria-label="Jobs" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-row={index}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start}px)` }}
          >
            <JobRow id={ids[index] ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens a job by its id at the gateway: one that is here already, or one made elsewhere with the same key. */
function OpenJobDialog({ onClose }: { onClose: () => void }) {
  const [remoteId, setRemoteId] = useState('');
  const { open, isOpening, error } = useOpening(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remoteId.trim() !== '') void open(remoteId);
  };
  return (
    <Dialog title="Open a job by its id" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="Job id"
          value={remoteId}
          onChange={(event) => setRemoteId(event.target.value)}
          placeholder="job_…"
          help="At the gateway of the active profile. The job is followed and its result saved; it is never requested again, so it costs nothing more."
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          autoFocus
        />
        {error !== null && <ErrorCard error={error} title="Couldn’t open the job" step={stepOf(error)} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={isOpening || remoteId.trim() === ''}>
            Open
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useOpening(onOpened: () => void) {
  const [isOpening, setIsOpening] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const open = async (remoteId: string) => {
    setIsOpening(true);
    setError(null);
    const answer = await call('jobs.adopt', { remoteId });
    setIsOpening(false);
    if (!answer.ok) return setError(answer.error);
    announce('Job opened');
    onOpened();
    goTo(addressOfJob(answer.value.modality, answer.value.id));
  };
  return { open, isOpening, error };
}

const stepOf = ({ statusCode }: AppErrorData): string | undefined =>
  statusCode === 404
    ? 'Check the id, and that the active profile uses the key that the job was created with.'
    : undefined;
