import { type ReactNode, useSyncExternalStore } from 'react';
import { type Columns, defaultColumns } from '../../../shared/columns';
import { call } from '../../link/sync';
import { useReported } from '../../state/core/reported';
import { usePerson } from '../../state/ui/person';
import { Resizer } from './resizer';

/** Below these widths a side column opens over the work instead of beside it. */
const narrow = { history: matchMedia('(max-width: 899px)'), side: matchMedia('(max-width: 1159px)') };
type Side = keyof typeof narrow;

function useNarrow(side: Side): boolean {
  return useSyncExternalStore(
    (changed) => {
      narrow[side].addEventListener('change', changed);
      return () => narrow[side].removeEventListener('change', changed);
    },
    () => narrow[side].matches,
  );
}

const keys = {
  history: { open: 'historyOpen', width: 'historyWidth', min: 160, max: 480 },
  side: { open: 'sideOpen', width: 'sideWidth', min: 240, max: 560 },
} as const;

function columnsOf(tab: string): Columns {
  return useReported.getState().app?.settings.columns[tab] ?? defaultColumns;
}

function changeColumns(tab: string, change: Partial<Columns>): void {
  const all = useReported.getState().app?.settings.columns ?? {};
  const columns = { ...all, [tab]: { ...columnsOf(tab), ...change } };
  void call('settings.update', { patch: { columns } });
}

/** Brings a side column into sight, if it is not. */
export function openColumn(tab: string, side: Side): void {
  if (narrow[side].matches) usePerson.setState({ overlay: side });
  else if (!columnsOf(tab)[keys[side].open]) changeColumns(tab, { [keys[side].open]: true });
}

/** Opens a side column, or closes it: over the work where the window is narrow, else for good. */
export function toggleColumn(tab: string, side: Side): void {
  const { open } = keys[side];
  if (!narrow[side].matches) changeColumns(tab, { [open]: !columnsOf(tab)[open] });
  else usePerson.setState(({ overlay }) => ({ overlay: overlay === side ? null : side }));
}

export interface ColumnState {
  readonly open: boolean;
  /** Lies over the work and closes by itself. */
  readonly over: boolean;
  readonly width: number;
  readonly toggle: () => void;
}

/** Whether a side column of a tab is open, and how wide: remembered for each tab, where the window is wide enough. */
export function useColumn(tab: string, side: Side): ColumnState {
  const columns = useReported(({ app }) => app?.settings.columns[tab] ?? defaultColumns);
  const over = useNarrow(side);
  const overlayOpen = usePerson(({ overlay }) => overlay === side);
  const { open, width } = keys[side];
  return {
    open: over ? overlayOpen : columns[open],
    over,
    width: columns[width],
    toggle: () => toggleColumn(tab, side),
  };
}

interface SideColumnProps {
  tab: string;
  side: Side;
  column: ColumnState;
  children: ReactNode;
}

/** A column beside the work, with an edge that can be dragged or moved with the arrow keys. */
export function SideColumn({ tab, side, column, children }: SideColumnProps) {
  if (!column.open) return null;
  const { width: key, min, max } = keys[side];
  const edge = side === 'history' ? 'border-r left-0' : 'border-l right-0';
  const over = column.over ? 'absolute top-12 bottom-0 z-30 border-t shadow-float' : 'relative flex-none';
  const close = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !column.over || event.defaultPrevented) return;
    event.preventDefault();
    column.toggle();
  };
  return (
    <aside
      aria-label={side === 'history' ? 'Left column' : 'Right column'}
      onKeyDown={close}
      className={`${over} ${edge} flex min-h-0 flex-col border-line bg-panel`}
      style={{ width: column.width, maxWidth: 'calc(100vw - 56px)' }}
    >
      {children}
      <Resizer
        label={side === 'history' ? 'Width of the history' : 'Width of the run settings'}
        at={side === 'history' ? 'right' : 'left'}
        width={column.width}
        min={min}
        max={max}
        onResize={(width) => changeColumns(tab, { [key]: width })}
      />
    </aside>
  );
}
