/** Whether the inspector is open, how high it is, and what is chosen in it. */
import { create } from 'zustand';
import { focusSoon } from '../../lib/focus';

export const detailTabs = ['request', 'response', 'headers', 'timing', 'events'] as const;
export type DetailTab = (typeof detailTabs)[number];

interface InspectorState {
  readonly isOpen: boolean;
  readonly heightPx: number;
  readonly query: string;
  readonly chosenId: string | null;
  readonly tab: DetailTab;
}

export const heights = { least: 180, usual: 320 } as const;
const storageName = 'gatehouse.inspector';

export const useInspector = create<InspectorState>()(() => ({
  isOpen: false,
  heightPx: readHeight(),
  query: '',
  chosenId: null,
  tab: 'request',
}));

/** Opens it with the list under the keys, or closes it and gives the focus back. */
export function toggleInspector(): void {
  const { isOpen } = useInspector.getState();
  useInspector.setState({ isOpen: !isOpen });
  focusSoon(isOpen ? 'composer' : 'inspector');
}

export function closeInspector(): void {
  if (useInspector.getState().isOpen) toggleInspector();
}

export function setHeight(heightPx: number): void {
  useInspector.setState({ heightPx });
  try {
    localStorage.setItem(storageName, String(heightPx));
  } catch {
    // Full or forbidden: it is remembered until the page goes.
  }
}

function readHeight(): number {
  try {
    const kept = Number(localStorage.getItem(storageName));
    return Number.isFinite(kept) && kept >= heights.least ? kept : heights.usual;
  } catch {
    return heights.usual;
  }
}
