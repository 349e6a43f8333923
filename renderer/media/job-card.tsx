import { RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import { type Job, whyNotAgain } from '../../shared/media/jobs';
import { modalities, modelText } from '../../shared/modalities/modalities';
import { promptTitle } from '../lib/prompt-title';
import { ViewCodeButton } from '../parts/code/view-code';
import { CostBeside } from '../parts/credits/cost-beside';
import { isOfMessage, useJob } from '../state/core/selectors';
import { chargeHint, ErrorCard } from '../ui/alert';
import { Button, IconButton } from '../ui/button';
import { classes } from '../ui/classes';
import { ProgressBar } from '../ui/progress-bar';
import { ActionError } from './jobs/action-error';
import { AllowHostButton, AllowJobOrigin, originElsewhere, refusedHostOf } from './jobs/allow-host';
import {
  chargeText,
  goingOn,
  hasUnknownOutcome,
  isFinished,
  parametersText,
  progressText,
  statusWord,
} from './jobs/job-text';
import { Checks, Elapsed } from './jobs/job-time';
import { RawAnswerActions } from './jobs/raw-answer';
import { type JobActions, useJobActions } from './jobs/use-job-actions';
import { iconOfKind } from './thumbnail';

interface JobCardProps {
  id: string;
  /** An image will replace it. */
  isPicture: boolean;
  /** It has just failed, so it is announced. */
  isRecent: boolean;
}

/** A job among the results: running, or ended without a result. */
export const JobCard = memo(function JobCard({ id, isPicture, isRecent }: JobCardProps) {
  const job = useJob(id);
  const actions = useJobActions(id);
  if (job === undefined) return null;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised">
      {isFinished(job) ? (
        <Ended job={job} actions={actions} isRecent={isRecent} />
      ) : (
        <UnderWay job={job} actions={actions} isPicture={isPicture} />
      )}
      <ActionError actions={actions} />
    </article>
  );
});

interface UnderWayProps {
  job: Job;
  actions: JobActions;
  isPicture: boolean;
}

function UnderWay({ job, actions, isPicture }: UnderWayProps) {
  const Icon = iconOfKind[modalities[job.modality].mediaKind];
  return (
    <>
      <div
        className={classes(
          'flex flex-1 flex-col items-center justify-center gap-1 bg-hover p-3 text-center',
          isPicture && 'min-h-[140px]',
        )}
      >
        <p className="flex items-center gap-2 font-semibold text-xl">
          <Icon className="icon text-muted" aria-hidden />
          {progressText(job) ?? statusWord(job)}
        </p>
        <p className="text-muted text-sm">
          {progressText(job) !== null && `${statusWord(job)} · `}
          <Elapsed job={job} />
        </p>
        <p className="h-5 text-muted text-sm">
          <Checks job={job} />
        </p>
      </div>
      <ProgressBar progress={job.progress} />
      <CardText job={job}>
        <IconButton icon={X} label="Cancel" onClick={actions.cancel} />
      </CardText>
    </>
  );
}

/** The prompt, and below it the settings with what can be done. */
function CardText({ job, children }: { job: Job; children?: React.ReactNode }) {
  const facts = [parametersText(job), modelText(job.model)].filter((text) => text !== '');
  return (
    <div className="flex-none px-3 pt-2 pb-1.5">
      <p className="truncate font-medium" title={promptTitle(job.prompt)}>
        {promptTitle(job.prompt)}
      </p>
      <div className="flex min-h-7 items-center gap-0.5 text-muted text-sm">
        <p className="min-w-0 flex-1 truncate">{facts.join(' · ')}</p>
        {children}
      </div>
    </div>
  );
}

interface EndedProps {
  job: Job;
  actions: JobActions;
  isRecent: boolean;
}

function Ended({ job, actions, isRecent }: EndedProps) {
  return (
    <>
      <div className="flex flex-1 flex-col gap-2 p-3">
        {job.error === null ? (
          <p className="text-muted">Cancelled. Gatehouse stopped checking this job.</p>
        ) : (
          <ErrorCard
            error={job.error}
            title={
              hasUnknownOutcome(job) && originElsewhere(job) === null
                ? 'Interrupted, outcome unknown'
                : undefined
            }
            role={isRecent ? 'alert' : 'group'}
          />
        )}
        <Charge job={job} />
        <NextSteps job={job} actions={actions} />
      </div>
      <CardText job={job}>
        <ViewCodeButton look="icon" input={() => ({ of: 'job', jobId: job.id })} />
        {!isOfMessage(job) && <IconButton icon={X} label="Dismiss" onClick={actions.dismiss} />}
      </CardText>
    </>
  );
}

/** Whether it cost anything, or still may, in words. */
function Charge({ job }: { job: Job }) {
  // The card of the error says it.
  if (job.mayStillCharge && job.error?.outcomeUnknown) return null;
  if (job.mayStillCharge) {
    return (
      <p className="text-sm text-warn">
        {job.status === 'cancelled'
          ? 'The gateway continues the job and may still charge for it.'
          : `The gateway may have charged for it. ${chargeHint()}`}
      </p>
    );
  }
  return <p className="text-muted text-sm">Charge: {chargeText(job)}</p>;
}

function NextSteps({ job, actions }: { job: Job; actions: JobActions }) {
  const further = goingOn(job);
  const noRetry = whyNotAgain(job);
  return (
    <div className="flex flex-wrap gap-2">
      <AllowHostButton job={job} actions={actions} />
      <AllowJobOrigin job={job} actions={actions} />
      {further !== null && (
        <Button
          tone={refusedHostOf(job) === null && originElsewhere(job) === null ? 'primary' : 'plain'}
          title={further.help}
          onClick={actions.goOn}
        >
          {further.label}
        </Button>
      )}
      {further !== null && <CostBeside intent={{ kind: 'resumeJob', id: job.id }} />}
      {noRetry === null && (
        <>
          <Button title="A new job with the same settings, and a new charge" onClick={actions.retry}>
            <RotateCw className="icon" aria-hidden />
            Retry
          </Button>
          <CostBeside intent={{ kind: 'retryJob', id: job.id }} />
        </>
      )}
      <RawAnswerActions job={job} />
      {further !== null && <p className="w-full text-muted text-sm">{further.help}</p>}
      {noRetry !== null && job.isForeign && <p className="w-full text-muted text-sm">{noRetry}</p>}
    </div>
  );
}
