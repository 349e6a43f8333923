import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import type { JobActions } from './use-job-actions';

/** Why the last thing that was tried with a job was refused, and the way to want it all the same. */
export function ActionError({ actions }: { actions: JobActions }) {
  const { error, confirm } = actions;
  if (error === null) return null;
  return (
    <ErrorCard error={error}>
      {error.code === 'needs_confirmation' && <Button onClick={confirm}>Retry all the same</Button>}
    </ErrorCard>
  );
}
