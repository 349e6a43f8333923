/** The calls that an experiment comes down to: those that its start has admitted. */

import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { isAskedWith } from '../../../shared/lab/asked-with';
import type { Experiment, ExperimentPlan, VariantPlan } from '../../../shared/lab/experiment';
import { cellRequests, requestOfCell } from '../experiments/cell-request';
import { requestOfJudgement } from '../experiments/judgement-request';
import { askedPairs } from '../experiments/judging/asked-pairs';
import { judgementsAfter } from '../experiments/judging/judgements-after';
import { missingIn } from '../experiments/judging/missing-judgements';
import { plannedJudging } from '../experiments/judging/open-judgements';
import { type AskedBefore, plannedJudgements } from '../experiments/judging/planned-judgements';
import type { Ports } from '../ports/ports';
import type { PlannedCall } from '../prices/planned-call';
import { plannedUnit, plannedUnits } from '../units/planned-units';

type Input = CheckedInput<'experiments.forecast'>;
type Read = Pick<Ports, 'storage'>;

/** What is asked of each variant, in their order, and what judges are asked about the answers. */
export interface PlannedGrid {
  readonly variants: readonly (readonly PlannedCall[])[];
  readonly judging: readonly PlannedCall[];
}

/**
 * @param activeId the profile in use, which pays for variants that name none
 * @throws AppError `not_found`
 */
export function plannedGrid(ports: Read, input: Input, activeId: string): PlannedGrid {
  if ('plan' in input) return plannedPlan(ports, input.plan, activeId);
  const { experiments } = ports.storage;
  const experiment = experiments.get(input.id);
  if (!experiment) throw new AppError({ code: 'not_found', message: 'This experiment no longer exists.' });
  if ('judging' in input)
    return {
      variants: experiment.variants.map(() => []),
      judging: plannedJudging(ports, experiment, input.judging),
    };
  if ('cases' in input || 'variant' in input) return plannedAddition(ports, experiment, input, activeId);
  const named = 'cells' in input ? input.cells : null;
  const places =
    named === null
      ? experiments.units.withStatus(input.id, 'waiting')
      : named.map((position) => ({ ownerId: input.id, position }));
  const units = places.flatMap((place) => experiments.unit(place) ?? []);
  const requestOf = cellRequests(experiments);
  const callsOf = (variantId: number) =>
    plannedUnits(
      ports.storage,
      units.filter((unit) => unit.variantId === variantId),
      requestOf,
    );
  const missing = named === null ? missingIn(ports, experiment).map(requestOfJudgement) : [];
  return {
    variants: experiment.variants.map(({ id }) => callsOf(id)),
    judging: [
      ...callsOf(0),
      ...missing.map((request) => plannedUnit(ports.storage.files, request)),
      ...judgementsAfter(ports, units),
    ],
  };
}

function plannedPlan(
  ports: Read,
  { variants: given, cases, repeats, ...rest }: Extract<Input, { plan: unknown }>['plan'],
  activeId: string,
): PlannedGrid {
  const variants = given.map((variant) => paidBy(activeId, variant));
  return plannedCells(ports, { ...rest, variants }, { variants, cases, repeats });
}

type Addition = Extract<Input, { cases: unknown } | { variant: unknown }>;

/** The new cells alone; the judge compares their answers with those that are there. */
function plannedAddition(
  { storage }: Read,
  experiment: Experiment,
  added: Addition,
  activeId: string,
): PlannedGrid {
  const { id, variants, caseCount, repeats } = experiment;
  if ('cases' in added) return plannedCells({ storage }, experiment, { ...added, variants, repeats });
  const variant = paidBy(activeId, added.variant);
  const grid = { ...experiment, variants: [...variants, variant] };
  const cases = storage.experiments.cases(id, 0, caseCount);
  const pairs = askedPairs({ storage }, id);
  const askedBefore: AskedBefore = (task, at, repeat) => pairs(task, cases[at]?.id ?? 0, repeat + 1);
  const first = variants.length + 1;
  return plannedCells({ storage }, grid, { variants: [variant], cases, repeats, first }, askedBefore);
}

const paidBy = (activeId: string, { profileId = activeId, ...one }: Addable): VariantPlan => ({
  ...one,
  profileId,
});
type Addable = Extract<Input, { variant: unknown }>['variant'];

interface Cells extends Pick<ExperimentPlan, 'variants' | 'cases' | 'repeats'> {
  /** The number of the first variant. */
  readonly first?: number;
}

/** @param grid with all variants whose answers are compared */
function plannedCells(
  ports: Read,
  grid: Parameters<typeof plannedJudgements>[1],
  { variants, cases, repeats, first = 1 }: Cells,
  askedBefore?: AskedBefore,
): PlannedGrid {
  const calls = variants.map((variant, place) => {
    const asked = cases.filter((one) => isAskedWith(one, first + place));
    const once = asked.map((one) => plannedUnit(ports.storage.files, requestOfCell(variant, one)));
    return Array.from({ length: repeats }, () => once).flat();
  });
  const cells = Array.from({ length: repeats }, (_, repeat) =>
    variants.flatMap((variant, place) =>
      cases.flatMap((one, caseId) => (isAskedWith(one, first + place) ? [{ caseId, repeat, variant }] : [])),
    ),
  ).flat();
  return { variants: calls, judging: plannedJudgements(ports, grid, cells, (id) => cases[id], askedBefore) };
}
