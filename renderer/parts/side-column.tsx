import { PanelLeft, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ColumnState, changeColumns, columnKeys, type Side } from '../state/ui/columns';
import { IconButton } from '../ui/button';
import { later } from '../ui/later';

const OverFocus = later(() => import('./over-focus').then((module) => module.OverFocus));
const Splitter = later(() => import('../ui/splitter').then((module) => module.Splitter));

interface SideColumnProps {
  tab: string;
  side: Side;
  column: ColumnState;
  children: ReactNode;
}

/** A column beside the content, with an edge that can be dragged or moved with the arrow keys. */
export function SideColumn({ tab, side, column, children }: SideColumnProps) {
  if (!column.open) return null;
  const { width: key, min, max } = columnKeys[side];
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
      data-side={side}
      tabIndex={-1}
      onKeyDown={close}
      className={`${over} ${edge} flex min-h-0 flex-col border-line bg-panel`}
      style={{ width: column.width, maxWidth: 'calc(100vw - 56px)' }}
    >
      {children}
      {column.over && <OverFocus />}
      <Splitter
        label={side === 'history' ? 'Width of the history' : 'Width of the run settings'}
        at={side === 'history' ? 'right' : 'left'}
        size={column.width}
        min={min}
        max={max}
        onResize={(width) => changeColumns(tab, { [key]: width })}
      />
    </aside>
  );
}

const icons = { history: PanelLeft, side: SlidersHorizontal };

interface ColumnButtonProps {
  side: Side;
  column: ColumnState;
  label: string;
}

/** Opens and closes a side column. */
export function ColumnButton({ side, column, label }: ColumnButtonProps) {
  return (
    <IconButton
      icon={icons[side]}
      label={label}
      data-focus={`column-${side}`}
      aria-pressed={column.open}
      onClick={column.toggle}
    />
  );
}
