import type { KeyboardEvent } from 'react';
import { commandAt } from '../../commands/shortcuts';
import { rate } from '../../media/order';
import { openBoards } from '../../state/ui/dialogs';
import { setSelection, useLibraryView } from '../../state/ui/library-view';
import { all, extended, nothingChosen, only, placeAfter, toggled } from '../../state/ui/selection';
import { indexBelow, type LibraryRow } from './library-rows';
import { loadAll } from './use-library';

interface GridActions {
  readonly ids: readonly string[];
  readonly onOpen: (id: string) => void;
  readonly onRename: (id: string) => void;
  readonly onRemove: (ids: readonly string[]) => void;
}

/** The keys of the grid: moving, choosing, opening, renaming, deleting. */
export function libraryKeys(
  actions: GridActions,
  rows: readonly LibraryRow[],
  columns: number,
  show: (index: number) => void,
) {
  return (event: KeyboardEvent) => {
    if (event.altKey) return;
    const run = moveOf(event, actions.ids, (key, from) => placeIn(rows, columns, key, from), show);
    const act = run ?? commandOf(event, actions);
    if (act === null) return;
    event.preventDefault();
    act();
  };
}

/** Up and down by rows, whose lengths differ where results are grouped. */
function placeIn(rows: readonly LibraryRow[], columns: number, key: string, from: number): number | null {
  const last = rows.findLast((row) => row.kind === 'tiles');
  const count = last?.kind === 'tiles' ? last.from + last.count : 0;
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
  if (isVertical && from >= 0) return indexBelow(rows, from, key === 'ArrowDown' ? 1 : -1) ?? from;
  return placeAfter(key, from, count, columns);
}

const hasMod = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

function moveOf(
  event: KeyboardEvent,
  ids: readonly string[],
  placeOf: (key: string, from: number) => number | null,
  show: (index: number) => void,
): (() => void) | null {
  const { selection } = useLibraryView.getState();
  const from = selection.active === null ? -1 : ids.indexOf(selection.active);
  const to = placeOf(event.key, from);
  const target = to === null ? undefined : ids[to];
  if (to === null || target === undefined) return null;
  return () => {
    const walked = hasMod(event) ? { ...selection, active: target, anchor: target } : only(target);
    setSelection(event.shiftKey ? extended(selection, ids, target) : walked);
    show(to);
  };
}

function commandOf(event: KeyboardEvent, actions: GridActions): (() => void) | null {
  const { selection } = useLibraryView.getState();
  const { active, chosen } = selection;
  const id = commandAt(event.nativeEvent, 'library')?.id ?? '';
  if (id === 'library.chooseAll') return () => void chooseAll();
  const onActive: Readonly<Record<string, (id: string) => void>> = {
    'library.choose': (item) => setSelection(toggled(selection, item)),
    'library.open': actions.onOpen,
    'library.rename': actions.onRename,
  };
  if (id === 'library.rate')
    return chosen.size === 0 ? null : () => void rate([...chosen], Number(event.key) || 0);
  const act = onActive[id];
  if (act !== undefined) return active === null ? null : () => act(active);
  if (chosen.size === 0) return null;
  if (id === 'library.board') return () => openBoards([...chosen]);
  if (id === 'library.remove') return () => actions.onRemove([...chosen]);
  return id === 'library.chooseNone' ? () => setSelection(nothingChosen) : null;
}

async function chooseAll(): Promise<void> {
  const { filter } = useLibraryView.getState();
  const ids = await loadAll(filter);
  const { selection, filter: now } = useLibraryView.getState();
  if (now === filter) setSelection(all(selection, ids));
}
