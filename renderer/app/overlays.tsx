import { Suspense, useEffect } from 'react';
import { untilLoaded } from '../lib/until-loaded';
import { useOverlay } from '../state/ui/overlay';
import { lazy } from '../ui/lazy';

const loadPalette = () => untilLoaded(() => import('../features/palette/palette'));
const Palette = lazy(loadPalette);
const ShortcutsDialog = lazy(() => import('../features/shortcuts/shortcuts-dialog'));

/**
 * The dialogs above everything, loaded when needed; the palette is loaded when idle, since typing starts as it opens.
 */
export function Overlays() {
  const open = useOverlay((state) => state.open);
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadPalette());
    return () => cancelIdleCallback(idle);
  }, []);
  if (open === null) return null;
  return <Suspense>{open === 'palette' ? <Palette /> : <ShortcutsDialog />}</Suspense>;
}
