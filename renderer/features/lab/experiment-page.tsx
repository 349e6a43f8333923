import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Experiment, ExperimentSummary } from '../../../shared/lab/experiment';
import { modalities } from '../../../shared/modalities/modalities';
import { focusOnOpening } from '../../lib/focus-on-opening';
import { RenameField } from '../../parts/history/rename-field';
import { UnitsWait, useEndAnnounced } from '../../parts/unit-work';
import { openTab } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { ProgressBar } from '../../ui/progress-bar';
import { AddButtons } from './additions/add-buttons';
import { ExpectedButton } from './expected/expected-button';
import { ExperimentWays } from './experiment-ways';
import { ResultsView } from './grid/results-view';
import { renameExperiment } from './lab-actions';
import { budgetText, cellCount, counted, judgedText, spentText, stateText, verdictText } from './lab-text';
import { NewAnswers } from './new-answers';
import { type OpenExperiment, useExperiment } from './open-experiment';
import { VersionsView } from './versions/versions-view';
import { ScoreboardView } from './votes/scoreboard-view';
import { VoteView } from './votes/vote-view';

/** One experiment: its state, and every answer. */
export function ExperimentPage({ id }: { id: string }) {
  const open = useExperiment(id);
  const [error, setError] = useState<AppErrorData | null>(null);
  const { experiment } = open;
  useEffect(() => focusOnOpening('lab-grid'), []);
  const failed = error ?? open.error;
  return (
    <main className="flex min-w-0 flex-1 flex-col overflow-y-auto">
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <IconButton icon={ArrowLeft} label="All experiments" onClick={() => openTab('lab')} />
        {experiment === null ? (
          <h2 className="font-semibold text-lg">Experiment</h2>
        ) : (
          <Title experiment={experiment} />
        )}
        <div className="flex-1" />
        {experiment !== null && <ExperimentWays open={open} experiment={experiment} onError={setError} />}
      </div>
      {failed !== null && (
        <div className="flex-none p-3">
          <ErrorCard error={failed} />
        </div>
      )}
      {experiment !== null && (
        <>
          <NewAnswers key={id} id={id} onError={setError} />
          <Progress experiment={experiment} />
          <Results open={open} experiment={experiment} onError={setError} />
        </>
      )}
    </main>
  );
}

function Title({ experiment: { id, title } }: { experiment: ExperimentSummary }) {
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming)
    return (
      <div className="min-w-40 max-w-96 flex-1">
        <RenameField
          title={title}
          focusBack="main h2 button"
          onRename={(to) => void renameExperiment(id, to)}
          onDone={() => setRenaming(false)}
        />
      </div>
    );
  return (
    <h2 className="min-w-0 max-w-max shrink grow-999 basis-40 font-semibold text-lg">
      <button
        type="button"
        title={`${title}: rename`}
        className="max-w-full truncate rounded-control px-1 text-left hover:bg-hover"
        onClick={() => setRenaming(true)}
      >
        <bdi>{title}</bdi>
      </button>
    </h2>
  );
}

function Progress({ experiment }: { experiment: Experiment }) {
  useEndAnnounced('Experiment', experiment.state === 'running', stateText(experiment));
  const { counts, error, modality, variantCount, caseCount, repeats, waitsUntil } = experiment;
  const total = cellCount(experiment);
  const verdicts = verdictText(experiment);
  const judged = judgedText(experiment);
  const budget = budgetText(experiment);
  const over = total - counts.waiting - counts.running;
  return (
    <section aria-label="Progress" className="flex flex-none flex-col gap-1 px-5 py-2">
      <p className="flex flex-wrap items-baseline gap-x-4">
        {/* Changes many times a second while it runs: the announcer reports its end. */}
        <span role="status" aria-live="off" aria-label="State" className="font-medium">
          {stateText(experiment)}
        </span>
        {verdicts !== null && <span>{verdicts}</span>}
        {judged !== null && <span className="text-muted">{judged}</span>}
        <span className="text-credit">{spentText(experiment)}</span>
        {budget !== null && <span className="text-credit">{budget}</span>}
        <span className="min-w-0 truncate text-muted">
          {modalities[modality].label} · {counted(variantCount, 'variant')} × {counted(caseCount, 'case')}
          {repeats > 1 && ` × ${repeats}`}
        </span>
      </p>
      {experiment.state === 'running' && <ProgressBar progress={total === 0 ? null : over / total} />}
      {waitsUntil !== null && <UnitsWait until={waitsUntil} isPaced={experiment.isPaced === true} />}
      {error !== null && (
        <ErrorCard error={error} title="Experiment paused" role="group">
          <p className="text-muted">{counted(counts.waiting, 'cell')} waiting, not charged.</p>
        </ErrorCard>
      )}
    </section>
  );
}

const views = { results: 'Results', vote: 'Vote', scoreboard: 'Scoreboard', versions: 'Versions' } as const;
type View = keyof typeof views;

interface ResultsProps {
  open: OpenExperiment;
  experiment: Experiment;
  onError: (error: AppErrorData | null) => void;
}

function Results({ open, experiment, onError }: ResultsProps) {
  const [view, setView] = useState<View>('results');
  const entries = Object.entries(views) as [View, string][];
  return (
    <>
      <div className="flex flex-none flex-wrap gap-1 px-5 pb-2">
        <nav aria-label="View" className="flex flex-1 gap-1">
          {entries.map(([id, label]) => (
            <Button
              key={id}
              tone="quiet"
              className="aria-pressed:bg-hover aria-pressed:text-text"
              aria-pressed={view === id}
              onClick={() => setView(id)}
            >
              {label}
            </Button>
          ))}
        </nav>
        <ExpectedButton open={open} experiment={experiment} />
        <AddButtons open={open} experiment={experiment} />
      </div>
      {view === 'results' && <ResultsView open={open} experiment={experiment} onError={onError} />}
      {view === 'vote' && <VoteView open={open} experiment={experiment} />}
      {view === 'scoreboard' && <ScoreboardView open={open} experiment={experiment} />}
      {view === 'versions' && <VersionsView open={open} experiment={experiment} />}
    </>
  );
}
