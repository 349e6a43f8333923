import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { isComposing } from '../../commands/keys';
import { commandAt } from '../../commands/shortcuts';
import { setSelection, useLibraryView } from '../../state/ui/library-view';
import { all, extended, nothingChosen, only, placeAfter, toggled } from '../../state/ui/selection';
import { classes } from '../../ui/classes';
import { LibraryTile } from './library-tile';
import { loadAll, useFileChecks } from './use-library';

const narrowestPx = 150;
const gapPx = 10;
const captionPx = 40;
const loadAhead = 3;

interface LibraryGridProps {
  ids: readonly string[];
  onNearEnd: () => void;
  onOpen: (id: string) => void;
  onRename: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
}

/** All results as small pictures; chosen with the mouse or the keys, one or many. */
export function LibraryGrid(props: LibraryGridProps) {
  const { ids, onNearEnd, onOpen } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { columns, tilePx } = useColumns(scroller);
  const { selection } = useLibraryView();
  const rows = Math.ceil(ids.length / columns);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: () => tilePx + captionPx + gapPx,
    overscan: 3,
    paddingStart: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width of the tiles is another height of the rows.
  useEffect(() => virtualizer.measure(), [tilePx, virtualizer]);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const inSight = useMemo(
    () => ids.slice(startIndex * columns, (endIndex + 1) * columns),
    [ids, startIndex, endIndex, columns],
  );
  useFileChecks(inSight);
  const isNearEnd = endIndex >= rows - loadAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each length the list has.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, ids.length]);
  const onKeyDown = useKeys(props, columns, (index) =>
    virtualizer.scrollToIndex(Math.floor(index / columns)),
  );
  return (
    <div
      ref={setScroller}
      role="listbox"
      aria-label="Results"
      aria-multiselectable
      aria-activedescendant={selection.active === null ? undefined : tileId(selection.active)}
      tabIndex={0}
      data-focus="library"
      onKeyDown={onKeyDown}
      // The chosen option shows where one is; the ring around them all only while there is none.
      className={classes(
        'min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-offset-[-2px]',
        selection.active !== null && 'outline-none',
      )}
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index: row, start }) => (
          <div
            key={key}
            role="presentation"
            className="absolute top-0 left-0 grid w-full"
            style={{
              transform: `translateY(${start}px)`,
              gap: gapPx,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            <Tiles ids={ids} from={row * columns} count={columns} onOpen={onOpen} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface TilesProps {
  ids: readonly string[];
  from: number;
  count: number;
  onOpen: (id: string) => void;
}

/** One row of them. */
function Tiles({ ids, from, count, onOpen }: TilesProps) {
  const { selection } = useLibraryView();
  return ids
    .slice(from, from + count)
    .map((id, column) => (
      <LibraryTile
        key={id}
        id={id}
        domId={tileId(id)}
        place={from + column + 1}
        count={ids.length}
        isChosen={selection.chosen.has(id)}
        isActive={selection.active === id}
        onClick={(event) => choose(event, id, ids)}
        onOpen={() => onOpen(id)}
      />
    ));
}

const tileId = (id: string) => `tile-${id}`;

function choose(event: MouseEvent, id: string, ids: readonly string[]): void {
  const { selection } = useLibraryView.getState();
  if (event.shiftKey) setSelection(extended(selection, ids, id));
  else setSelection(event.ctrlKey || event.metaKey ? toggled(selection, id) : only(id));
}

/** The keys of the grid: moving, choosing, opening, renaming, deleting. */
function useKeys(props: LibraryGridProps, columns: number, show: (index: number) => void) {
  return (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.altKey) return;
    const run = moveOf(event, props.ids, columns, show) ?? commandOf(event, props);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

const hasMod = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

function moveOf(
  event: KeyboardEvent,
  ids: readonly string[],
  columns: number,
  show: (index: number) => void,
): (() => void) | null {
  const { selection } = useLibraryView.getState();
  const from = selection.active === null ? -1 : ids.indexOf(selection.active);
  const to = placeAfter(event.key, from, ids.length, columns);
  const target = to === null ? undefined : ids[to];
  if (to === null || target === undefined) return null;
  return () => {
    const walked = hasMod(event) ? { ...selection, active: target, anchor: target } : only(target);
    setSelection(event.shiftKey ? extended(selection, ids, target) : walked);
    show(to);
  };
}

function commandOf(event: KeyboardEvent, props: LibraryGridProps): (() => void) | null {
  const { selection } = useLibraryView.getState();
  const { active, chosen } = selection;
  const id = commandAt(event.nativeEvent, 'library')?.id ?? '';
  if (id === 'library.chooseAll') return () => void chooseAll();
  const onActive: Readonly<Record<string, (id: string) => void>> = {
    'library.choose': (item) => setSelection(toggled(selection, item)),
    'library.open': props.onOpen,
    'library.rename': props.onRename,
  };
  const act = onActive[id];
  if (act !== undefined) return active === null ? null : () => act(active);
  if (chosen.size === 0) return null;
  if (id === 'library.remove') return () => props.onRemove([...chosen]);
  return id === 'library.chooseNone' ? () => setSelection(nothingChosen) : null;
}

async function chooseAll(): Promise<void> {
  const { filter } = useLibraryView.getState();
  const ids = await loadAll(filter);
  const { selection, filter: now } = useLibraryView.getState();
  if (now === filter) setSelection(all(selection, ids));
}

function useColumns(scroller: HTMLDivElement | null) {
  const [width, setWidth] = useState(900);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const measure = () => setWidth(scroller.clientWidth - 40);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(scroller);
    return () => watcher.disconnect();
  }, [scroller]);
  const columns = Math.max(1, Math.floor((width + gapPx) / (narrowestPx + gapPx)));
  const tilePx = Math.floor((width - gapPx * (columns - 1)) / columns);
  return { columns, tilePx };
}
