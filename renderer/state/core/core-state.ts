/** The store of what the core reports; only `applyEvent` changes it. */
import { create } from 'zustand';
import { applyEvent, type CoreState, type News, nothingReported } from './apply-event';

export const useCoreState = create<CoreState>()(() => nothingReported);

/** Applies one update. */
export function report(news: News): void {
  useCoreState.setState((state) => applyEvent(state, news), true);
}
