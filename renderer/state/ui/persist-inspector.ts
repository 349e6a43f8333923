import { heights, useInspector } from './inspector-state';

const storageName = 'gatehouse.inspector';

/** Brings back the height of the inspector, and keeps it from then on. */
export function persistInspectorHeight(): void {
  useInspector.setState({ heightPx: readHeight() });
  useInspector.subscribe(({ heightPx }, before) => {
    if (heightPx === before.heightPx) return;
    try {
      localStorage.setItem(storageName, String(heightPx));
    } catch {
      // Full or forbidden: it is remembered until the page goes.
    }
  });
}

function readHeight(): number {
  try {
    const kept = Number(localStorage.getItem(storageName));
    return Number.isFinite(kept) && kept >= heights.least ? kept : heights.usual;
  } catch {
    return heights.usual;
  }
}
