import type { Envelope } from '../../../shared/errors';
import type { Updates } from '../../../shared/updates';
import { installCommand, progressOf, waitText } from '../../lib/update-text';
import { call } from '../../link/call';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ProgressBar } from '../../ui/progress-bar';

/** Sends a command and shows why it was refused. */
export type RunUpdate = (work: Promise<Envelope<unknown>>) => void;

interface UpdateStepProps {
  updates: Updates;
  run: RunUpdate;
}

/** The next step of the version that was found, and the button for it. */
export function UpdateStep({ updates, run }: UpdateStepProps) {
  const { support, status, waitingFor } = updates;
  if (support.kind === 'package-manager') return <PackageSteps updates={updates} />;
  if (support.kind === 'manual') {
    return (
      <p>
        {support.reason} <ReleaseLink updates={updates} />
      </p>
    );
  }
  if (waitingFor !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          Waiting for {waitText(waitingFor)}, then Gatehouse restarts.
        </p>
        <Button onClick={() => run(call('updates.cancel', {}))}>Don’t restart</Button>
      </div>
    );
  }
  if (status === 'downloading') return <Downloading updates={updates} run={run} />;
  if (status === 'ready') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="primary" onClick={() => run(call('updates.install', {}))}>
          Restart to update
        </Button>
        <p className="text-muted text-sm">Or quit later: the update is installed once nothing is running.</p>
      </div>
    );
  }
  return status === 'available' ? (
    <div>
      <Button tone="primary" onClick={() => run(call('updates.download', {}))}>
        Download update
      </Button>
    </div>
  ) : null;
}

function Downloading({ updates, run }: UpdateStepProps) {
  const progress = progressOf(updates);
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar progress={progress} />
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-muted text-sm tabular-nums">
          Downloading… {progress === null ? '' : `${Math.floor(progress * 100)}%`}
        </p>
        <Button onClick={() => run(call('updates.cancel', {}))}>Cancel download</Button>
      </div>
    </div>
  );
}

/** The files belong to the system's package manager, so only it replaces them. */
function PackageSteps({ updates }: { updates: Updates }) {
  const command = installCommand(updates);
  return (
    <div className="flex flex-col gap-2">
      <p>
        The package manager of this system installed Gatehouse, so it also updates it.{' '}
        <ReleaseLink updates={updates} />
        {command !== null && ', then run this in its folder:'}
      </p>
      {command !== null && (
        <div className="flex items-center gap-2">
          <code className="min-w-0 select-text break-all rounded-control bg-background px-2 py-1 font-mono">
            {command}
          </code>
          <CopyButton label="Copy command" text={() => command} />
        </div>
      )}
    </div>
  );
}

function ReleaseLink({ updates: { support, update } }: { updates: Updates }) {
  if (!('releases' in support)) return null;
  const page = support.releases.replace('{version}', encodeURIComponent(update?.version ?? ''));
  return (
    <a className="text-accent underline" href={page} target="_blank" rel="noreferrer">
      Download {update?.fileName ?? 'the new version'}
    </a>
  );
}
