import type { Unit, UnitPlace } from '../ports/work';
import { goesOnByItself } from './next-round';
import { settle } from './settle-unit';
import { outcomeOf, type UnitOutcome } from './unit-end';
import type { WorkContext } from './work-context';

/** Applies the end of a reply or job to the unit that owns it, as its own record states it. */
export function refreshUnit(context: WorkContext, place: UnitPlace | undefined): void {
  const { kind, ports } = context;
  const unit = place && kind.store.unit(place);
  if (!unit) return;
  const outcome = outcomeOf(ports.storage, unit);
  const hasEnded = unit.status !== 'waiting' && !isOpen(context, unit, outcome);
  if (hasEnded && outcome.status !== unit.status) {
    settle(context, unit, outcome);
    return;
  }
  if (hasEnded) kind.onKnown?.(unit);
  // Its cost may have become known, also of one that waits to be sent again. What runs is counted at its end.
  if (hasEnded || unit.status !== 'running') kind.reports.unit(unit);
}

function isOpen(context: WorkContext, unit: Unit, { status }: UnitOutcome): boolean {
  if (status === 'running' || status === 'waiting') return true;
  return status === 'done' && unit.status === 'running' && goesOnByItself(context, unit);
}
