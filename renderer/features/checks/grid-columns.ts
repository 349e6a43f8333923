/** The columns of the table of checks: how wide each is, and which of them are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import { useCoreState } from '../../state/core/core-state';
import { textScales } from '../../state/core/text-scale';
import type { Column, GridRow } from './check-row';
import { notesOf } from './check-text';

/** Per sign of the heading, and of the smaller notes below an outcome. */
const headPx = 7.4;
const notePx = 6.6;
const paddingPx = 20;
const [leastPx, mostPx] = [88, 320];
/** The column of the models, also in a window of at most so many pixels. */
const [wideModelPx, narrowModelPx, narrowPx] = [208, 128, 720];

/** Wide enough for the heading and for what any of the rows says, up to a limit. */
function widthOf(probe: ProbeId, rows: readonly GridRow[]): number {
  const head = probeFacts[probe].label.length * headPx;
  const notes = rows.map(({ results }) => {
    const result = results[probe];
    return result === undefined ? 0 : notesOf(result).length * notePx;
  });
  const wanted = notes.reduce((most, one) => Math.max(most, one), head) + paddingPx;
  return Math.min(mostPx, Math.max(leastPx, Math.ceil(wanted)));
}

/** The columns that are in view, and how to bring another one there. */
export function useColumns(
  scroller: HTMLElement | null,
  { rows, probes }: { rows: readonly GridRow[]; probes: readonly ProbeId[] },
) {
  const scale = textScales[useCoreState(({ app }) => app?.settings.textSize ?? 'medium')];
  const modelPx = window.innerWidth <= narrowPx ? narrowModelPx : wideModelPx;
  const widths = useMemo(
    () => probes.map((probe) => Math.round(widthOf(probe, rows) * scale)),
    [probes, rows, scale],
  );
  const virtualizer = useVirtualizer({
    count: probes.length,
    horizontal: true,
    getScrollElement: () => scroller,
    estimateSize: (index) => widths[index] ?? leastPx,
    // A column of another width is measured again.
    getItemKey: useCallback((index: number) => `${probes[index]} ${widths[index]}`, [probes, widths]),
    overscan: 2,
    paddingStart: modelPx,
    scrollPaddingStart: modelPx,
  });
  const drawn = virtualizer.getVirtualItems();
  return {
    columns: drawn.map(({ index, size }): Column => ({ index, widthPx: size })),
    modelPx,
    /** Where the first drawn column begins, without the model before it. */
    startPx: Math.max(0, (drawn[0]?.start ?? modelPx) - modelPx),
    drawnPx: modelPx + drawn.reduce((sum, { size }) => sum + size, 0),
    totalPx: virtualizer.getTotalSize(),
    /** The model is always in view. */
    showColumn: (index: number) => {
      if (index >= 0) virtualizer.scrollToIndex(index);
    },
  };
}
