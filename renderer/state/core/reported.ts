/** The store of what the core reports; changed by `applyEvent` alone. */
import { create } from 'zustand';
import { applyEvent, type News, nothingReported, type ReportedState } from './apply-event';

export const useReported = create<ReportedState>()(() => nothingReported);

/** Takes in one piece of news. */
export function report(news: News): void {
  useReported.setState((state) => applyEvent(state, news), true);
}
