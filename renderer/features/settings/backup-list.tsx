import type { Backup, BackupKind, Backups } from '../../../shared/backups';
import { formatMinute } from '../../lib/format';
import { megabytes } from '../../lib/sizes';
import { Button } from '../../ui/button';

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
export function BackupList({ backups, onRestore, onRemove }: BackupListProps) {
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
