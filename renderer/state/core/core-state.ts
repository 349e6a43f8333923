/** The store of what the core reports; changed by `applyEvent` alone. */
import { create } from 'zustand';
import { applyEvent, type CoreState, type News, nothingReported } from './apply-event';

export const useCoreState = create<CoreState>()(() => nothingReported);

/** Takes in one piece of news. */
export function report(news: News): void {
  useCoreState.setState((state) => applyEvent(state, news), true);
}
