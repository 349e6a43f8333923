/** The one dialog that is open above everything, on any tab. */
import { create } from 'zustand';
import { holdKeys } from '../../lib/typed-ahead';

export type Overlay = 'palette' | 'shortcuts';

export const useOverlay = create<{ readonly open: Overlay | null }>()(() => ({ open: null }));

/** Its code may still be loading: what is typed meanwhile is for its field. */
export function openOverlay(open: Overlay): void {
  if (useOverlay.getState().open === null) holdKeys(closeOverlay);
  useOverlay.setState({ open });
}
export const closeOverlay = (): void => useOverlay.setState({ open: null });
