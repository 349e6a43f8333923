/** The one dialog that is open above everything, on any tab. */
import { create } from 'zustand';

export type Overlay = 'palette' | 'shortcuts';

export const useOverlay = create<{ readonly open: Overlay | null }>()(() => ({ open: null }));

export const openOverlay = (open: Overlay): void => useOverlay.setState({ open });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
