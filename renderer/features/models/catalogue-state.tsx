import { RefreshCw } from 'lucide-react';
import type { ModelCatalogue } from '../../../shared/models/models';
import { formatSecond } from '../../lib/format';
import { call } from '../../link/call';
import { clearModelFilter } from '../../parts/models/models-view';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';

/** Loads the gateway's models again: free of credits. */
async function refresh(): Promise<void> {
  await call('models.refresh', {});
  const catalogue = useCoreState.getState().app?.catalogue;
  const isPartial = (catalogue?.unread ?? null) !== null;
  const done = isPartial ? 'Models refreshed in part' : 'Models refreshed';
  announce(catalogue?.error ? 'Couldn’t refresh the models' : done);
}

/** Why the models are out of date or only a part of the gateway's, and how old they are. */
export function CatalogueError({ catalogue }: { catalogue: ModelCatalogue }) {
  const error = catalogue.error ?? catalogue.unread;
  if (error === null) return null;
  return (
    <div className="flex-none px-5 py-3">
      <ErrorCard
        error={error}
        title={titleOf(catalogue)}
        {...(catalogue.error === null && { step: INCOMPLETE_STEP })}
      >
        {error.code !== 'no_key' && <RefreshButton catalogue={catalogue} label="Try again" />}
      </ErrorCard>
    </div>
  );
}

const INCOMPLETE_STEP =
  'Not all of its pages were read; models known before are kept. Try again, or type the id of a missing model wherever you choose one.';

function titleOf({ error, refreshedAt }: ModelCatalogue): string {
  if (error === null) return 'The list may be incomplete';
  return refreshedAt === null
    ? 'Couldn’t load the models'
    : `Couldn’t refresh: this list is from ${formatSecond(refreshedAt)}`;
}

/** Shown in place of the table while it has no rows. */
export function NoModels({ catalogue, isNarrowed }: { catalogue: ModelCatalogue; isNarrowed: boolean }) {
  const { models, refreshing, error } = catalogue;
  if (models.length > 0 && isNarrowed) {
    return (
      <Words title="No matching models" text="No models match the search and the filters above.">
        <Button onClick={clearModelFilter}>Clear search and filters</Button>
      </Words>
    );
  }
  if (models.length > 0) return <Words title="All models are hidden" text="Show hidden ones below." />;
  if (error !== null) return <div className="flex-1" />;
  if (refreshing || catalogue.refreshedAt === null) return <Words title="Loading models…" />;
  return (
    <Words
      title="No models"
      text="The gateway returned an empty list. You can still type a model id wherever you choose a model."
    />
  );
}

interface WordsProps {
  title: string;
  text?: string;
  children?: React.ReactNode;
}

function Words({ title, text, children }: WordsProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-2 overflow-y-auto p-6 text-center">
      <h2 className="font-semibold text-xl">{title}</h2>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {children}
    </div>
  );
}

/** When the gateway last answered, and a button to load again. */
export function Freshness({ catalogue }: { catalogue: ModelCatalogue }) {
  const { refreshedAt } = catalogue;
  return (
    <>
      <span className="truncate">
        {refreshedAt === null ? (
          'Not loaded yet'
        ) : (
          <>
            Refreshed <time dateTime={new Date(refreshedAt).toISOString()}>{formatSecond(refreshedAt)}</time>
          </>
        )}
      </span>
      <RefreshButton catalogue={catalogue} label="Refresh" isQuiet />
    </>
  );
}

interface RefreshButtonProps {
  catalogue: ModelCatalogue;
  label: string;
  isQuiet?: boolean;
}

function RefreshButton({ catalogue: { refreshing }, label, isQuiet = false }: RefreshButtonProps) {
  return (
    <Button
      tone={isQuiet ? 'quiet' : 'plain'}
      title="Loads the models from the gateway; costs no credits"
      aria-disabled={refreshing}
      className={isQuiet ? 'h-6! px-2!' : ''}
      onClick={() => !refreshing && void refresh()}
    >
      <RefreshCw className="icon" aria-hidden />
      <span className={isQuiet ? 'gives-way-to-model' : ''}>{refreshing ? 'Refreshing…' : label}</span>
    </Button>
  );
}
