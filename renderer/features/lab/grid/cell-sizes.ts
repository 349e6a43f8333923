/** How large the cells of a grid are. */
import { useEffect, useState } from 'react';
import { largestScale, smallestScale } from '../../../../shared/media/result-view';
import { useCoreState } from '../../../state/core/core-state';
import { changeView, useResultView, viewOf } from '../../../state/ui/result-view';

/** The view whose scale is the width of images in the lab. */
export const cellsView = 'lab';

const scales = { small: 0.92, medium: 1, large: 1.15, largest: 1.3 } as const;
const linePx = 19;
/** Of the lines above and below an image, and the room around them. */
const besideImagePx = 52;
/** In a narrow window, heads of rows leave most of the width to the cells. */
const sideShare = 0.34;
const smallestRowPx = 98;

/** Texts share the room of a wide window; longer lines would be hard to read. */
const textPx = { least: 212, most: 440 };

interface Grid {
  readonly hasImages: boolean;
  readonly headLines: number;
  readonly columnCount: number;
}

/** In pixels, at the text size of the settings and in the room that there is. */
export function useSizes(scroller: HTMLElement | null, { hasImages, headLines, columnCount }: Grid) {
  const scale = scales[useCoreState(({ app }) => app?.settings.textSize ?? 'medium')];
  const view = useResultView(cellsView);
  const room = useRoom(scroller);
  const headPx = Math.round((14 + linePx * headLines) * scale);
  const sidePx = Math.min(Math.round(168 * scale), Math.round(room.width * sideShare));
  const sharePx = Math.floor((room.width - sidePx) / columnCount);
  const imageRowPx = Math.round(0.75 * view.scale + besideImagePx * scale);
  return {
    headPx,
    sidePx,
    // A cell is never larger than what can be seen of it at once.
    rowPx: hasImages
      ? Math.max(smallestRowPx, Math.min(imageRowPx, room.height - headPx))
      : Math.round(smallestRowPx * scale),
    columnPx: hasImages
      ? Math.max(smallestScale, Math.min(view.scale, room.width - sidePx))
      : Math.round(Math.max(textPx.least * scale, Math.min(textPx.most * scale, sharePx))),
  };
}

/** About a usual window. */
const unmeasured = { width: 1_024, height: 640 };

function useRoom(scroller: HTMLElement | null) {
  const [room, setRoom] = useState(unmeasured);
  useEffect(() => {
    if (scroller === null) return;
    const sizes = new ResizeObserver(() =>
      setRoom({ width: scroller.clientWidth, height: scroller.clientHeight }),
    );
    sizes.observe(scroller);
    return () => sizes.disconnect();
  }, [scroller]);
  return room;
}

const step = 1.25;

/** Images one step larger, or smaller. */
export function enlargeCells(by: 1 | -1): void {
  const { scale } = viewOf(cellsView);
  const next = Math.round(scale * step ** by);
  changeView(cellsView, { scale: Math.max(smallestScale, Math.min(largestScale, next)) });
}
