import { applyEvent, type CoreState, type News, type Reading } from '../../renderer/state/core/apply-event';
import type { WithoutAsOf } from '../../renderer/state/core/read';

/** What the window knows after a piece of news, or after an answer that came as soon as it was asked for. */
export const told = (state: CoreState, news: News | WithoutAsOf<Reading>): CoreState =>
  applyEvent(state, { asOf: state, ...news } as News);

export type Told = News | WithoutAsOf<Reading>;
