import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Experiment } from '../../../../shared/lab/experiment';
import { Button } from '../../../ui/button';
import type { OpenExperiment } from '../open-experiment';
import { AddCasesDialog } from './add-cases-dialog';
import { AddVariantDialog } from './add-variant-dialog';
import { beginAdditions } from './additions-store';

const dialogs = { cases: AddCasesDialog, variant: AddVariantDialog } as const;
const words = { cases: 'Add cases…', variant: 'Add a variant…' } as const;
type What = keyof typeof dialogs;

/** Adds to an experiment, whatever was sent of it. */
export function AddButtons({ open, experiment }: { open: OpenExperiment; experiment: Experiment }) {
  const [shown, setShown] = useState<What | null>(null);
  const begin = (what: What) => {
    beginAdditions(experiment);
    setShown(what);
  };
  const Shown = shown === null ? null : dialogs[shown];
  return (
    <>
      {(['cases', 'variant'] as const).map((what) => (
        <Button key={what} tone="quiet" onClick={() => begin(what)}>
          <Plus className="icon" aria-hidden />
          {words[what]}
        </Button>
      ))}
      {Shown !== null && <Shown open={open} experiment={experiment} onClose={() => setShown(null)} />}
    </>
  );
}
