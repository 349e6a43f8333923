import type { UnitPlace } from '../ports/work';
import { goesOnByItself } from './next-round';
import { settle } from './settle-unit';
import { outcomeOf } from './unit-end';
import type { WorkContext } from './work-context';

/** Applies the end of a reply or job to the unit that owns it, as its own record states it. */
export function refreshUnit(context: WorkContext, place: UnitPlace | undefined): void {
  const { kind, ports } = context;
  const unit = place && kind.store.unit(place);
  if (!unit || unit.status === 'waiting') return;
  const outcome = outcomeOf(ports.storage, unit);
  if (outcome.status === 'running' || outcome.status === 'waiting') return;
  if (outcome.status === 'done' && unit.status === 'running' && goesOnByItself(context, unit)) return;
  if (outcome.status !== unit.status) {
    settle(context, unit, outcome);
    return;
  }
  // For example, its cost became known.
  kind.onEnd?.(unit);
  kind.reports.unit(unit);
}
