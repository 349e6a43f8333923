import { useDeferredValue, useEffect, useMemo } from 'react';
import type { CommandInput } from '../../../../shared/contract';
import type { Experiment } from '../../../../shared/lab/experiment';
import { focusOnOpening } from '../../../lib/focus-on-opening';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { counted } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { CasesEditor } from '../setup/cases-editor';
import { AdditionDialog } from './addition-dialog';
import { casesToAdd, choicesOf, columnsToAdd } from './additions';
import { add, changeAdditions, useAdditions } from './additions-store';

type Question = CommandInput<'experiments.addCases'>;

export interface AddDialogProps {
  open: OpenExperiment;
  experiment: Experiment;
  onClose: () => void;
}

/** Further cases for every variant of an experiment. */
export function AddCasesDialog({ open, experiment, onClose }: AddDialogProps) {
  const cases = useAdditions((state) => state.cases);
  const text = useAdditions((state) => state.tableText);
  useEffect(() => focusOnOpening('lab-case'), []);
  const columns = useMemo(() => columnsToAdd(experiment, open.cases, cases), [experiment, open.cases, cases]);
  const typed = useDeferredValue(cases);
  const { added, mistakes, calls } = useMemo(() => casesToAdd(experiment, typed), [experiment, typed]);
  // The command takes lists that could be changed, and nothing here changes them.
  const question = added && ({ id: experiment.id, cases: added } as unknown as Question);
  const onAdd = async () => {
    if (question === null) return;
    const isAdded = await add('cases', question, (id) =>
      call('experiments.addCases', { ...question, ...id }),
    );
    if (!isAdded) return;
    announce(`${counted(question.cases.length, 'case')} added`);
    onClose();
  };
  return (
    <AdditionDialog
      title="Add cases"
      {...{ experiment, mistakes, calls, question, onClose }}
      variants={experiment.variants.length}
      cases={typed.length}
      onAdd={() => void onAdd()}
    >
      <CasesEditor
        {...{ cases, columns, text }}
        variants={choicesOf(experiment)}
        modality={experiment.modality}
        onChange={(change) => changeAdditions(change(useAdditions.getState()))}
      />
    </AdditionDialog>
  );
}
