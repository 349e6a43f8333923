import type { DragEvent } from 'react';
import { call } from '../link/call';
import { useCoreState } from '../state/core/core-state';

/** What makes an element a result that can be dragged to other programs; only the desktop host has a way to. */
export function useDragOut(id: string | undefined): {
  draggable?: true;
  onDragStart?: (event: DragEvent) => void;
} {
  const isDesktop = useCoreState(({ app }) => app?.host === 'desktop');
  if (!isDesktop || id === undefined) return {};
  const onDragStart = (event: DragEvent) => {
    // The system takes over: a drag of the page's own would carry an address that no other program can read.
    event.preventDefault();
    void call('media.drag', { ids: [id] });
  };
  return { draggable: true, onDragStart };
}
