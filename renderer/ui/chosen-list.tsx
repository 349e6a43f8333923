import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { type ChosenRowsOptions, PlacedRows, useChosenRows } from './chosen-rows';
import { classes } from './classes';

interface ChosenListProps<Row extends { readonly id: string | number }>
  extends Omit<ChosenRowsOptions<Row>, 'scroller' | 'onNearEnd' | 'headPx'> {
  role?: 'listbox' | 'tree';
  label: string;
  /** What the id of each row’s element begins with; the id of the row follows. */
  idPrefix: string;
  /** The name by which other parts of the page give it the focus. */
  focusName?: string;
  /** Gives it the focus as it appears. */
  isFocused?: boolean;
  onNearEnd?: () => void;
  /** Scrolls to the selected row as the list appears, and as rows are added; not with each key. */
  keepsInSight?: boolean;
  /** The row that a key other than those of every list selects. */
  rowOfKey?: (key: string) => Row | undefined;
  className?: string;
  style?: CSSProperties;
  children: (row: Row, index: number) => ReactNode;
}

const nothing = () => undefined;

/** A list that has the focus and names its selected row, which is drawn with the id `<idPrefix><id of the row>`. */
export function ChosenList<Row extends { readonly id: string | number }>({
  role = 'listbox',
  label,
  idPrefix,
  focusName,
  isFocused = false,
  onNearEnd = nothing,
  keepsInSight = false,
  rowOfKey,
  className,
  style,
  children,
  ...options
}: ChosenListProps<Row>) {
  const { rows } = options;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { virtualizer, chosenAt, drawnId, onKeyDown } = useChosenRows({ ...options, scroller, onNearEnd });
  useEffect(() => {
    if (isFocused) scroller?.focus({ preventScroll: true });
  }, [isFocused, scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with each chosen row, which keys bring into sight.
  useEffect(() => {
    if (keepsInSight && chosenAt >= 0) virtualizer.scrollToIndex(chosenAt, { align: 'center' });
  }, [rows.length, scroller]);
  const onKey = (event: KeyboardEvent) => {
    const target = rowOfKey?.(event.key);
    if (target === undefined) return onKeyDown(event);
    event.preventDefault();
    options.onChoose(target);
    virtualizer.scrollToIndex(rows.indexOf(target));
  };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles have names and a selected row.
    // biome-ignore lint/a11y/noStaticElementInteractions: both of its roles take keys.
    <div
      ref={setScroller}
      role={role}
      aria-label={label}
      aria-activedescendant={drawnId === null ? undefined : `${idPrefix}${drawnId}`}
      tabIndex={0}
      data-focus={focusName}
      onKeyDown={onKey}
      className={classes('overflow-y-auto outline-offset-[-2px]', className)}
      style={style}
    >
      <PlacedRows virtualizer={virtualizer}>
        {(index) => rows[index] !== undefined && children(rows[index], index)}
      </PlacedRows>
    </div>
  );
}
