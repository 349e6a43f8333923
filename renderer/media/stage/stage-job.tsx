import { X } from 'lucide-react';
import { cutText } from '../../../shared/cut-text';
import type { Job } from '../../../shared/jobs';
import { modalities, modelText } from '../../../shared/modalities';
import { promptTitle } from '../../lib/prompt-title';
import { Button } from '../../ui/button';
import { ProgressBar } from '../../ui/progress-bar';
import { scrollStop } from '../../ui/scroll-stop';
import { ActionError } from '../jobs/action-error';
import { useJobCost } from '../jobs/job-cost';
import { chargeText, parametersText, progressText, statusWord } from '../jobs/job-text';
import { Checks, Elapsed } from '../jobs/job-time';
import { useJobActions } from '../jobs/use-job-actions';
import { iconOfKind } from '../thumbnail';
import type { FactsPlace, Size } from './arrangement';
import { PromptText } from './prompt-text';

interface JobProgressProps {
  job: Job;
  size: Size;
}

/** A running job, in the position and aspect ratio of its result. */
export function JobProgress({ job, size }: JobProgressProps) {
  const actions = useJobActions(job.id);
  const progress = progressText(job);
  const Icon = iconOfKind[modalities[job.modality].mediaKind];
  return (
    <div
      className="flex flex-col overflow-hidden rounded-control border border-line bg-panel"
      style={{ width: size.width, height: size.height }}
    >
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-1 p-4 text-center">
        <Icon className="icon mb-2 size-7 text-faint" aria-hidden />
        <p className="font-semibold text-xl">{progress ?? statusWord(job)}</p>
        <p className="text-muted">
          {progress !== null && `${statusWord(job)} · `}
          <Elapsed job={job} />
        </p>
        <p className="min-h-5 text-muted text-sm">
          <Checks job={job} />
        </p>
        <Button className="mt-2" onClick={actions.cancel}>
          <X className="icon" aria-hidden />
          Cancel
        </Button>
        <ActionError actions={actions} />
      </div>
      <ProgressBar progress={job.progress} />
    </div>
  );
}

/** The request and its estimated cost. */
export function JobFacts({ job, place }: { job: Job; place: FactsPlace }) {
  const cost = useJobCost(job);
  const facts = [modelText(job.model), parametersText(job)].filter((text) => text !== '').join(' · ');
  const costLine = (
    <span className="text-credit" title={cost?.title}>
      {chargeText(job) ?? cost?.text ?? 'cost unknown'}
    </span>
  );
  if (place === 'below') {
    return (
      <div className="flex min-w-0 flex-col justify-end">
        <p className="truncate font-medium" title={cutText(promptTitle(job.prompt), 2_000)}>
          {cutText(promptTitle(job.prompt), 500)}
        </p>
        <p className="flex min-h-8 items-center truncate text-muted text-sm">
          {facts}
          <span className="whitespace-pre"> · </span>
          {costLine}
        </p>
      </div>
    );
  }
  return (
    <div ref={scrollStop} className="flex min-h-0 flex-col gap-3 overflow-y-auto py-1 pl-5">
      <PromptText text={promptTitle(job.prompt)} />
      <p className="text-muted text-sm">{facts}</p>
      <p className="text-sm">{costLine}</p>
    </div>
  );
}
