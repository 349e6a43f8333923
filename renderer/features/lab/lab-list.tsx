import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ExperimentSummary } from '../../../shared/lab/experiment';
import { modalities } from '../../../shared/modalities/modalities';
import { formatMinute } from '../../lib/format';
import { addressOfExperiment, NEW_EXPERIMENT } from '../../state/ui/lab-route';
import { goTo } from '../../state/ui/navigation';
import { showUndoError } from '../../state/undo';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { removeExperiment } from './lab-actions';
import { loadMore, useExperiments } from './lab-data';
import { counted, spentText, stateText, verdictText } from './lab-text';
import { setLabDraft } from './setup/draft-store';
import { examples } from './setup/examples';

const rowPx = 58;
const loadAhead = 10;

/** Every experiment, newest first. */
export function LabList() {
  const { experiments, error, isLoaded, hasMore } = useExperiments();
  const isEmpty = experiments.length === 0 && isLoaded;
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-3 border-line border-b px-5">
        <h2 className="flex-1 font-semibold text-lg">Lab</h2>
        {!isEmpty && <NewButton />}
      </div>
      {error !== null && (
        <div className="flex-none p-3">
          <ErrorCard error={error} />
        </div>
      )}
      {isEmpty ? <Empty /> : <List experiments={experiments} hasMore={hasMore} />}
    </main>
  );
}

function NewButton() {
  return (
    <Button onClick={() => goTo(addressOfExperiment(NEW_EXPERIMENT))}>
      <Plus className="icon" aria-hidden />
      New experiment
    </Button>
  );
}

interface ListProps {
  experiments: readonly ExperimentSummary[];
  hasMore: boolean;
}

function List({ experiments, hasMore }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: experiments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => experiments[index]?.id ?? index,
    overscan: 8,
  });
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && lastSeen >= experiments.length - loadAhead) loadMore();
  }, [hasMore, lastSeen, experiments.length]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      <ul aria-label="Experiments" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const experiment = experiments[index];
          if (experiment === undefined) return null;
          return (
            <li
              key={key}
              className="absolute top-0 left-0 flex w-full items-center rounded-control hover:bg-hover"
              style={{ height: rowPx - 4, transform: `translateY(${start}px)` }}
            >
              <Row experiment={experiment} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({ experiment }: { experiment: ExperimentSummary }) {
  const { id, title, modality, variantCount, caseCount, createdAt } = experiment;
  const verdicts = verdictText(experiment);
  const remove = async () => {
    const answer = await removeExperiment(id);
    if (!answer.ok) showUndoError(answer.error);
  };
  return (
    <>
      <a
        href={addressOfExperiment(id)}
        title={title}
        className="flex h-full min-w-0 flex-1 flex-col justify-center rounded-control px-3"
      >
        <span className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
          <span className="flex-none text-credit">{spentText(experiment)}</span>
        </span>
        <span className="flex items-baseline gap-3 text-muted text-sm">
          <span className="min-w-0 flex-1 truncate">
            {[
              modalities[modality].label,
              `${counted(variantCount, 'variant')} × ${counted(caseCount, 'case')}`,
              stateText(experiment),
              ...(verdicts === null ? [] : [verdicts]),
            ].join(' · ')}
          </span>
          <span className="flex-none">{formatMinute(createdAt)}</span>
        </span>
      </a>
      <IconButton icon={Trash2} label={`Delete ${title}`} onClick={() => void remove()} />
    </>
  );
}

function Empty() {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-3 overflow-y-auto p-6 text-center">
      <h3 className="font-semibold text-xl">Compare models on the same cases</h3>
      <p className="max-w-lg text-muted">
        An experiment asks each case with each variant: a model, a prompt, its settings. Answers are checked
        against what you expect, voted on without names, and counted. The cost is shown before.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {examples.map(({ title, draft }) => (
          <Button
            key={title}
            onClick={() => {
              setLabDraft(draft());
              goTo(addressOfExperiment(NEW_EXPERIMENT));
            }}
          >
            {title}
          </Button>
        ))}
      </div>
      <NewButton />
    </div>
  );
}
