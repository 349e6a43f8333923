import { FlaskConical, Plus, Table2 } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { shortCost } from '../../../shared/money/cost';
import { cutText } from '../../../shared/text/cut-text';
import { KeyHint } from '../../commands/key-hint';
import { useKeys } from '../../commands/use-keys';
import { focusName } from '../../lib/focus';
import { groupByDay } from '../../lib/group-by-day';
import { promptTitle } from '../../lib/prompt-title';
import { isFinished, progressText } from '../../media/jobs/job-text';
import { ComparisonRow } from '../../parts/comparisons/comparison-row';
import {
  comparisonOfRow,
  comparisonRow,
  newestRowFirst,
  useComparisonsSince,
} from '../../parts/comparisons/listed';
import { HistoryRows } from '../../parts/history/history-rows';
import { useCoreState } from '../../state/core/core-state';
import { useJobsOf } from '../../state/core/selectors';
import { addressOfExperiment } from '../../state/ui/lab-route';
import { addressOfBatch, addressOfJob } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';
import { classes } from '../../ui/classes';
import { Suspense } from '../../ui/later';
import { historyEntries, type JobEntry, type JobSet } from './history-entries';

interface CreateHistoryProps {
  modality: MediaModality;
  /** The newest batches, above the rest. */
  batches: ReactNode;
}

/** What was made, newest first, under its days. */
export function CreateHistory({ modality, batches }: CreateHistoryProps) {
  const keys = useKeys('new');
  return (
    <>
      <div className="flex-none p-3 pb-2">
        <Button
          className="w-full justify-start"
          aria-keyshortcuts={keys.aria}
          onClick={() => focusName('composer')}
        >
          <Plus className="icon" aria-hidden />
          <span className="flex-1 text-left">New {modalities[modality].label.toLowerCase()}</span>
          <KeyHint command="new" />
        </Button>
      </div>
      <Suspense>{batches}</Suspense>
      <HistoryList modality={modality} />
    </>
  );
}

type Row =
  | { readonly key: string; readonly day: string }
  | { readonly key: string; readonly entry: JobEntry };

/** Jobs made by themselves; comparisons, experiments and batches as one row each. */
function useRows(modality: MediaModality): readonly Row[] {
  const jobs = useJobsOf(modality);
  const cursor = useCoreState(({ jobCursors }) => jobCursors[modality]);
  const own = useMemo(() => historyEntries(jobs), [jobs]);
  const hasMore = typeof cursor === 'string';
  const compared = useComparisonsSince(modality, hasMore ? (jobs.at(-1)?.createdAt ?? 0) : 0);
  return useMemo(() => {
    const entries: readonly JobEntry[] = [...own, ...compared.map(comparisonRow)];
    const groups = groupByDay([...entries].sort(newestRowFirst), ({ at }) => at, Date.now());
    return groups.flatMap(({ label, items }): Row[] => [
      { key: label, day: label },
      ...items.map((entry) => ({ key: entry.row, entry })),
    ]);
  }, [own, compared]);
}

function HistoryList({ modality }: { modality: MediaModality }) {
  const rows = useRows(modality);
  const named = useUiState(({ route }) => route.jobId);
  return (
    <HistoryRows rows={rows} keyOf={({ key }) => key} empty="No results yet">
      {(row) => contentOf(row, named)}
    </HistoryRows>
  );
}

/** No component: the rows are new objects after each report, and what they hold is drawn only where it has changed. */
function contentOf(row: Row, named: string | null): ReactNode {
  if ('day' in row) return <h2 className="px-2 pt-2.5 text-muted text-sm">{row.day}</h2>;
  const { job, set } = row.entry;
  if (set !== undefined) return <SetOfHistory set={set} />;
  if (job === undefined) return <ComparisonRow id={comparisonOfRow(row.key) ?? ''} />;
  return <JobOfHistory job={job} isOpen={job.id === named} />;
}

/** Drawn again only where its own job changes. */
const JobOfHistory = memo(function JobOfHistory({ job, isOpen }: { job: Job; isOpen: boolean }) {
  return (
    <a
      href={addressOfJob(job.modality, job.id)}
      aria-current={isOpen ? 'true' : undefined}
      title={cutText(promptTitle(job.prompt), 500)}
      className={classes(
        'flex h-8 items-center gap-2 rounded-control px-2',
        isOpen ? 'bg-hover' : 'text-muted hover:bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{cutText(promptTitle(job.prompt), 200)}</span>
      <span className={classes('flex-none text-xs', isFinished(job) ? 'text-muted' : 'text-accent')}>
        {endOfRow(job)}
      </span>
    </a>
  );
});

/** Of an experiment or a batch, which opens with a press. */
function SetOfHistory({ set: { kind, id, job, count } }: { set: JobSet }) {
  const Icon = kind === 'experiment' ? FlaskConical : Table2;
  return (
    <a
      href={kind === 'experiment' ? addressOfExperiment(id) : addressOfBatch(id)}
      title={cutText(promptTitle(job.prompt), 500)}
      className="flex h-8 items-center gap-2 rounded-control px-2 text-muted hover:bg-hover"
    >
      <Icon className="icon size-3.5 flex-none" aria-hidden />
      <span className="sr-only">{kind === 'experiment' ? 'Experiment: ' : 'Batch: '}</span>
      <span className="min-w-0 flex-1 truncate">{cutText(promptTitle(job.prompt), 200)}</span>
      <span className="flex-none text-muted text-xs">{count === 1 ? '1 result' : `${count} results`}</span>
    </a>
  );
}

function endOfRow(job: Job): string {
  if (!isFinished(job)) return progressText(job) ?? job.status;
  if (job.status !== 'completed') return job.status;
  return shortCost(job.cost);
}
