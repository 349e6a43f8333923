/** What the cases of a draft need to be sent: the values of every prompt that they are asked with. */
import { isAskedWith } from '../../../../shared/lab/asked-with';
import { checkTable, formatTableMistake } from '../../../../shared/lab/batch';
import type { CasePlan, VariantPlan } from '../../../../shared/lab/experiment';
import { parseTemplate } from '../../../../shared/lab/template';
import type { Model } from '../../../../shared/models/models';
import { fittedInputs } from '../../../../shared/run/fitted-inputs';
import { missingInput, requiresInput } from '../../../../shared/run/required-inputs';
import { numbersOf } from './kept-of-case';
import { type CaseDraft, keptColumn } from './lab-draft';

export const mistakesAtMost = 20;

/**
 * Each different prompt is filled with every case that is asked with it.
 *
 * @param isAsked whether a case is asked with a variant, by their places
 */
export function caseMistakes(
  variants: readonly VariantPlan[],
  cases: readonly CaseDraft[],
  isAsked: (at: number, variant: number) => boolean = () => true,
): readonly string[] {
  return [...new Set(variants.map(({ template }) => template))].flatMap((template) => {
    const own = variants.flatMap((one, place) => (one.template === template ? [place] : []));
    const places = [...cases.keys()].filter((at) => own.some((place) => isAsked(at, place)));
    return mistakesOf(
      template,
      places.map((at) => cases[at] ?? {}),
      places,
    );
  });
}

/** Models that require an input which a case doesn't have, a sentence each. */
export function requiredMistakes(
  variants: readonly VariantPlan[],
  inputsOfCases: readonly CasePlan['inputs'][],
  isAsked: (at: number, variant: number) => boolean,
  recordOf: (profileId: string, model: string) => Model | undefined,
): readonly string[] {
  return variants.flatMap((variant, place) => {
    if (variant.modality === 'chat') return [];
    const { modality, profileId, model, extra } = variant;
    const record = recordOf(profileId, model);
    return inputsOfCases.flatMap((inputs, at) => {
      if (!isAsked(at, place)) return [];
      const missing = missingInput(record, { inputs: fittedInputs(inputs, modality, record).sent, extra });
      return missing === null ? [] : [`Case ${at + 1}: ${requiresInput(model, missing)}`];
    });
  });
}

/** @param places of the cases among all of them */
function mistakesOf(
  template: string,
  cases: readonly CaseDraft[],
  places: readonly number[],
): readonly string[] {
  const columns = columnsOf(cases).filter((name) => !isOwn(name));
  const rows = cases.map((one) => columns.map((name) => one[name] ?? ''));
  if (rows.length === 0) return [];
  return checkTable(parseTemplate(template), columns, rows, mistakesAtMost).map(({ row, ...mistake }) =>
    formatTableMistake({ ...mistake, row: row === null ? null : (places[row - 1] ?? 0) + 1 })
      .replace(/^Row /, 'Case ')
      .replace('The table has no column', 'The cases have no value'),
  );
}

/** Whether a case of the draft is asked with a variant of the plan, by their places. */
export function askedWith(cases: readonly CaseDraft[], keys: readonly string[]) {
  const numbers = cases.map((one) => numbersOf(one, keys));
  return (at: number, variant: number): boolean => isAskedWith(numbers[at] ?? {}, variant + 1);
}

export const isOwn = (name: string): boolean => name.startsWith('__');

/** Those of the prompts, then further ones of the cases, then what is expected. */
export function caseColumns(templates: readonly string[], cases: readonly CaseDraft[]): readonly string[] {
  const variables = templates.flatMap((one) => parseTemplate(one).variables.map(({ name }) => name));
  const all = new Set([...variables, ...columnsOf(cases), '__expected']);
  all.delete(keptColumn);
  return [...all].sort((one, other) => Number(isOwn(one)) - Number(isOwn(other)));
}

/** The names of all values, in the order in which cases name them. */
const columnsOf = (cases: readonly CaseDraft[]): readonly string[] => [
  ...new Set(cases.flatMap((one) => Object.keys(one))),
];
