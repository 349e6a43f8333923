/** How the results of one tab are laid out. */
export interface ResultView {
  /** One result large with the others as a strip, or all of them as a grid. */
  readonly layout: 'stage' | 'grid';
  /** The minimum width of an image in the grid, in pixels. */
  readonly scale: number;
  /** Fitted images, or filled squares. */
  readonly fit: 'fit' | 'crop';
  readonly group: 'none' | 'day' | 'run';
}

export const smallestScale = 96;
export const largestScale = 640;

const ofCreate: ResultView = { layout: 'stage', scale: 240, fit: 'fit', group: 'none' };

/** What a tab starts with. */
export const defaultView = (tab: string): ResultView =>
  tab === 'library' ? { layout: 'grid', scale: 152, fit: 'crop', group: 'none' } : ofCreate;
