import {
  applyEvent,
  type CoreState,
  type CoreUpdate,
  type Reading,
} from '../../renderer/state/core/apply-event';
import type { WithoutAsOf } from '../../renderer/state/core/read';

/** What the window knows after a piece of update, or after an answer that came as soon as it was asked for. */
export const told = (state: CoreState, update: CoreUpdate | WithoutAsOf<Reading>): CoreState =>
  applyEvent(state, { asOf: state, ...update } as CoreUpdate);

export type Told = CoreUpdate | WithoutAsOf<Reading>;
