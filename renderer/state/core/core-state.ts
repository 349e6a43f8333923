/** The store of what the core reports; only `applyEvent` changes it. */
import { create } from 'zustand';
import { applyEvent, type CoreState, type CoreUpdate, nothingReported } from './apply-event';

export const useCoreState = create<CoreState>()(() => nothingReported);

/** How often the file of a result was replaced by another since this window opened. */
export const replacedFiles = new Map<string, number>();

/** Applies one update. */
export function report(update: CoreUpdate): void {
  if (update.type === 'media.changed') {
    const { id, bytes } = update.media;
    const known = useCoreState.getState().media[id]?.bytes ?? bytes;
    if (known !== bytes) replacedFiles.set(id, (replacedFiles.get(id) ?? 0) + 1);
  }
  useCoreState.setState((state) => applyEvent(state, update), true);
}
