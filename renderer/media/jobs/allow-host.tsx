import { useEffect } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { KeyProofFields, useKeyProof } from '../../parts/key-proof';
import { Button } from '../../ui/button';
import type { JobActions } from './use-job-actions';

/** The host a result was refused from; `null` for a job that ended in another way. */
export function refusedHostOf({ error, canFetchAgain }: Job): string | null {
  const details = error?.details as { readonly host?: unknown } | null | undefined;
  const isRefused = error?.code === 'local_address_refused' && canFetchAgain;
  return isRefused && typeof details?.host === 'string' ? details.host : null;
}

/** The other address that the gateway names for the state of a job; `null` where it may be asked, or names none. */
export function originElsewhere({ error }: Job): string | null {
  const details = error?.details as { readonly origin?: unknown } | null | undefined;
  return error?.code === 'job_elsewhere' && typeof details?.origin === 'string' ? details.origin : null;
}

/** Lets a job be asked for at the address that its gateway names. The key goes there, so a browser host asks for it. */
export function AllowJobOrigin({ job, actions }: { job: Job; actions: JobActions }) {
  const proof = useKeyProof();
  const { error } = actions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer once.
  useEffect(() => proof.hear(error), [error]);
  const origin = originElsewhere(job);
  if (origin === null) return null;
  const input = { id: job.profileId, origin, isAllowed: true, keys: proof.keys };
  return (
    <div className="flex min-w-0 basis-full flex-col items-start gap-2">
      <KeyProofFields proof={proof} />
      <Button
        tone="primary"
        className="h-auto! min-h-8 max-w-full py-1"
        title="The key of this profile goes to this address, for this and later jobs. Asking is free."
        onClick={() => actions.allowJobOrigin(input)}
      >
        <span className="min-w-0 whitespace-normal break-all">Ask {origin} for it, with the key</span>
      </Button>
    </div>
  );
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
