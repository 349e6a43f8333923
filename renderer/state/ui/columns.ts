/** The side columns of each tab: whether they are open, and how wide they are. */
import { useSyncExternalStore } from 'react';
import { call } from '../../link/call';
import { useCoreState } from '../core/core-state';
import { useUiState } from './ui-state';

/** Below these widths a side column opens over the work instead of beside it. */
const narrow = { history: matchMedia('(max-width: 899px)'), side: matchMedia('(max-width: 1159px)') };
export type Side = keyof typeof narrow;

function useNarrow(side: Side): boolean {
  return useSyncExternalStore(
    (changed) => {
      const follow = () => {
        keepColumnOfDialog();
        changed();
      };
      narrow[side].addEventListener('change', follow);
      return () => narrow[side].removeEventListener('change', follow);
    },
    () => narrow[side].matches,
  );
}

/** A dialog that was opened from a column keeps it in a narrow window, and with it what was typed. */
function keepColumnOfDialog(): void {
  const side = document.querySelector<HTMLElement>('[data-side]:has(dialog)')?.dataset.side as
    | Side
    | undefined;
  if (side !== undefined && narrow[side].matches) useUiState.setState({ overlay: side });
}

export const columnKeys = {
  history: { open: 'historyOpen', width: 'historyWidth', min: 160, max: 480 },
  side: { open: 'sideOpen', width: 'sideWidth', min: 240, max: 560 },
} as const;

function columnsOf(tab: string): Columns {
  return useCoreState.getState().app?.settings.columns[tab] ?? defaultColumns;
}

/** Changes the stored columns of a tab. */
export function changeColumns(tab: string, change: Partial<Columns>): void {
  const all = useCoreState.getState().app?.settings.columns ?? {};
  const columns = { ...all, [tab]: { ...columnsOf(tab), ...change } };
  void call('settings.update', { patch: { columns } });
}

/** Shows a side column, if it is hidden. */
export function openColumn(tab: string, side: Side): void {
  if (narrow[side].matches) useUiState.setState({ overlay: side });
  else if (!columnsOf(tab)[columnKeys[side].open]) changeColumns(tab, { [columnKeys[side].open]: true });
}

/** Opens or closes a side column: above the content where the window is narrow, otherwise permanently. */
export function toggleColumn(tab: string, side: Side): void {
  const { open } = columnKeys[side];
  if (!narrow[side].matches) changeColumns(tab, { [open]: !columnsOf(tab)[open] });
  else useUiState.setState(({ overlay }) => ({ overlay: overlay === side ? null : side }));
}

export interface ColumnState {
  readonly open: boolean;
  /** Above the content, and closes automatically. */
  readonly over: boolean;
  readonly width: number;
  readonly toggle: () => void;
}

/** Whether a side column of a tab is open, and its width: stored for each tab, where the window is wide enough. */
export function useColumn(tab: string, side: Side): ColumnState {
  const columns = useCoreState(({ app }) => app?.settings.columns[tab] ?? defaultColumns);
  const over = useNarrow(side);
  const overlayOpen = useUiState(({ overlay }) => overlay === side);
  const { open, width } = columnKeys[side];
  return {
    open: over ? overlayOpen : columns[open],
    over,
    width: columns[width],
    toggle: () => toggleColumn(tab, side),
  };
}

/** Side columns of one tab. */
interface Columns {
  readonly historyOpen: boolean;
  readonly historyWidth: number;
  readonly sideOpen: boolean;
  readonly sideWidth: number;
}

const defaultColumns: Columns = {
  historyOpen: true,
  historyWidth: 236,
  sideOpen: true,
  sideWidth: 316,
};
