/** The calls that an experiment comes down to: those that its start has admitted. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { VariantPlan } from '../../../shared/lab/experiment';
import { cellRequests, requestOfCell } from '../experiments/cell-request';
import type { Ports } from '../ports/ports';
import type { PlannedCall } from '../prices/planned-call';
import { plannedUnit, plannedUnits } from '../units/planned-units';

type Input = CheckedInput<'experiments.forecast'>;
type Read = Pick<Ports, 'storage'>;

/**
 * The calls of each variant, in their order.
 *
 * @param activeId the profile in use, which pays for variants that name none
 * @throws AppError `not_found`
 */
export function plannedGrid(
  ports: Read,
  input: Input,
  activeId: string,
): readonly (readonly PlannedCall[])[] {
  if ('plan' in input) return plannedPlan(ports, input.plan, activeId);
  const { experiments } = ports.storage;
  const experiment = experiments.get(input.id);
  if (!experiment) throw new AppError({ code: 'not_found', message: 'This experiment no longer exists.' });
  const named = 'cells' in input ? input.cells : null;
  const units =
    named === null
      ? experiments.units.withStatus(input.id, 'waiting')
      : named.map((position) => ({ ownerId: input.id, position }));
  const cells = units.flatMap((place) => experiments.unit(place) ?? []);
  const requestOf = cellRequests(experiments);
  return experiment.variants.map(({ id }) =>
    plannedUnits(
      ports.storage,
      cells.filter(({ variantId }) => variantId === id),
      requestOf,
    ),
  );
}

function plannedPlan(
  { storage }: Read,
  { variants, cases, repeats }: Extract<Input, { plan: unknown }>['plan'],
  activeId: string,
): readonly (readonly PlannedCall[])[] {
  return variants.map(({ profileId = activeId, ...rest }) => {
    const variant: VariantPlan = { ...rest, profileId };
    const once = cases.map((one) => plannedUnit(storage.files, requestOfCell(variant, one)));
    return Array.from({ length: repeats }, () => once).flat();
  });
}
