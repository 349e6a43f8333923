import type { Job } from '../../../shared/media/jobs';
import { Button } from '../../ui/button';
import type { JobActions } from './use-job-actions';

/** The host a result was refused from; `null` for a job that ended in another way. */
export function refusedHostOf({ error, canFetchAgain }: Job): string | null {
  const details = error?.details as { readonly host?: unknown } | null | undefined;
  const isRefused = error?.code === 'local_address_refused' && canFetchAgain;
  return isRefused && typeof details?.host === 'string' ? details.host : null;
}

/** Opens a host of this computer or its network to the results of a profile, and fetches the one that was refused. */
export function AllowHostButton({ job, actions }: { job: Job; actions: JobActions }) {
  const host = refusedHostOf(job);
  if (host === null) return null;
  return (
    <Button
      tone="primary"
      // Whole, over several lines: the host is what is decided on.
      className="h-auto! min-h-8 max-w-full py-1"
      title="Lets this profile download results from this host from now on. Downloading is free."
      onClick={() => actions.allowHost(job.profileId, host)}
    >
      <span className="min-w-0 whitespace-normal break-all">Allow results from {host}</span>
    </Button>
  );
}
