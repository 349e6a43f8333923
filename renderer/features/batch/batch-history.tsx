import type { Batch } from '../../../shared/lab/batch';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { addressOfBatch } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { classes } from '../../ui/classes';
import { useBatches } from './batch-list';
import { rowCount } from './batch-text';

const shownAtMost = 4;

/** The newest batches of a tab, above its history; nothing where there are none. */
export default function BatchHistory({ modality }: { modality: ModalityId }) {
  const own = useBatches().batches.filter((batch) => batch.modality === modality);
  if (own.length === 0) return null;
  return (
    <nav aria-label="Batches" className="flex-none px-2 pb-1">
      <div className="flex items-baseline px-2">
        <h2 className="flex-1 text-muted text-sm">Batches</h2>
        <a href="#/batches" className="rounded-control text-accent text-sm hover:underline">
          All
        </a>
      </div>
      <ul>
        {own.slice(0, shownAtMost).map((batch) => (
          <li key={batch.id}>
            <Row batch={batch} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Row({ batch }: { batch: Batch }) {
  const isOpen = useUiState(({ route }) => route.batchId === batch.id);
  const { counts, status, name } = batch;
  return (
    <a
      href={addressOfBatch(batch.id)}
      title={name}
      className={classes(
        'flex h-8 items-center gap-2 rounded-control px-2',
        isOpen ? 'bg-hover' : 'text-muted hover:bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className={classes('flex-none text-xs', status === 'running' && 'text-accent')}>
        {status === 'completed' ? '' : `${status} `}
        {counts.done}/{rowCount(batch)}
      </span>
    </a>
  );
}
