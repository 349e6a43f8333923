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
import { type ExportFormat, exportExperiment, exportFormats } from './export-experiment';
import { canMend } from './grid/grid-layout';
import {
  pauseExperiment,
  removeExperiment,
  resumeExperiment,
  retryCells,
  startExperiment,
  stopExperiment,
} from './lab-actions';
import { counted } from './lab-text';
import type { OpenExperiment } from './open-experiment';

interface WaysProps {
  open: OpenExperiment;
  experiment: Experiment;
  onError: (error: AppErrorData | null) => void;
}

/** The commands for the whole experiment. */
export function ExperimentWays({ open, experiment: { id, state, counts }, onError }: WaysProps) {
  const run = async (ask: () => Promise<Envelope<unknown> | null>) => {
    const answer = await ask();
    onError(answer?.ok === false ? answer.error : null);
    return answer?.ok === true;
  };
  const remove = async () => {
    if (await run(() => removeExperiment(id))) openTab('lab');
  };
  const broken = counts.failed + counts.interrupted;
  const retryAll = () => {
    const cells = [...open.cells.values()].filter(canMend).map((cell) => cell.id);
    return retryCells(id, cells);
  };
  const isOpen = state === 'running' || state === 'paused';
  const canStart = state === 'draft' || state === 'paused';
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-end gap-2">
      {canStart && (
        <>
          <Cost id={id} waiting={counts.waiting} />
          <Button
            tone="primary"
            onClick={() => void run(() => (state === 'draft' ? startExperiment(id) : resumeExperiment(id)))}
          >
            <Play className="icon" aria-hidden />
            {state === 'draft' ? `Start ${counted(counts.waiting, 'call')}` : 'Resume'}
          </Button>
        </>
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
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download className="icon" aria-hidden />
          Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content align="end" sideOffset={4} className="floating min-w-40 p-1">
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
