import { closeProblem, useProblem } from '../state/ui/problem';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Says what went wrong, above everything else: what was asked for may have stood in a menu or in a viewer. */
export function ProblemDialog() {
  const { problem } = useProblem();
  if (problem === null) return null;
  return (
    <Dialog title={problem.title} onClose={closeProblem}>
      <ErrorCard error={problem.error} />
      <div className="mt-4 flex justify-end">
        <Button autoFocus onClick={closeProblem}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
