/** The store of what the core reports; only `applyEvent` changes it. */
import { create } from 'zustand';
import { applyEvent, type CoreState, type CoreUpdate, nothingReported } from './apply-event';

export const useCoreState = create<CoreState>()(() => nothingReported);

/** Applies one update. */
export function report(update: CoreUpdate): void {
  useCoreState.setState((state) => applyEvent(state, update), true);
}
