/** Whether the inspector is open, its height, and its selection. */
import { create } from 'zustand';
import { focusSoon } from '../../lib/focus';

export const detailTabs = ['request', 'response', 'headers', 'timing', 'events'] as const;
export type DetailTab = (typeof detailTabs)[number];

interface InspectorState {
  readonly isOpen: boolean;
  /** `null` until the person chose one. */
  readonly heightPx: number | null;
  readonly query: string;
  readonly chosenId: string | null;
  readonly tab: DetailTab;
}

export const heights = { least: 180, usual: 320 } as const;
export const useInspector = create<InspectorState>()(() => ({
  isOpen: false,
  heightPx: null,
  query: '',
  chosenId: null,
  tab: 'request',
}));

/** Opens it with the focus on the list, or closes it and returns the focus. */
export function toggleInspector(): void {
  const { isOpen } = useInspector.getState();
  useInspector.setState({ isOpen: !isOpen });
  focusSoon(isOpen ? 'composer' : 'inspector');
}

export function closeInspector(): void {
  if (useInspector.getState().isOpen) toggleInspector();
}

export const setHeight = (heightPx: number): void => useInspector.setState({ heightPx });
