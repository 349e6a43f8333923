import { useDeferredValue, useMemo } from 'react';
import type { CommandInput } from '../../../../shared/contract';
import { firstUnit } from '../../../../shared/money/money-units';
import { call } from '../../../link/call';
import { useModelsOf } from '../../../parts/models/profile-models';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import type { VariantDraft } from '../setup/lab-draft';
import { contextOf } from '../setup/use-plan';
import { VariantRow } from '../setup/variant-row';
import type { AddDialogProps } from './add-cases-dialog';
import { AdditionDialog } from './addition-dialog';
import { variantToAdd } from './additions';
import { add, changeAdditions, useAdditions } from './additions-store';

type Question = CommandInput<'experiments.addVariant'>;

/** One more variant, asked with every case of an experiment. */
export function AddVariantDialog(props: AddDialogProps) {
  const draft = useAdditions(({ variant }) => variant);
  return draft === null ? null : <OfDraft {...props} draft={draft} />;
}

function OfDraft({ open, experiment, onClose, draft }: AddDialogProps & { draft: VariantDraft }) {
  const typed = useDeferredValue(draft);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const models = useModelsOf(typed.profileId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first model is read from the store of models.
  const { added, mistakes, calls } = useMemo(
    () => variantToAdd(experiment, open.cases, typed, contextOf(experiment.modality, firstUnit, activeId)),
    [experiment, open.cases, typed, activeId, models],
  );
  const question = added && ({ id: experiment.id, variant: added } as unknown as Question);
  const onAdd = async () => {
    if (question === null) return;
    const isAdded = await add('variant', question, (id) =>
      call('experiments.addVariant', { ...question, ...id }),
    );
    if (!isAdded) return;
    announce('Variant added');
    onClose();
  };
  return (
    <AdditionDialog
      title="Add a variant"
      {...{ experiment, mistakes, calls, question, onClose }}
      variants={1}
      cases={experiment.caseCount}
      onAdd={() => void onAdd()}
    >
      <VariantRow
        variant={draft}
        name="New variant"
        modality={experiment.modality}
        onChange={(change) => changeAdditions({ variant: { ...draft, ...change } })}
      />
    </AdditionDialog>
  );
}
