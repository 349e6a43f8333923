import type { ArchiveCount, ArchiveTask } from '../../../shared/archive';
import { call } from '../../call';
import { saveFile } from '../../lib/save-file';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ProgressBar } from '../jobs/progress-bar';
import { megabytes } from './sizes';

const names = { export: 'Export', import: 'Import' } as const;

/** How an export or import goes, or how it ended. */
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
      <Button onClick={() => void call('archive.cancel', {})}>Stop</Button>
    </>
  );
}

function Ended({ task }: { task: ArchiveTask }) {
  const { kind, state, exportId, path, bytes, counts } = task;
  if (state === 'cancelled') {
    return (
      <>
        <p className="flex-1">{names[kind]} stopped. Nothing was changed.</p>
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
          onClick={() => void saveFile({ part: 'export', id: exportId, fileName: 'gatehouse.zip' })}
        >
          Save archive
        </Button>
      )}
      <Dismiss />
    </>
  );
}

const Dismiss = () => <Button onClick={() => void call('archive.dismiss', {})}>Dismiss</Button>;

const told: Readonly<Record<string, string>> = {
  conversations: 'chats',
  messages: 'messages',
  media: 'media',
  jobs: 'jobs',
  ledger: 'ledger rows',
  profiles: 'profiles',
  prompts: 'prompts',
};

function imported(counts: readonly ArchiveCount[]): string {
  const shown = counts.filter(({ table, added, kept }) => told[table] !== undefined && added + kept > 0);
  const parts = shown.map(
    ({ table, added, kept }) => `${added} ${told[table]}${kept > 0 ? ` (${kept} kept as they were)` : ''}`,
  );
  return `Imported ${parts.join(', ') || 'nothing new'}. Give the keys of the profiles again.`;
}
