import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { cellsIn, cellsOfPlan, isAskedWith } from '../../../shared/lab/asked-with';
import type { Experiment } from '../../../shared/lab/experiment';
import {
  checkCases,
  checkVariant,
  requireCells,
  requireFiles,
  requireModality,
  requireVariants,
  withOwnLabels,
} from './check-plan';
import { changed, type ExperimentParts, paidBy } from './edit-experiment';

type Said = Pick<CheckedInput<'experiments.addCases'>, 'isConfirmed' | 'additionId' | 'onlyWhileItWaits'>;

/** Adds cases and variants to experiments, once for each intent. */
export function createGrowing(parts: ExperimentParts) {
  const { ports, services, moneyOf, find } = parts;
  const { experiments } = ports.storage;
  return {
    addCases({ id, cases, ...said }: CheckedInput<'experiments.addCases'>) {
      const experiment = find(id);
      const { variants, caseCount, repeats } = experiment;
      const check = () => {
        requireVariants(cases, variants.length);
        requireCells(cellsIn(experiment) + cellsOfPlan({ variants, cases, repeats }));
        checkCases(variants, cases, caseCount + 1);
        requireFiles(parts, cases, caseCount + 1);
      };
      const add = () => experiments.addCases(id, cases);
      return { caseIds: addOnce(parts, experiment, said, { check, add }) };
    },
    addVariant({ id, variant: given, ...said }: CheckedInput<'experiments.addVariant'>) {
      const experiment = find(id);
      const { variants, caseCount, repeats, budget } = experiment;
      const paid = paidBy(services.profiles.activeId(), given);
      const [variant = paid] = withOwnLabels([paid], variants);
      const check = () => {
        requireModality(experiment, variant);
        const cases = experiments.cases(id, 0, caseCount);
        const number = variants.length + 1;
        requireCells(cellsIn(experiment) + cases.filter((one) => isAskedWith(one, number)).length * repeats);
        checkVariant({ ports, moneyOf }, variant, budget);
        checkCases([variant], cases, 1, number);
      };
      const add = () => [experiments.addVariant(id, variant)];
      const [variantId = 0] = addOnce(parts, experiment, said, { check, add });
      return { variantId };
    },
  };
}

interface Addition {
  /** @throws AppError where it can't be added */
  readonly check: () => void;
  /** @returns the numbers of what was made */
  readonly add: () => readonly number[];
}

/** An answer may get lost on its way: the same intent again gets the same answer, and adds nothing. */
function addOnce(
  parts: ExperimentParts,
  experiment: Experiment,
  { additionId, onlyWhileItWaits, isConfirmed }: Said,
  { check, add }: Addition,
): readonly number[] {
  const { experiments } = parts.ports.storage;
  const { id } = experiment;
  const before = additionId === undefined ? undefined : experiments.madeBy(id, additionId);
  if (before !== undefined) return before;
  if (onlyWhileItWaits && experiment.state === 'running') throw new AppError(isRunning());
  check();
  return added(parts, experiment, isConfirmed, () => {
    const made = add();
    if (additionId !== undefined) experiments.noteAddition(id, additionId, made);
    return made;
  });
}

/** Cells that were added to an experiment that runs are sent: as a draft they would wait. */
function added<Result>(
  { ports, control, reports, pump }: ExperimentParts,
  { id, state }: Experiment,
  isConfirmed: boolean | undefined,
  add: () => Result,
): Result {
  const { units } = ports.storage.experiments;
  const result = ports.storage.transaction(() => {
    const before = new Set(units.withStatus(id, 'waiting').map(({ position }) => position));
    const made = add();
    const more = units.withStatus(id, 'waiting').filter((unit) => !before.has(unit.position));
    if (state === 'running') control.admit(more, isConfirmed);
    return made;
  });
  changed({ ports, reports }, id);
  pump();
  return result;
}

const isRunning = () =>
  ({
    code: 'invalid_input',
    field: 'id',
    message: 'The experiment was resumed, so this would be sent at once. Pause it, and add it then.',
  }) as const;
