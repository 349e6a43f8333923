import { Presentation, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { focusName } from '../../lib/focus';
import { canShow } from '../../media/can-show';
import { play as playSound } from '../../media/player/player';
import { removeMedia } from '../../media/remove-media';
import { RenameDialog } from '../../media/rename-dialog';
import { CompareResults } from '../../media/stage/compare-results';
import { Viewer } from '../../media/viewer/viewer';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { useCoreState } from '../../state/core/core-state';
import { useMedia } from '../../state/core/selectors';
import { useColumn } from '../../state/ui/columns';
import { clearFilter, setSelection, useLibraryView } from '../../state/ui/library-view';
import { kept, only } from '../../state/ui/selection';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { BoardsRow } from './boards-row';
import { LibraryDetails } from './library-details';
import { LibraryFilters } from './library-filters';
import { LibraryGrid } from './library-grid';
import { LibraryViewChoice } from './library-view-choice';
import { TrashView } from './trash';
import { type LibraryList, useLibrary } from './use-library';

const Slideshow = lazy(() => import('../../media/viewer/slideshow'));

/** Everything that was made, as files. */
export default function LibraryTab({ jobs }: { jobs: ReactNode }) {
  const side = useColumn('library', 'side');
  const { filter, selection } = useLibraryView();
  const list = useLibrary(filter);
  const dialogs = useDialogs();
  const [isTrash, setTrash] = useState(false);
  useEffect(() => setSelection(kept(useLibraryView.getState().selection, list.ids)), [list.ids]);
  useScrollTarget(list.ids, dialogs.open);
  const chosen = useMemo(() => [...selection.chosen], [selection.chosen]);
  return (
    <div className="relative flex min-w-0 flex-1">
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex max-h-[50%] min-h-12 flex-none items-start gap-2 overflow-y-auto [&>button]:mt-0.5 border-line border-b px-5 py-2">
          {isTrash ? <div className="flex-1" /> : <LibraryFilters />}
          <IconButton
            icon={Trash2}
            label="Trash"
            aria-pressed={isTrash}
            onClick={() => setTrash((shown) => !shown)}
          />
          <ColumnButton side="side" column={side} label="Details and jobs" />
        </div>
        {!isTrash && <BoardsRow />}
        {isTrash ? <TrashView /> : <Results list={list} dialogs={dialogs} />}
      </main>
      <SideColumn tab="library" side="side" column={side}>
        <LibraryDetails
          chosen={chosen}
          onOpen={dialogs.open}
          onCompare={dialogs.compare}
          onRename={dialogs.rename}
          onRemove={remove}
        />
        {jobs}
      </SideColumn>
      <Dialogs list={list} dialogs={dialogs} />
    </div>
  );
}

function Results({ list, dialogs }: { list: LibraryList; dialogs: ReturnType<typeof useDialogs> }) {
  const isNarrowed = useLibraryView(({ filter }) => Object.keys(filter).length > 0);
  return (
    <>
      {list.error !== null && <ErrorCard error={list.error} />}
      {list.ids.length === 0 ? (
        <Empty isNarrowed={isNarrowed} isKnown={list.total !== null} />
      ) : (
        <LibraryGrid
          ids={list.ids}
          total={list.total ?? 0}
          onNearEnd={list.more}
          onOpen={dialogs.open}
          onRename={dialogs.rename}
          onRemove={remove}
        />
      )}
      <Footer total={list.total} onPlay={list.ids.length === 0 ? null : dialogs.play} />
    </>
  );
}

/** What is open in a dialog over the library. */
function useDialogs() {
  const [openId, setOpenId] = useState<string | null>(null);
  const [comparedIds, compare] = useState<readonly string[]>([]);
  const [renamedId, rename] = useState<string | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const play = useCallback(() => setPlaying(true), []);
  const stop = useCallback(() => setPlaying(false), []);
  const open = useCallback((id: string) => {
    const item = useCoreState.getState().media[id];
    if (item === undefined || item.isMissing) return;
    if (item.kind === 'audio' && canShow(item)) void playSound(id);
    setOpenId(id);
  }, []);
  return { openId, setOpenId, open, comparedIds, compare, renamedId, rename, isPlaying, play, stop };
}

interface DialogsProps {
  list: LibraryList;
  dialogs: ReturnType<typeof useDialogs>;
}

function Dialogs({ list: { ids, more }, dialogs }: DialogsProps) {
  const { openId, setOpenId, comparedIds, compare, renamedId, rename } = dialogs;
  const renamed = useMedia(renamedId);
  return (
    <>
      {openId !== null && <Viewer ids={ids} id={openId} onShow={setOpenId} onClose={() => setOpenId(null)} />}
      {comparedIds.length === 2 && <CompareResults ids={comparedIds} onClose={() => compare([])} />}
      {dialogs.isPlaying && (
        <Suspense fallback={null}>
          <Slideshow
            ids={ids}
            from={useLibraryView.getState().selection.active ?? ids[0] ?? ''}
            onNearEnd={more}
            onClose={dialogs.stop}
          />
        </Suspense>
      )}
      {renamed !== undefined && <RenameDialog item={renamed} onClose={() => rename(null)} />}
    </>
  );
}

const remove = (ids: readonly string[]): void => void removeMedia(ids);

/** Opens the result that a search elsewhere led to, once it is on show; the grid has the focus afterwards. */
function useScrollTarget(ids: readonly string[], open: (id: string) => void): void {
  const scrollTargetId = useLibraryView((view) => view.scrollTargetId);
  const isShown = scrollTargetId !== null && ids.includes(scrollTargetId);
  useEffect(() => {
    if (!isShown || scrollTargetId === null) return;
    useLibraryView.setState({ scrollTargetId: null, selection: only(scrollTargetId) });
    focusName('library');
    open(scrollTargetId);
  }, [isShown, scrollTargetId, open]);
}

interface FooterProps {
  total: number | null;
  /** Begins the slideshow; `null` where there is nothing to show. */
  onPlay: (() => void) | null;
}

function Footer({ total, onPlay }: FooterProps) {
  return (
    <footer className="flex h-8 flex-none items-center border-line border-t bg-panel px-5 text-muted text-sm">
      {total !== null && (
        <span role="status" className="flex-none whitespace-nowrap">
          {total === 1 ? '1 file' : `${total} files`}
        </span>
      )}
      <span className="flex-1" />
      {onPlay !== null && <IconButton icon={Presentation} label="Slideshow" onClick={onPlay} />}
      <LibraryViewChoice />
    </footer>
  );
}

/** The button goes with what it cleared: the focus moves to where the next search is typed. */
function clearFilters(): void {
  clearFilter();
  focusName('composer');
}

function Empty({ isNarrowed, isKnown }: { isNarrowed: boolean; isKnown: boolean }) {
  if (!isKnown) return <div className="flex-1" />;
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-2 overflow-y-auto p-6 text-center">
      <h2 className="font-semibold text-xl">{isNarrowed ? 'No matching results' : 'No results yet'}</h2>
      <p className="text-muted">
        {isNarrowed ? (
          'Change the search or the filters above.'
        ) : (
          <>
            Results from{' '}
            <a href="#/image" className="text-accent underline">
              Image
            </a>
            ,{' '}
            <a href="#/speech" className="text-accent underline">
              Speech
            </a>{' '}
            or{' '}
            <a href="#/video" className="text-accent underline">
              Video
            </a>{' '}
            appear here, saved as ordinary files.
          </>
        )}
      </p>
      {isNarrowed && <Button onClick={clearFilters}>Clear search and filters</Button>}
    </div>
  );
}
