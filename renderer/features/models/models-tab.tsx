import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { checkLimits } from '../../../shared/checks/checks';
import type { Model, ModelCatalogue } from '../../../shared/models/models';
import { focusSoon } from '../../lib/focus';
import { currentRun, outcomesOf, useActiveChecks, useProfileChecks } from '../../parts/checks/checks-data';
import { ViewCodeButton } from '../../parts/code/view-code';
import { useModelChoices } from '../../parts/models/model-choices';
import { setModelFilter, useModelsView } from '../../parts/models/models-view';
import { selectModels } from '../../parts/models/select-models';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { useCoreState } from '../../state/core/core-state';
import { openCheckPlan, openChecks } from '../../state/ui/checks-view';
import { openColumn, useColumn } from '../../state/ui/columns';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CatalogueError, Freshness, NoModels } from './catalogue-state';
import { ModelDetails } from './model-details';
import { ModelFilters } from './model-filters';
import { ModelTable } from './model-table';

/** Every model of the profile, with its price and capabilities. */
export default function ModelsTab({ jobs }: { jobs: ReactNode }) {
  const catalogue = useCoreState(({ app }) => app?.catalogue);
  return catalogue === undefined ? null : <Catalogue catalogue={catalogue} jobs={jobs} />;
}

function Catalogue({ catalogue, jobs }: { catalogue: ModelCatalogue; jobs: ReactNode }) {
  const { models } = catalogue;
  const side = useColumn('models', 'side');
  const { chosenId, filter, error } = useModelsView();
  const shown = useShownModels(catalogue);
  const open = useCallback(() => {
    openColumn('models', 'side');
    focusSoon('model-details');
  }, []);
  return (
    <div className="relative flex min-w-0 flex-1">
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex max-h-[50%] min-h-12 flex-none items-start gap-2 overflow-y-auto [&>button]:mt-0.5 border-line border-b px-5 py-2">
          <ModelFilters models={models} />
          <ColumnButton side="side" column={side} label="Details and jobs" />
        </div>
        <CatalogueError catalogue={catalogue} />
        {error !== null && (
          <div className="flex-none px-5 py-3">
            <ErrorCard error={error} />
          </div>
        )}
        {shown.length === 0 ? (
          <NoModels catalogue={catalogue} isNarrowed={Object.keys(filter).length > 0} />
        ) : (
          <ModelTable models={shown} onOpen={open} />
        )}
        <Footer catalogue={catalogue} shown={shown} />
      </main>
      <SideColumn tab="models" side="side" column={side}>
        <ModelDetails model={models.find(({ id }) => id === chosenId)} />
        {jobs}
      </SideColumn>
    </div>
  );
}

/** The rows of the table, computed after typing: the field itself never waits for them. */
function useShownModels({ models }: ModelCatalogue) {
  const view = useModelsView();
  const filter = useDeferredValue(view.filter);
  const choices = useModelChoices();
  const { results } = useActiveChecks();
  return useMemo(() => {
    const selected = selectModels(models, { filter, sort: view.sort, choices, nowMs: Date.now() });
    const { checked } = filter;
    return checked === undefined
      ? selected
      : selected.filter(({ id }) => outcomesOf(results[id]).includes(checked));
  }, [models, filter, view.sort, choices, results]);
}

function Footer({ catalogue, shown }: { catalogue: ModelCatalogue; shown: readonly Model[] }) {
  const { models } = catalogue;
  const { hidden } = useModelChoices();
  const { filter } = useModelsView();
  const hiddenHere = useMemo(() => {
    const ids = new Set(hidden);
    return models.filter(({ id }) => ids.has(id)).length;
  }, [models, hidden]);
  return (
    <footer className="flex h-8 flex-none items-center gap-3 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-5 max-[640px]:px-3 text-muted text-sm">
      <span role="status" className="flex-none">
        {countText(shown.length, models.length)}
      </span>
      {hiddenHere > 0 && (
        <Button
          tone="quiet"
          className="h-6! px-2!"
          aria-pressed={filter.showsHidden ?? false}
          onClick={() => setModelFilter({ showsHidden: filter.showsHidden ? undefined : true })}
        >
          {filter.showsHidden ? 'Hide hidden models' : `Show ${hiddenHere} hidden`}
        </Button>
      )}
      <span className="flex-1 truncate text-right max-[1300px]:invisible max-[640px]:hidden">
        Enter opens · P pins · H hides
      </span>
      <CheckTools shown={shown} />
      <Freshness catalogue={catalogue} />
      <ViewCodeButton look="words" input={() => ({ of: 'models' })} />
    </footer>
  );
}

/** Checks what is shown, and leads back to a check that runs. */
function CheckTools({ shown }: { shown: readonly Model[] }) {
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const { runs } = useProfileChecks(profileId);
  const run = currentRun(runs);
  if (profileId === null) return null;
  const isGoingOn = run?.status === 'running' || run?.status === 'paused';
  const ids = shown.slice(0, checkLimits.models).map(({ id }) => id);
  return (
    <>
      {run !== undefined && (
        <Button tone="quiet" className="h-6! px-2!" onClick={() => openChecks(profileId)}>
          {isGoingOn ? `Checks: ${run.done} of ${run.total}` : 'Checks'}
        </Button>
      )}
      <Button
        tone="quiet"
        className="h-6! px-2!"
        title="Asks what the models above really do; shows the price first"
        onClick={() => openCheckPlan(profileId, ids)}
      >
        Check models…
      </Button>
    </>
  );
}

function countText(shown: number, all: number): string {
  const models = all === 1 ? 'model' : 'models';
  return shown === all
    ? `${all.toLocaleString('en')} ${models}`
    : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} ${models}`;
}
