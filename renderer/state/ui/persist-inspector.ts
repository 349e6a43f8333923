import { heights, useInspector } from './inspector-state';

const storageName = 'gatehouse.inspector';

/** Restores the height of the inspector, and stores it from then on. */
export function persistInspectorHeight(): void {
  useInspector.setState({ heightPx: readHeight() });
  useInspector.subscribe(({ heightPx }, before) => {
    if (heightPx === before.heightPx) return;
    try {
      localStorage.setItem(storageName, String(heightPx));
    } catch {
      // Storage is full or forbidden: the height is kept until the page closes.
    }
  });
}

/** `null` where none was chosen: it then follows the window. */
function readHeight(): number | null {
  try {
    const kept = Number(localStorage.getItem(storageName));
    return Number.isFinite(kept) && kept >= heights.least ? kept : null;
  } catch {
    return null;
  }
}
