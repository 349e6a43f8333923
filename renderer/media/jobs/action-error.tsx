import { ErrorCard } from '../../ui/alert';
import type { JobActions } from './use-job-actions';

/** Why the last thing that was tried with a job was refused. */
export function ActionError({ actions: { error } }: { actions: JobActions }) {
  return error === null ? null : <ErrorCard error={error} />;
}
