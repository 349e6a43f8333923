import { closeProblem, useProblem } from '../state/ui/problem';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Shows an error above everything else: the command may have come from a menu or a viewer. */
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
