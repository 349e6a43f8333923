import { DoorOpen, Search } from 'lucide-react';
import { KeyHint } from '../commands/key-hint';
import { useKeys, withKeysText } from '../commands/use-keys';
import { useCoreState } from '../state/core/core-state';
import { openOverlay } from '../state/ui/overlay';
import { later } from '../ui/later';

const SkipLink = later(() => import('./skip-link').then((module) => module.SkipLink));
const TitleTools = later(() => import('./title-tools').then((module) => module.TitleTools));

/**
 * Where there is room, the ends are equally wide, so that the middle stays where it is while they grow and shrink.
 * Where there is none, the search field gives way: the profile's name says whose credits are spent.
 */
export function TitleBar() {
  const ready = useCoreState(({ app }) => app !== null);
  return (
    <header className="title-bar grid h-11 flex-none grid-cols-[1fr_minmax(0,420px)_minmax(max-content,1fr)] items-center gap-4 border-line border-b bg-panel px-4">
      <div className="flex items-center gap-2">
        <SkipLink />
        <DoorOpen className="icon" aria-hidden />
        <h1 className="font-semibold">Gatehouse</h1>
      </div>
      <div className="@container">{ready && <SearchButton />}</div>
      <div className="flex items-center justify-end gap-2">{ready && <TitleTools />}</div>
    </header>
  );
}

/** Opens the palette; looks like the field it leads to. */
function SearchButton() {
  const keys = useKeys('palette.open');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={keys.aria}
      title={withKeysText('Search', keys)}
      onClick={() => openOverlay('palette')}
      className="flex h-7 w-full min-w-0 items-center gap-2 rounded-control border border-line bg-background px-3 text-muted hover:bg-hover hover:text-text"
    >
      <Search className="icon" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-left @max-[96px]:opacity-0">Search</span>
      <span className="@max-[160px]:hidden">
        <KeyHint command="palette.open" />
      </span>
    </button>
  );
}
