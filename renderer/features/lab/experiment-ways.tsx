import { Download, Play } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Experiment } from '../../../shared/lab/experiment';
import { call } from '../../link/call';
import { costWords } from '../../parts/credits/cost-text';
import { openTab } from '../../state/ui/navigation';
import { useAnswer } from '../../state/use-answer';
import { Button } from '../../ui/button';
import { mainLandmark } from '../../ui/main-landmark';
import { MenuTrigger } from '../../ui/menu-trigger';
import { type ExportFormat, exportExperiment, exportFormats } from './export-experiment';
import { canMend } from './grid/grid-layout';
import {
  judgeExperiment,
  pauseExperiment,
  removeExperiment,
  resumeExperiment,
  retryCells,
  startExperiment,
  stopExperiment,
} from './lab-actions';
import { counted } from './lab-text';
import type { OpenExperiment } from './open-experiment';
import { readJudgements } from './read-judgements';

interface WaysProps {
  open: OpenExperiment;
  experiment: Experiment;
  onError: (error: AppErrorData | null) => void;
}

const verbs = { draft: 'Start', running: 'Run', stopped: 'Run', completed: 'Run' } as const;

/** The commands for the whole experiment. */
export function ExperimentWays({ open, experiment, onError }: WaysProps) {
  const { id, state, counts, judgements } = experiment;
  const run = async (ask: () => Promise<Envelope<unknown> | null>) => {
    const answer = await ask();
    onError(answer?.ok === false ? answer.error : null);
    return answer?.ok === true;
  };
  const remove = async () => {
    if (await run(() => removeExperiment(id))) openTab('lab');
  };
  const broken = [counts, judgements].reduce((sum, one) => sum + one.failed + one.interrupted, 0);
  const retryAll = async () => {
    const cells = [...open.cells.values()].filter(canMend).map((cell) => cell.id);
    const judged = await readJudgements(id);
    if (!judged.ok) return judged;
    const failed = judged.value.filter((one) => one.isOutdated !== true && canMend(one));
    return retryCells(id, [...cells, ...failed.map((one) => one.id)]);
  };
  const isOpen = state === 'running' || state === 'paused';
  // Of one that ended, cells wait that were added since.
  const canStart = state === 'draft' || state === 'paused' || (state !== 'running' && counts.waiting > 0);
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-end gap-2">
      {canStart && (
        <>
          <Cost id={id} waiting={counts.waiting + judgements.waiting} />
          <Button
            tone="primary"
            onClick={() => void run(() => (state === 'paused' ? resumeExperiment(id) : startExperiment(id)))}
          >
            <Play className="icon" aria-hidden />
            {state === 'paused' ? 'Resume' : `${verbs[state]} ${counted(counts.waiting, 'call')}`}
          </Button>
        </>
      )}
      {state !== 'running' && counts.running === 0 && counts.done > 0 && (
        <JudgeButton experiment={experiment} onJudge={() => void run(() => judgeExperiment(id))} />
      )}
      {state === 'running' && <Button onClick={() => void run(() => pauseExperiment(id))}>Pause</Button>}
      {isOpen && <Button onClick={() => void run(() => stopExperiment(id))}>Stop</Button>}
      {broken > 0 && state !== 'running' && (
        <Button onClick={() => void run(retryAll)}>Retry {broken} failed</Button>
      )}
      <ExportMenu onExport={(format) => void exportExperiment(open, format).then(onError)} />
      {state !== 'running' && (
        <Button tone="danger" onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </div>
  );
}

function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger as={Button}>
        <Download className="icon" aria-hidden />
        Export
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content tabIndex={0} align="end" sideOffset={4} className="floating min-w-40 p-1">
          {exportFormats.map(([format, label]) => (
            <DropdownMenu.Item
              key={format}
              className="flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover"
              onSelect={() => onExport(format)}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Asks a model about answers that it has not judged yet, such as after an assertion was added. */
function JudgeButton({ experiment, onJudge }: { experiment: Experiment; onJudge: () => void }) {
  const { id, revision, judgements } = experiment;
  const { value } = useAnswer(
    () => call('experiments.forecast', { id, judging: {} }),
    [id, revision, judgements.done],
  );
  const calls = value?.judging.calls ?? 0;
  const words = value === null ? null : costWords(value.judging);
  if (calls === 0) return null;
  return (
    <Button onClick={onJudge} title={words?.title}>
      Judge{words === null ? '' : ` · ${words.text}`}
    </Button>
  );
}

/** What the cells that wait may cost. */
function Cost({ id, waiting }: { id: string; waiting: number }) {
  const { value } = useAnswer(() => call('experiments.forecast', { id }), [id, waiting]);
  const words = value === null ? null : costWords(value.total);
  if (words === null) return null;
  return (
    <span
      role="status"
      aria-live="off"
      aria-label="Estimate"
      className="text-credit text-sm"
      title={words.title}
    >
      {words.text}
    </span>
  );
}
