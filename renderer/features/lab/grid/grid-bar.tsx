import type { ReactNode } from 'react';
import { ScaleSlider } from '../../../media/view-choice';
import { cellsView } from './cell-sizes';

/** The row above a grid: what it shows, and how. */
export const GridBar = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-4 gap-y-1 px-5 pb-2">{children}</div>
);

/** How large images are in the grid; its keys are those of the viewer. */
export const ImageSize = () => (
  <span className="ml-auto flex-none" title="Image size (+ and − in the grid)">
    <ScaleSlider tab={cellsView} />
  </span>
);
