/** The zoom of all windows: one setting, which the menu changes too. */
import type { Core } from '../../core/core';

/** As in `settings.zoom`, in percent. */
const STEPS: readonly number[] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200];
const NORMAL = 100;

/** @returns the zoom after one step in a direction; 0 for the normal one */
export function nextZoom(zoom: number, direction: -1 | 0 | 1): number {
  if (direction === 0) return NORMAL;
  const further = direction > 0 ? STEPS.filter((step) => step > zoom) : STEPS.filter((step) => step < zoom);
  return (direction > 0 ? further[0] : further.at(-1)) ?? zoom;
}

export interface Zoom {
  /** One step in a direction, or back to normal; the setting follows. */
  change(direction: -1 | 0 | 1): void;
  /** The zoom of a window that opens. */
  factor(): number;
  follow(zoom: number): void;
}

/** @param apply sets the zoom factor of every window */
export function createZoom(core: Promise<Core>, apply: (factor: number) => void): Zoom {
  let zoom = NORMAL;
  return {
    factor: () => zoom / 100,
    follow(next) {
      if (next === zoom) return;
      zoom = next;
      apply(zoom / 100);
    },
    change(direction) {
      const patch = { zoom: nextZoom(zoom, direction) };
      core.then((opened) => opened.call('settings.update', { patch })).catch(() => undefined);
    },
  };
}
