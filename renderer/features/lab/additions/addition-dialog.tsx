import type { ReactNode } from 'react';
import type { CommandInput } from '../../../../shared/contract';
import type { Experiment } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';
import { useAnswer } from '../../../state/use-answer';
import { settleMs } from '../../../state/use-forecast';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { PlanEstimate, PlanMistakes } from '../setup/plan-summary';
import { useAdditions } from './additions-store';

interface AdditionDialogProps {
  title: string;
  experiment: Experiment;
  mistakes: readonly string[];
  /** What it would add, to ask for its price; `null` where something is wrong. */
  question: CommandInput<'experiments.forecast'> | null;
  variants: number;
  cases: number;
  calls: number;
  onAdd: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Fields of what is added, what prevents it, and what its new cells alone may cost. */
export function AdditionDialog({ title, experiment, mistakes, question, ...props }: AdditionDialogProps) {
  const { variants, cases, calls, onAdd, onClose, children } = props;
  const isSending = useAdditions((state) => state.isSending);
  const error = useAdditions((state) => state.error);
  const { value: forecast } = useAnswer(
    question === null ? null : () => call('experiments.forecast', question),
    [question === null ? null : JSON.stringify(question)],
    { delayMs: settleMs },
  );
  const isOff = question === null || isSending;
  return (
    <Dialog title={title} size="text" onClose={onClose}>
      <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-1">{children}</div>
      <div className="flex flex-none flex-col gap-2 pt-3">
        {error !== null && <ErrorCard error={error} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <PlanMistakes label="To add this" mistakes={mistakes} />
          {question !== null && (
            <PlanEstimate {...{ variants, cases, calls, forecast }} repeats={experiment.repeats} />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-0 flex-1 basis-60 text-muted text-sm">{whenSent(experiment)}</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" aria-disabled={isOff} onClick={() => !isOff && onAdd()}>
            Add to experiment
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const whenSent = ({ state, budget }: Experiment): string => {
  const button = { draft: 'Start', running: 'Resume', paused: 'Resume', stopped: 'Run', completed: 'Run' }[
    state
  ];
  return `Nothing is sent before you press ${button}.${budget === null ? '' : ' The budget stays as it is.'}`;
};
