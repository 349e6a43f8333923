import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Batch } from '../../../shared/lab/batch';
import { modelText } from '../../../shared/modalities/modalities';
import { formatMinute } from '../../lib/format';
import { useCoreState } from '../../state/core/core-state';
import { beginBatch } from '../../state/ui/begin-batch';
import { addressOfBatch } from '../../state/ui/route';
import { lastSurface } from '../../state/ui/surface';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { loadBatches } from './batch-actions';
import { creditsText, labelOf, stateText } from './batch-text';

const rowPx = 58;
const loadAhead = 10;

/** Every batch, newest first. */
export function BatchList() {
  const { batches, error, isLoaded } = useBatches();
  const isEmpty = batches.length === 0 && isLoaded;
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-3 border-line border-b px-5">
        <h2 className="flex-1 font-semibold text-lg">Batches</h2>
        {!isEmpty && <NewBatch />}
      </div>
      {error !== null && (
        <div className="flex-none p-3">
          <ErrorCard error={error} />
        </div>
      )}
      {isEmpty ? <Empty /> : <List batches={batches} />}
    </main>
  );
}

/** In the head of the list, or below the words that stand for an empty one. */
function NewBatch() {
  return (
    <Button onClick={() => beginBatch(lastSurface(), '')}>
      <Plus className="icon" aria-hidden />
      New batch
    </Button>
  );
}

/** The loaded batches, newest first; the first page is loaded where none was. */
export function useBatches() {
  const known = useCoreState((state) => state.batches);
  const isLoaded = useCoreState(({ batchCursor }) => batchCursor !== undefined);
  const [error, setError] = useState<AppErrorData | null>(null);
  useEffect(() => {
    if (!isLoaded) void loadBatches().then(setError);
  }, [isLoaded]);
  const batches = useMemo(
    () => Object.values(known).sort((one, other) => other.createdAt - one.createdAt),
    [known],
  );
  return { batches, error, isLoaded };
}

function List({ batches }: { batches: readonly Batch[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useCoreState(({ batchCursor }) => batchCursor);
  const virtualizer = useVirtualizer({
    count: batches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => batches[index]?.id ?? index,
    overscan: 8,
  });
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (typeof cursor === 'string' && lastSeen >= batches.length - loadAhead) void loadBatches();
  }, [cursor, lastSeen, batches.length]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      <ul aria-label="Batches" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const batch = batches[index];
          if (batch === undefined) return null;
          return (
            <li
              key={key}
              className="absolute top-0 left-0 w-full"
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
            >
              <Row batch={batch} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({ batch }: { batch: Batch }) {
  return (
    <a
      href={addressOfBatch(batch.id)}
      className="flex h-[54px] flex-col justify-center rounded-control px-3 hover:bg-hover"
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{batch.name}</span>
        <span className="flex-none text-credit">{creditsText(batch)}</span>
      </span>
      <span className="flex items-baseline gap-3 text-muted text-sm">
        <span className="min-w-0 flex-1 truncate">
          {labelOf(batch.modality)} · {modelText(batch.model)} · {stateText(batch)}
        </span>
        <span className="flex-none">{formatMinute(batch.createdAt)}</span>
      </span>
    </a>
  );
}

function Empty() {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-2 overflow-y-auto p-6 text-center">
      <h3 className="font-semibold text-xl">One prompt, many values</h3>
      <p className="max-w-md text-muted">
        Write a prompt with <code className="font-mono text-text">{'{{variables}}'}</code>, paste a table of
        values, and run the prompt once for each row. The cost is shown before.
      </p>
      <NewBatch />
    </div>
  );
}
