import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Batch } from '../../../shared/lab/batch';
import { modelText } from '../../../shared/modalities/modalities';
import { CostBeside } from '../../parts/credits/cost-beside';
import { UnitsWait, useEndAnnounced } from '../../parts/unit-work';
import { useCoreState } from '../../state/core/core-state';
import { useOtherProfileName } from '../../state/core/selectors';
import { beginExperiment, openInLab } from '../../state/ui/begin-experiment';
import { openTab } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import {
  loadBatch,
  openRows,
  pauseBatch,
  removeBatch,
  resumeBatch,
  retryFailed,
  saveBatch,
  stopBatch,
} from './batch-actions';
import { creditsText, labelOf, pauseText, sentText, stateText, titleOfPause } from './batch-text';
import { ResultsTable } from './results-table';
import { VerdictCount } from './verdicts';

/** A started batch: its state, and every row with its result. */
export function BatchResults({ id }: { id: string }) {
  const batch = useCoreState(({ batches }) => batches[id]);
  const [error, setError] = useState<AppErrorData | null>(null);
  useEffect(() => {
    if (batch === undefined) void loadBatch(id).then(setError);
  }, [id, batch]);
  const round = useCoreState((state) => state.round);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new snapshot resets which rows are visible.
  useEffect(() => openRows(id), [id, round]);
  return (
    <main className="flex min-w-0 flex-1 flex-col overflow-y-auto">
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <IconButton icon={ArrowLeft} label="All batches" onClick={() => openTab('batches')} />
        <h2 className="min-w-0 max-w-max shrink grow-999 basis-40 truncate font-semibold text-lg">
          {batch?.name ?? 'Batch'}
        </h2>
        <div className="flex-1" />
        {batch !== undefined && <Ways batch={batch} onError={setError} />}
      </div>
      {error !== null && (
        <div className="flex-none p-3">
          <ErrorCard error={error} />
        </div>
      )}
      {batch !== undefined && (
        <>
          <Progress batch={batch} />
          <ResultsTable batch={batch} onError={setError} />
        </>
      )}
    </main>
  );
}

function Progress({ batch }: { batch: Batch }) {
  useEndAnnounced('Batch', batch.status === 'running', stateText(batch));
  const { counts, error, waitsUntil } = batch;
  const profile = useOtherProfileName(batch.profileId);
  return (
    <section aria-label="Progress" className="flex flex-none flex-col gap-2 px-5 py-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {/* Changes many times a second while it runs: the announcer reports its end. */}
        <span role="status" aria-live="off" aria-label="State" className="font-medium">
          {stateText(batch)}
        </span>
        <VerdictCount batch={batch} />
        <span className="text-credit">{creditsText(batch)}</span>
        <span className="min-w-0 truncate text-muted">
          {labelOf(batch.modality)} · {modelText(batch.model)}
          {profile !== null && (
            <>
              {' '}
              · <bdi>{profile}</bdi>
            </>
          )}
        </span>
      </p>
      <SentWith batch={batch} />
      {waitsUntil !== null && <UnitsWait until={waitsUntil} isPaced={batch.isPaced === true} />}
      {error !== null && (
        <ErrorCard error={error} title={titleOfPause(error)} role="group">
          <p className="text-muted">{pauseText(counts.waiting, error)}</p>
        </ErrorCard>
      )}
    </section>
  );
}

/** What each row is sent with: a batch of an archive, or of last week, is resumed by one press. Each field has its name. */
function SentWith({ batch }: { batch: Batch }) {
  const sent = sentText(batch);
  return sent === '' ? null : <p className="text-muted text-sm [overflow-wrap:anywhere]">Sent with {sent}</p>;
}

interface WaysProps {
  batch: Batch;
  onError: (error: AppErrorData | null) => void;
}

/** The commands for the whole batch. */
function Ways({ batch: { id, name, status, counts }, onError }: WaysProps) {
  const run = async (ask: () => Promise<Envelope<unknown> | null>) => {
    const answer = await ask();
    onError(answer?.ok === false ? answer.error : null);
    return answer?.ok === true;
  };
  const remove = async () => {
    if (await run(() => removeBatch(id))) openTab('batches');
  };
  const isOpen = status === 'running' || status === 'paused';
  return (
    <div className="flex min-w-0 flex-wrap justify-end gap-2">
      {status === 'running' && <Button onClick={() => void run(() => pauseBatch(id))}>Pause</Button>}
      {status === 'paused' && (
        <>
          <Button tone="primary" onClick={() => void run(() => resumeBatch(id))}>
            Resume
          </Button>
          <CostBeside intent={{ kind: 'resumeBatch', id }} />
        </>
      )}
      {isOpen && <Button onClick={() => void run(() => stopBatch(id))}>Stop</Button>}
      {counts.failed > 0 && (
        <>
          <Button onClick={() => void run(() => retryFailed(id))}>Retry {counts.failed} failed</Button>
          <CostBeside intent={{ kind: 'retryFailedRows', id }} />
        </>
      )}
      <Button onClick={() => void saveBatch(id, name, 'csv').then(onError)}>Export CSV</Button>
      <Button onClick={() => void saveBatch(id, name, 'json').then(onError)}>Export JSON</Button>
      {counts.done > 0 && (
        <Button onClick={() => void run(() => openInLab({ kind: 'batch', id }))}>View in the lab</Button>
      )}
      <Button onClick={() => beginExperiment({ kind: 'batch', id })}>Try on other models</Button>
      {!isOpen && (
        <Button tone="danger" onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </div>
  );
}
