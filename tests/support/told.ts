import {
  applyEvent,
  type News,
  type Reading,
  type ReportedState,
} from '../../renderer/state/core/apply-event';
import type { WithoutAsOf } from '../../renderer/state/core/read';

/** What the window knows after a piece of news, or after an answer that came as soon as it was asked for. */
export const told = (state: ReportedState, news: News | WithoutAsOf<Reading>): ReportedState =>
  applyEvent(state, { asOf: state, ...news } as News);

export type Told = News | WithoutAsOf<Reading>;
