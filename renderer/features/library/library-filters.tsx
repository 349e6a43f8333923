import { Search, Star } from 'lucide-react';
import type { ResultKind } from '../../../shared/media/media';
import { commandAt } from '../../commands/shortcuts';
import { focusName } from '../../lib/focus';
import { midnight } from '../../lib/periods';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { setFilter, useLibraryView } from '../../state/ui/library-view';
import { useAnswer } from '../../state/use-answer';
import { IconButton } from '../../ui/button';
import { DayField } from '../../ui/day-field';
import { FilterChoice } from '../../ui/filter-choice';
import { MoreFilters } from './more-filters';

const kinds: Readonly<Record<ResultKind, string>> = {
  image: 'Images',
  audio: 'Speech',
  video: 'Videos',
  file: 'Other files',
};

/** What narrows the library down. */
export function LibraryFilters() {
  const { filter } = useLibraryView();
  const models = useModels();
  return (
    <search className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <div className="relative min-w-40 flex-1">
        <Search className="icon pointer-events-none absolute top-2 left-2.5 text-muted" aria-hidden />
        <input
          type="search"
          aria-label="Search prompts"
          placeholder="Search prompts, models, names"
          data-focus="composer"
          value={filter.query ?? ''}
          onChange={(event) => setFilter({ query: event.target.value || undefined })}
          onKeyDown={(event) => {
            if (commandAt(event.nativeEvent, 'library', 'composer')?.id !== 'library.results') return;
            event.preventDefault();
            focusName('library');
          }}
          aria-keyshortcuts="ArrowDown"
          className="field h-8 pl-8"
        />
      </div>
      <FilterChoice
        label="Kind"
        every="All kinds"
        value={filter.kind}
        options={Object.entries(kinds)}
        onChange={(kind) => setFilter({ kind: kind as ResultKind | undefined })}
      />
      <FilterChoice
        label="Model of the result"
        every="All models"
        value={filter.model}
        options={models.map((model) => [model, model])}
        onChange={(model) => setFilter({ model })}
      />
      <DayField label="From" value={filter.from} onChange={(from) => setFilter({ from })} />
      <DayField
        label="To"
        value={filter.to}
        onChange={(to) => setFilter({ to: to === undefined ? undefined : midnight(to, 1) - 1 })}
      />
      <IconButton
        icon={Star}
        label="Starred only"
        aria-pressed={filter.starred ?? false}
        onClick={() => setFilter({ starred: filter.starred ? undefined : true })}
      />
      <MoreFilters />
    </search>
  );
}

/** Every model there are results of. */
function useModels(): readonly string[] {
  // Another number of results may be of other models.
  const total = useCoreState(({ library }) => library?.total);
  return useAnswer(() => call('library.models', {}), [total]).value ?? noModels;
}

const noModels: readonly string[] = [];
