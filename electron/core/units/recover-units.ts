/** What an earlier run of the app left as running. */
import type { UnitPlace } from '../ports/work';
import { goesOnByItself } from './next-round';
import { endUnit } from './settle-unit';
import { outcomeOf } from './unit-end';
import { nameOf, type WorkContext } from './work-context';

/** Their records say how they ended; what may have been accepted is not sent again. */
export function recoverUnits(context: WorkContext, places: readonly UnitPlace[]): void {
  const { ports, asking, kind } = context;
  const { store } = kind;
  for (const place of places) {
    const unit = store.unit(place);
    if (!unit) continue;
    const { status, error } = outcomeOf(ports.storage, unit);
    if (status === 'running') asking.set(nameOf(place), place);
    else if (status === 'waiting') store.update(place, { status, error, finishedAt: null });
    else if (status === 'done' && goesOnByItself(context, unit)) continue;
    else endUnit({ ports, kind }, place, { status, error });
    store.count(place.ownerId);
  }
}

/** What was left to a later run belongs to this one once a person does something with it. */
export function takeOver(context: WorkContext, ownerId: string): void {
  if (!context.left.delete(ownerId)) return;
  recoverUnits(
    context,
    context.kind.store.runningUnits().filter((place) => place.ownerId === ownerId),
  );
}
