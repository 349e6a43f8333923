import { useState } from 'react';
import type { Backup, BackupKind, Backups } from '../../../shared/app/backups';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { megabytes } from '../../lib/file-words';
import { formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { SwitchRow } from '../../ui/switch-row';

type Ask = { readonly what: 'restore' | 'remove'; readonly backup: Backup };

/** Backups: schedule, list and restore. */
export function BackupsSection() {
  const backups = useCoreState(({ app }) => app?.backups);
  const isDaily = useCoreState(({ app }) => app?.settings.dailyBackup);
  const [error, setError] = useState<AppErrorData | null>(null);
  const [ask, setAsk] = useState<Ask | null>(null);
  if (backups === undefined || isDaily === undefined) return null;
  const run = async (work: Promise<Envelope<unknown>>) => {
    const answer = await work;
    setError(answer.ok ? null : answer.error);
  };
  const confirm = ({ what, backup: { id } }: Ask) => {
    setAsk(null);
    void run(call(what === 'restore' ? 'backups.restore' : 'backups.remove', { id }));
  };
  const size = backups.items.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section aria-labelledby="backups" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 id="backups" className="font-semibold text-lg">
          Backups
        </h3>
        <p className="text-muted">
          Copies of the database on this computer: chats, jobs, credit history, prompts and settings. Media
          files and keys are not included.
        </p>
      </div>
      {error !== null && <ErrorCard error={error} />}
      <SwitchRow
        label="Daily backup"
        on={isDaily}
        onChange={(dailyBackup) => void run(call('settings.update', { patch: { dailyBackup } }))}
        help="Once on each day you use Gatehouse. The last 7 are kept."
      />
      <div className="flex items-center gap-3">
        <Button
          aria-disabled={backups.isRunning}
          onClick={() => backups.isRunning || void run(call('backups.create', {}))}
        >
          Back up now
        </Button>
        <p role="status" className="text-muted text-sm">
          {backups.isRunning ? 'Backing up…' : backups.items.length > 0 && `${megabytes(size)} in total`}
        </p>
      </div>
      {backups.pendingRestoreId !== null && (
        <PendingRestore onCancel={() => void run(call('backups.cancelRestore', {}))} />
      )}
      <BackupList
        backups={backups}
        onRestore={(backup) => setAsk({ what: 'restore', backup })}
        onRemove={(backup) => setAsk({ what: 'remove', backup })}
      />
      {ask !== null && <AskFirst ask={ask} onConfirm={() => confirm(ask)} onClose={() => setAsk(null)} />}
    </section>
  );
}

function PendingRestore({ onCancel }: { onCancel: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-3"
    >
      <p className="min-w-0 flex-1">Quit and reopen Gatehouse to finish the restore.</p>
      <Button onClick={onCancel}>Cancel restore</Button>
    </div>
  );
}

interface AskFirstProps {
  ask: Ask;
  onConfirm: () => void;
  onClose: () => void;
}

function AskFirst({ ask: { what }, onConfirm, onClose }: AskFirstProps) {
  const isRestore = what === 'restore';
  return (
    <ConfirmDialog
      title={isRestore ? 'Restore this backup?' : 'Delete this backup?'}
      confirmLabel={isRestore ? 'Restore' : 'Delete'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isRestore
        ? 'It replaces your chats, jobs, prompts and settings when Gatehouse starts next. Your current data is kept as a backup, so you can undo this. Credits you spent stay in the history.'
        : 'The copy is deleted from this computer. Your data is not affected.'}
    </ConfirmDialog>
  );
}

const kinds: Readonly<Record<BackupKind, string>> = {
  daily: 'Daily',
  manual: 'Manual',
  'before-restore': 'Before a restore',
  'before-update': 'Before an update',
};

interface BackupListProps {
  backups: Backups;
  onRestore: (backup: Backup) => void;
  onRemove: (backup: Backup) => void;
}

/** Every backup with its time, kind and size. */
function BackupList({ backups, onRestore, onRemove }: BackupListProps) {
  if (backups.items.length === 0) return <p className="text-muted">No backups yet</p>;
  return (
    <ul aria-label="Backups" className="flex flex-col rounded-card border border-line">
      {backups.items.map((backup) => (
        <BackupRow
          key={backup.id}
          backup={backup}
          isPending={backup.id === backups.pendingRestoreId}
          onRestore={() => onRestore(backup)}
          onRemove={() => onRemove(backup)}
        />
      ))}
    </ul>
  );
}

interface BackupRowProps {
  backup: Backup;
  isPending: boolean;
  onRestore: () => void;
  onRemove: () => void;
}

function BackupRow({ backup: { createdAt, kind, bytes }, isPending, onRestore, onRemove }: BackupRowProps) {
  const when = formatMinute(createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        {when} <span className="text-muted">· {isPending ? 'Restores at next start' : kinds[kind]}</span>
      </span>
      <span className="text-muted text-sm tabular-nums">{megabytes(bytes)}</span>
      <Button aria-label={`Restore backup of ${when}`} aria-disabled={isPending} onClick={onRestore}>
        Restore
      </Button>
      <Button tone="quiet" aria-label={`Delete backup of ${when}`} onClick={onRemove}>
        Delete
      </Button>
    </li>
  );
}
