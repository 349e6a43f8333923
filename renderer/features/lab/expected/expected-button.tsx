import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { Experiment } from '../../../../shared/lab/experiment';
import { Button } from '../../../ui/button';
import type { OpenExperiment } from '../open-experiment';
import { ExpectedDialog } from './expected-dialog';

/** What all cases expect, and who judges it. */
export function ExpectedButton({ open, experiment }: { open: OpenExperiment; experiment: Experiment }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setShown(true)}>
        <ListChecks className="icon" aria-hidden />
        Edit assertions…
      </Button>
      {isShown && (
        <ExpectedDialog experiment={experiment} cases={open.cases} onClose={() => setShown(false)} />
      )}
    </>
  );
}
