import type { ArchiveCount, ArchiveTask } from '../../../shared/archive/archive';
import { counted } from '../../lib/counted';
import { megabytes } from '../../lib/file-words';
import { call } from '../../link/call';
import { saveFile } from '../../parts/save-file';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ProgressBar } from '../../ui/progress-bar';

const names = { export: 'Export', import: 'Import' } as const;

/** The progress of an export or import, or how it ended. */
export function ArchiveTaskView({ task }: { task: ArchiveTask }) {
  const { kind, state, error } = task;
  if (state === 'failed' && error !== null) {
    return (
      <ErrorCard error={error} title={`${names[kind]} failed`}>
        <Dismiss />
      </ErrorCard>
    );
  }
  return (
    <div
      role="status"
      aria-label={names[kind]}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-3"
    >
      {state === 'running' ? <Running task={task} /> : <Ended task={task} />}
    </div>
  );
}

function Running({ task: { kind, done, total } }: { task: ArchiveTask }) {
  return (
    <>
      <span className="flex-none">{kind === 'export' ? 'Exporting' : 'Importing'}</span>
      <div className="min-w-40 flex-1">
        <ProgressBar progress={total === 0 ? null : done / total} />
      </div>
      <span className="flex-none text-muted text-sm">
        {megabytes(done)}
        {total > 0 && ` of ${megabytes(total)}`}
      </span>
      <Button onClick={() => void call('archive.cancel', {})}>Cancel</Button>
    </>
  );
}

function Ended({ task }: { task: ArchiveTask }) {
  const { kind, state, exportId, path, bytes, counts } = task;
  if (state === 'cancelled') {
    return (
      <>
        <p className="flex-1">{names[kind]} cancelled. Nothing was changed.</p>
        <Dismiss />
      </>
    );
  }
  return (
    <>
      <p className="min-w-0 flex-1 break-words">
        {kind === 'import' ? imported(counts) : `Exported ${megabytes(bytes ?? 0)}`}
        {path !== null && ` to ${path}`}
      </p>
      {exportId !== null && (
        <Button
          tone="primary"
          onClick={() => void saveFile({ part: 'export', id: exportId, fileName: 'everything.gatehouse' })}
        >
          Save archive
        </Button>
      )}
      <Dismiss />
    </>
  );
}

const Dismiss = () => <Button onClick={() => void call('archive.dismiss', {})}>Dismiss</Button>;

/** The kinds that are listed, in this order. */
const mentioned: readonly (readonly [table: string, one: string, many?: string])[] = [
  ['conversations', 'chat'],
  ['messages', 'message'],
  ['media', 'library item'],
  ['jobs', 'job'],
  ['prompts', 'prompt'],
  ['ledger', 'activity entry', 'activity entries'],
  ['profiles', 'profile'],
];

function imported(counts: readonly ArchiveCount[]): string {
  const parts = mentioned.flatMap(([table, one, many]) => {
    const count = counts.find((row) => row.table === table);
    if (count === undefined || count.added + count.kept === 0) return [];
    return [
      `${counted(count.added, one, many)}${count.kept > 0 ? ` (${count.kept.toLocaleString('en')} already here)` : ''}`,
    ];
  });
  const hasProfiles = counts.some(({ table, added }) => table === 'profiles' && added > 0);
  const keys = hasProfiles ? ' Enter the API keys of the profiles again: archives never contain them.' : '';
  return `Imported ${parts.join(', ') || 'nothing: the archive is empty'}.${keys}`;
}
