/** What is added to an experiment that exists: what was typed, as the core takes it, or what is wrong with it. */
import { cellsIn, isAskedWith } from '../../../../shared/lab/asked-with';
import type { CasePlan, Experiment, ExperimentCase, VariantPlan } from '../../../../shared/lab/experiment';
import { setupOf } from '../../../../shared/run/setup';
import { askedWith, caseColumns, caseMistakes } from '../setup/case-mistakes';
import { numbersOf, onlyOf, unaskedMistake } from '../setup/kept-of-case';
import { type CaseDraft, newVariant, type VariantChoice, type VariantDraft } from '../setup/lab-draft';
import {
  baseOf,
  caseOf,
  needsJudge,
  type PlanContext,
  sizeMistakes,
  withLabels,
} from '../setup/plan-of-draft';

interface Addition<Added> {
  /** `null` where something is wrong. */
  readonly added: Added | null;
  readonly mistakes: readonly string[];
  /** How many cells it makes. */
  readonly calls: number;
}

const addition = <Added>(added: Added, calls: number, mistakes: readonly string[]): Addition<Added> => ({
  added: mistakes.length === 0 ? added : null,
  mistakes: [...new Set(mistakes)],
  calls,
});

/** What is added to one that runs would be sent at once, before its price was seen with the rest. */
const stateMistakes = ({ state }: Experiment): readonly string[] =>
  state === 'running' ? ['The experiment is running: pause it to add to it'] : [];

/** The variants that a case can be asked with. */
export const choicesOf = ({ variants }: Pick<Experiment, 'variants'>): readonly VariantChoice[] =>
  variants.map(({ id, label }) => ({ key: String(id), name: label }));

export function casesToAdd(
  experiment: Experiment,
  cases: readonly CaseDraft[],
): Addition<readonly CasePlan[]> {
  const { variants, caseCount, repeats, judge } = experiment;
  const all = caseCount + cases.length;
  const choices = choicesOf(experiment);
  const keys = choices.map(({ key }) => key);
  const asked = cases.map((one) => onlyOf(one, choices).length);
  const cells = asked.reduce((sum, count) => sum + count, 0) * repeats;
  const added = cases.map((one) => ({ ...caseOf(one), ...numbersOf(one, keys) }));
  return addition(added, cells, [
    ...stateMistakes(experiment),
    ...(cases.length === 0 ? ['Add at least one case'] : []),
    ...sizeMistakes(variants.length, all, cellsIn(experiment) + cells),
    ...caseMistakes(variants, cases, askedWith(cases, keys)),
    ...asked.flatMap((count, at) => (count === 0 ? [unaskedMistake(at)] : [])),
    ...(judge === null && needsJudge({ assertions: [], cases })
      ? ['The experiment has no judge: expect something that needs none']
      : []),
  ]);
}

export function variantToAdd(
  experiment: Experiment,
  cases: readonly ExperimentCase[],
  draft: VariantDraft,
  context: PlanContext,
): Addition<VariantPlan | null> {
  const { variants, caseCount, repeats } = experiment;
  const base = baseOf(draft, { template: '', promptVersion: null }, context);
  if ('mistake' in base) return addition(null, 0, [...stateMistakes(experiment), base.mistake]);
  const count = variants.length + 1;
  // Cases that name their variants are not asked with another one.
  const asked = cases.filter((one) => isAskedWith(one, count));
  const calls = asked.length * repeats;
  return addition(withLabels([...variants, base]).at(-1) ?? base, calls, [
    ...stateMistakes(experiment),
    ...sizeMistakes(count, caseCount, cellsIn(experiment) + calls),
    ...caseMistakes(
      [base],
      asked.map(({ variables }) => variables),
    ),
  ]);
}

/** Those of the prompts and of the cases that are there. */
export const columnsToAdd = (
  { variants }: Pick<Experiment, 'variants'>,
  cases: readonly ExperimentCase[],
  typed: readonly CaseDraft[],
): readonly string[] =>
  caseColumns(
    variants.map(({ template }) => template),
    [...cases.map(({ variables }) => variables), ...typed],
  );

/** The last variant again, to be changed; its model is chosen next. */
export function nextVariant({ modality, variants }: Experiment): VariantDraft {
  const last = variants.at(-1);
  if (last === undefined) return newVariant(modality, { template: '' });
  const { profileId, template, promptVersion } = last;
  return newVariant(modality, { profileId, setup: setupOf(last), template, promptVersion });
}
