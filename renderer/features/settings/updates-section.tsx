import { useState } from 'react';
import type { Updates } from '../../../shared/app/updates';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { megabytes } from '../../lib/file-words';
import { formatMinute } from '../../lib/format';
import { failureTitle, installCommand, progressOf, waitText } from '../../lib/update-text';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ProgressBar } from '../../ui/progress-bar';
import { SwitchRow } from '../../ui/switch-row';

/** Update settings and the state of the current update. */
export function UpdatesSection() {
  const updates = useCoreState(({ app }) => app?.updates);
  const setting = useCoreState(({ app }) => app?.settings.updates);
  const [error, setError] = useState<AppErrorData | null>(null);
  if (updates === undefined || setting === undefined) return null;
  const run: RunUpdate = async (work) => {
    const answer = await work;
    setError(answer.ok ? null : answer.error);
  };
  return (
    <section aria-labelledby="updates" className="flex flex-col gap-4">
      <h3 id="updates" className="font-semibold text-lg">
        Updates
      </h3>
      {error !== null && <ErrorCard error={error} />}
      {updates.support.kind === 'none' ? (
        <p className="text-muted">{updates.support.reason}</p>
      ) : (
        <>
          <SwitchRow
            label="Check for updates automatically"
            on={setting === 'on'}
            onChange={(on) => run(call('settings.update', { patch: { updates: on ? 'on' : 'off' } }))}
            help={automaticHelp(updates)}
          />
          <CheckRow updates={updates} run={run} />
          <UpdateState updates={updates} run={run} />
        </>
      )}
    </section>
  );
}

function automaticHelp({ support }: Updates): string {
  const download = support.kind === 'self' ? ' and downloads them' : '';
  return `Once a day, Gatehouse asks its update server for new versions${download}. Nothing about you or this computer is sent.`;
}

function CheckRow({ updates, run }: { updates: Updates; run: RunUpdate }) {
  const isBusy = ['checking', 'downloading', 'ready'].includes(updates.status);
  return (
    <div className="flex items-center gap-3">
      <Button aria-disabled={isBusy} onClick={() => isBusy || run(call('updates.check', {}))}>
        Check now
      </Button>
      <p role="status" className="text-muted text-sm">
        {checkText(updates)}
      </p>
    </div>
  );
}

function checkText({ status, checkedAt }: Updates): string {
  if (status === 'checking') return 'Checking…';
  if (checkedAt === null) return '';
  const when = `Last checked ${formatMinute(checkedAt)}`;
  return status === 'idle' || status === 'off' ? `This is the newest version. ${when}` : when;
}

function UpdateState({ updates, run }: { updates: Updates; run: RunUpdate }) {
  const { update, failure } = updates;
  return (
    <>
      {failure !== null && (
        <ErrorCard error={failure.error} title={failureTitle(updates)}>
          {failure.step === 'download' && (
            <Button onClick={() => run(call('updates.download', {}))}>Try again</Button>
          )}
          {failure.step === 'install' && (
            <Button onClick={() => run(call('updates.install', {}))}>Try again</Button>
          )}
        </ErrorCard>
      )}
      {update !== null && (
        <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-3">
          <h4 className="font-semibold">
            Gatehouse {update.version}
            {update.bytes !== null && (
              <span className="font-normal text-muted"> · {megabytes(update.bytes)}</span>
            )}
          </h4>
          {update.notes !== '' && (
            <pre className="max-h-64 select-text overflow-y-auto whitespace-pre-wrap font-sans">
              {update.notes}
            </pre>
          )}
          <UpdateStep updates={updates} run={run} />
        </div>
      )}
    </>
  );
}

/** Sends a command and shows why it was refused. */
type RunUpdate = (work: Promise<Envelope<unknown>>) => void;

interface UpdateStepProps {
  updates: Updates;
  run: RunUpdate;
}

/** The next step of the version that was found, and the button for it. */
function UpdateStep({ updates, run }: UpdateStepProps) {
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
