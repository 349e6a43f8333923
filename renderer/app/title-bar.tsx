import { DoorOpen, Search } from 'lucide-react';
import { KeyHint } from '../commands/key-hint';
import { useKeys, withKeysText } from '../commands/use-keys';
import { useCoreState } from '../state/core/core-state';
import { openOverlay } from '../state/ui/overlay';
import { later } from '../ui/later';

const TitleTools = later(() => import('./title-tools').then((module) => module.TitleTools));

export function TitleBar() {
  const ready = useCoreState(({ app }) => app !== null);
  return (
    <header className="flex h-11 flex-none items-center gap-2 border-line border-b bg-panel px-4">
      <DoorOpen className="icon" aria-hidden />
      <h1 className="font-semibold">Gatehouse</h1>
      <div className="flex min-w-0 flex-1 justify-center px-2">{ready && <SearchButton />}</div>
      {ready && <TitleTools />}
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
      className="flex h-7 w-full min-w-0 max-w-[420px] items-center gap-2 rounded-control border border-line bg-background px-3 text-muted hover:bg-hover hover:text-text"
    >
      <Search className="icon" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-left">Search</span>
      <KeyHint command="palette.open" />
    </button>
  );
}
