import { Copy, FolderOpen, RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type Job, whyNotAgain } from '../../../shared/media/jobs';
import { modalities } from '../../../shared/modalities/modalities';
import { isPaid } from '../../../shared/money/cost';
import { copyText } from '../../lib/clipboard';
import { focusName } from '../../lib/focus';
import { promptTitle } from '../../lib/prompt-title';
import { ActionError } from '../../media/jobs/action-error';
import {
  chargeText,
  goingOn,
  isFinished,
  parametersText,
  progressText,
  statusWord,
} from '../../media/jobs/job-text';
import { Checks, Elapsed } from '../../media/jobs/job-time';
import { RawAnswerActions } from '../../media/jobs/raw-answer';
import { idToCopy, type JobActions, useJobActions } from '../../media/jobs/use-job-actions';
import { Thumbnail } from '../../media/thumbnail';
import { CostBeside, CostedIconButton } from '../../parts/credits/cost-beside';
import { announce } from '../../state/announce';
import { useIsDesktop, useJob, useMedia } from '../../state/core/selectors';
import { addressOfJob } from '../../state/ui/route';
import { Button, IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { ErrorFacts, RequestId } from '../../ui/error-facts';
import { ProgressBar } from '../../ui/progress-bar';

/** One job of the panel: its request, its state, and its commands. */
export const JobRow = memo(function JobRow({ id }: { id: string }) {
  const job = useJob(id);
  const actions = useJobActions(id);
  if (job === undefined) return null;
  return (
    <div className="rounded-control px-1.5 py-1.5 hover:bg-hover">
      <div className="flex items-start gap-3">
        <JobThumbnail job={job} />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline gap-2">
            <a
              href={addressOfJob(job.modality, id)}
              title={promptTitle(job.prompt)}
              className="min-w-0 flex-1 truncate rounded-sm font-medium"
            >
              {promptTitle(job.prompt)}
            </a>
            <State job={job} />
          </div>
          <p className="truncate text-muted text-sm">
            <Facts job={job} />
          </p>
          {job.error !== null && <Failure job={job} error={job.error} />}
          {job.status === 'completed' && job.hasRawAnswer && <FoundResults job={job} />}
        </div>
      </div>
      {!isFinished(job) && (
        <div className="mt-1 ml-14">
          <ProgressBar progress={job.progress} />
        </div>
      )}
      <RowActions job={job} actions={actions} />
      <ActionError actions={actions} />
    </div>
  );
});

function JobThumbnail({ job }: { job: Job }) {
  const item = useMedia(job.media[0]?.id ?? null);
  const kind = modalities[job.modality].mediaKind;
  return <Thumbnail item={item} kind={kind} className="mt-0.5 h-8 w-11 flex-none rounded-control" />;
}

const toneOf: Partial<Record<Job['status'], string>> = {
  completed: 'text-ok',
  failed: 'text-bad',
  interrupted: 'text-warn',
  running: 'text-accent',
  saving: 'text-accent',
};

function State({ job }: { job: Job }) {
  const progress = isFinished(job) ? null : progressText(job);
  return (
    <span className={classes('flex-none text-sm', toneOf[job.status] ?? 'text-muted')}>
      {progress ??
        (job.status === 'failed' ? statusWord(job) : job.status === 'interrupted' ? '' : job.status)}
    </span>
  );
}

function Facts({ job }: { job: Job }) {
  const parameters = parametersText(job);
  const isTold = isFinished(job) && job.status !== 'interrupted';
  return (
    <>
      {job.modality}
      {!isTold && ` · ${statusWord(job)}`}
      {parameters !== '' && ` · ${parameters}`} · <Elapsed job={job} />
    </>
  );
}

function chargeTone(job: Job): string | undefined {
  if (job.mayStillCharge) return 'text-warn';
  return isPaid(job.cost) ? 'text-credit' : undefined;
}

/** Its duration and the time of its next poll. */
function Figures({ job }: { job: Job }) {
  const charge = chargeText(job);
  return (
    <p className="max-w-full flex-auto truncate text-muted text-sm">
      {charge !== null && <span className={chargeTone(job)}>{charge}</span>}
      <Checks job={job} />
    </p>
  );
}

/** Its results were in no field that is known for them, so the whole answer is beside them. */
function FoundResults({ job }: { job: Job }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer truncate rounded-sm text-muted">Results found in the answer</summary>
      <div className="mt-1 mb-2 border-l-2 pl-2.5">
        <p className="mb-2 break-words text-muted">
          The answer has no result in the usual fields. Check that nothing is missing or too much.
        </p>
        <RawAnswerActions job={job} />
      </div>
    </details>
  );
}

/** One line, which opens to everything that is known about the error. */
function Failure({ job, error }: { job: Job; error: AppErrorData }) {
  const { code, message, requestId } = error;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer truncate rounded-sm text-bad" title={message}>
        <code className="font-mono">{code}</code> · {message}
      </summary>
      <div className="mt-1 mb-2 border-bad/60 border-l-2 pl-2.5">
        <p className="break-words">{message}</p>
        <ErrorFacts error={error} />
        {requestId !== undefined && <RequestId id={requestId} />}
        <RawAnswerActions job={job} />
      </div>
    </details>
  );
}

function RowActions({ job, actions }: { job: Job; actions: JobActions }) {
  const isDesktop = useIsDesktop();
  const finished = isFinished(job);
  const further = goingOn(job);
  const file = job.media[0];
  const dismiss = () => {
    // This row and its button go: the list keeps the focus.
    focusName('jobs');
    void actions.dismiss();
  };
  const copyId = async () => announce((await copyText(idToCopy(job))) ? 'Id copied' : 'Couldn’t copy');
  return (
    <div className="-mb-1 flex flex-wrap items-center gap-x-0.5 pl-14">
      <Figures job={job} />
      <div className="ml-auto flex flex-none items-center gap-0.5">
        {further !== null && (
          <>
            <Button tone="quiet" className="text-sm" title={further.help} onClick={actions.goOn}>
              {further.label}
            </Button>
            <CostBeside intent={{ kind: 'resumeJob', id: job.id }} />
          </>
        )}
        {finished && job.status !== 'completed' && whyNotAgain(job) === null && (
          <CostedIconButton
            intent={{ kind: 'retryJob', id: job.id }}
            icon={RotateCw}
            label="Retry"
            onClick={actions.retry}
          />
        )}
        {isDesktop && file !== undefined && (
          <IconButton icon={FolderOpen} label="Show in folder" onClick={() => actions.reveal(file.id)} />
        )}
        <IconButton icon={Copy} label="Copy id" onClick={copyId} />
        {finished ? (
          <IconButton icon={X} label="Dismiss" onClick={dismiss} />
        ) : (
          <IconButton icon={X} label="Cancel" onClick={actions.cancel} />
        )}
      </div>
    </div>
  );
}
