import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { Cell } from '../../../../shared/lab/experiment';
import { commandAt } from '../../../commands/shortcuts';
import { enlargeCells } from './cell-sizes';
import { idOf, type Place, placeAfterKey, placeInOrder } from './place-after-key';

export interface VirtualGridProps {
  label: string;
  rowCount: number;
  columnCount: number;
  /** Rows with images are higher, as high as the person has them. */
  hasImages: boolean;
  corner: ReactNode;
  /** The lines of text that the highest head of a column has. */
  headLines: number;
  rowHead: (row: number) => ReactNode;
  columnHead: (column: number) => ReactNode;
  cellAt: (row: number, column: number) => Cell | undefined;
  /** Whether the case of the row is asked with the variant of the column. */
  isAskedAt: (row: number, column: number) => boolean;
  marked: ReadonlySet<number>;
  onMark: (cell: Cell) => void;
  /** `step` opens the next cell or the one before, in reading order. */
  onOpen: (cell: Cell, step: (by: 1 | -1) => void) => void;
  /** Another key on the chosen cell; returns whether it did something. */
  onKey: (key: string, cell: Cell | undefined) => boolean;
}

interface Chosen {
  place: Place;
  /** Chooses a cell and shows it. */
  choose: (place: Place) => void;
  setChosen: (place: Place) => void;
  scroller: HTMLElement | null;
}

/** What keys, presses and the focus do in a grid. */
export function useHandlers(props: VirtualGridProps, { place, choose, setChosen, scroller }: Chosen) {
  const { rowCount, columnCount, cellAt } = props;
  const step = useStep(props, { place, choose });
  const act = (key: string, at: Place) => actOn({ ...props, step }, key, cellAt(at.row, at.column));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const isFar = event.ctrlKey || event.metaKey;
    const next = placeAfterKey(event.key, place, { rows: rowCount, columns: columnCount, isFar });
    if (next !== null) choose(next);
    else if (isFar || !(zoomed(props, event) || act(event.key, place))) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const clicked = placeOf(event.target as Element);
    if (clicked === null) return;
    setChosen(clicked);
    scroller?.focus({ preventScroll: true });
    const isMark = (event.target as Element).closest('[data-mark]') !== null;
    act(isMark ? ' ' : 'Enter', clicked);
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) choose(place);
  };
  return { onKeyDown, onClick, onFocus };
}

/** Opens a cell beside the open one; the grid, below its dialog, goes along. */
function useStep(
  { onOpen, cellAt, rowCount, columnCount }: VirtualGridProps,
  now: Pick<Chosen, 'place' | 'choose'>,
) {
  const newest = useRef(now.place);
  newest.current = now.place;
  const step = (by: 1 | -1): void => {
    const next = placeInOrder(
      newest.current,
      by,
      { rows: rowCount, columns: columnCount },
      (at) => cellAt(at.row, at.column) !== undefined,
    );
    const cell = next && cellAt(next.row, next.column);
    if (next === null || cell == null) return;
    newest.current = next;
    now.choose(next);
    onOpen(cell, step);
  };
  return step;
}

/** Whether the keys enlarged the images, or made them smaller. */
function zoomed({ hasImages }: VirtualGridProps, { nativeEvent }: KeyboardEvent): boolean {
  const command = hasImages ? commandAt(nativeEvent, 'viewer')?.id : undefined;
  if (command === 'viewer.zoomIn') enlargeCells(1);
  else if (command === 'viewer.zoomOut') enlargeCells(-1);
  else return false;
  return true;
}

/** Returns whether the key means something for the cell. */
function actOn(
  { onOpen, onMark, onKey, step }: VirtualGridProps & { step: (by: 1 | -1) => void },
  key: string,
  cell: Cell | undefined,
): boolean {
  if (key === 'Enter' && cell !== undefined) onOpen(cell, step);
  else if (key === ' ' && cell !== undefined) onMark(cell);
  else return onKey(key.toLowerCase(), cell);
  return true;
}

/** The cell that an element belongs to. */
function placeOf(element: Element): Place | null {
  const [row, column] =
    element.closest<HTMLElement>('[data-place]')?.dataset.place?.split(',').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

/**
 * The chosen cell, where the page around the grid is scrolled too, as in a low window: once after each choice, when the
 * cell is in the page, since a key may choose one that the grid has yet to scroll to.
 */
export function useInSight(scroller: HTMLElement | null, { row, column }: Place, isInPage: boolean): void {
  const isAwaited = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is brought into sight.
  useEffect(() => {
    isAwaited.current = scroller !== null && scroller === document.activeElement;
  }, [scroller, row, column]);
  useEffect(() => {
    if (!isAwaited.current || !isInPage) return;
    isAwaited.current = false;
    document.getElementById(idOf(row, column))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [row, column, isInPage]);
}
