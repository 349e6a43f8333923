import type { Ports } from '../../ports/ports';
import type { UnitPlace } from '../../ports/work';
import type { PlannedCall } from '../../prices/planned-call';
import { askedPairs } from './asked-pairs';
import { plannedJudgements } from './planned-judgements';

/** What judging the answers of these cells will cost. */
export function judgementsAfter(
  ports: Pick<Ports, 'storage'>,
  units: readonly UnitPlace[],
): readonly PlannedCall[] {
  const { experiments } = ports.storage;
  const [first] = units;
  const experiment = first && experiments.get(first.ownerId);
  if (experiment === undefined) return [];
  const cells = units.flatMap((place) => {
    const unit = experiments.unit(place);
    const variant = experiment.variants.find(({ id }) => id === unit?.variantId);
    return unit && variant ? [{ caseId: unit.caseId, repeat: unit.repeat, variant }] : [];
  });
  const positions = units.map(({ position }) => position);
  return plannedJudgements(
    ports,
    experiment,
    cells,
    (id) => experiments.case(experiment.id, id),
    askedPairs(ports, experiment.id, positions),
  );
}
