/** What is wrong with cases and variants, before anything is stored. */

import { isJudged } from '../../../shared/assertions/types';
import { AppError } from '../../../shared/errors';
import { cellsOfPlan, isAskedWith } from '../../../shared/lab/asked-with';
import {
  type CasePlan,
  type Experiment,
  type ExperimentPlan,
  experimentLimits,
  type VariantPlan,
} from '../../../shared/lab/experiment';
import { mistakeOfValue, parseTemplate } from '../../../shared/lab/template';
import { modalities } from '../../../shared/modalities/modalities';
import type { Money } from '../../../shared/money/money';
import { checkParameters } from '../jobs/jobs';
import { requireExtra } from '../lib/require-extra';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import { promptOf } from './cell-request';

export interface PlanChecks {
  readonly ports: Pick<Ports, 'storage'>;
  readonly moneyOf: MoneyOf;
}

const refuse = (field: string, message: string): never => {
  throw new AppError({ code: 'invalid_input', field, message });
};

/** @throws AppError `invalid_input`, naming what is wrong with a variant or a case */
export function checkPlan(checks: PlanChecks, plan: ExperimentPlan): void {
  const { variants, cases, repeats, budget } = plan;
  const [first] = variants;
  if (variants.some(({ modality }) => modality !== first?.modality))
    refuse('variants', 'All variants need the same modality.');
  requireVariants(cases, variants.length);
  requireCells(cellsOfPlan({ variants, cases, repeats }));
  for (const variant of variants) checkVariant(checks, variant, budget);
  checkJudge(checks, plan);
  checkCases(variants, cases, 1);
  requireFiles(checks, cases, 1);
}

/**
 * A case without its file would be another case: a file of an experiment from another computer may not be stored here,
 * and one that nothing used is deleted after a while.
 *
 * @param first the number of the first case, for errors
 */
export function requireFiles(
  { ports }: Pick<PlanChecks, 'ports'>,
  cases: readonly Pick<CasePlan, 'attachments' | 'inputs'>[],
  first: number,
): void {
  for (const [at, { attachments, inputs }] of cases.entries()) {
    const missing = [...attachments, ...inputs].find(({ id }) => !ports.storage.files.get(id));
    if (missing === undefined) continue;
    const where = `Case ${first + at}: the file “${missing.name}” isn’t stored on this computer.`;
    refuse('cases', `${where} Remove it from the case, and add it again.`);
  }
}

/** What judges cost counts in the budget too. */
export function checkJudge(
  { moneyOf }: Pick<PlanChecks, 'moneyOf'>,
  { judge, budget, assertions }: Pick<ExperimentPlan, 'judge' | 'budget' | 'assertions'>,
): void {
  if (!judge || budget === null || moneyOf(judge.profileId).unit === budget.unit) return;
  const types = assertions.flatMap((one) => [one, ...(one.assert ?? [])]).map(({ type }) => type);
  if (types.some((type) => isJudged(type.replace(/^not-/, ''))))
    refuse('budget', 'The profile of the judge counts in another unit than the budget.');
}

/** @throws AppError `invalid_input` where a case names a variant that is not there */
export function requireVariants(cases: readonly CasePlan[], count: number): void {
  for (const [at, { variants = [] }] of cases.entries()) {
    const missing = variants.find((number) => number > count);
    if (missing !== undefined)
      refuse('cases', `Case ${at + 1} names variant ${missing}, and the experiment has ${count}.`);
  }
}

export function requireCells(cells: number): void {
  const { cells: most } = experimentLimits;
  if (cells > most)
    refuse('cases', `At most ${most.toLocaleString('en')} cells: these are ${cells.toLocaleString('en')}.`);
}

/** The same for a variant alone, which may be added later. */
export function checkVariant(
  { ports, moneyOf }: PlanChecks,
  variant: VariantPlan,
  budget: Money | null,
): void {
  const { label, template, promptVersion, profileId } = variant;
  const [broken] = parseTemplate(template).mistakes;
  if (broken)
    refuse('variants', `“${label}”, line ${broken.line}, column ${broken.column}: ${broken.message}`);
  if (variant.modality === 'chat') requireExtra('chat', variant.settings.extra, 'variants');
  else {
    checkParameters(variant.modality, variant.parameters, '');
    requireExtra(variant.modality, variant.extra, 'variants');
  }
  if (budget !== null && moneyOf(profileId).unit !== budget.unit)
    refuse('budget', `The profile of “${label}” counts in another unit than the budget.`);
  if (promptVersion === null) return;
  const { promptId, version } = promptVersion;
  const stored = ports.storage.prompts.versions(promptId).find((one) => one.version === version);
  if (stored?.text !== template)
    refuse('variants', `The prompt of “${label}” is not version ${version} of the saved prompt.`);
}

/**
 * @param first the number of the first case, for errors
 * @param firstVariant the number of the first variant
 */
export function checkCases(
  variants: readonly VariantPlan[],
  cases: readonly CasePlan[],
  first: number,
  firstVariant = 1,
): void {
  for (const [place, variant] of variants.entries()) {
    const { variables } = parseTemplate(variant.template);
    for (const [at, asked] of cases.entries()) {
      if (!isAskedWith(asked, firstVariant + place)) continue;
      const mistake = mistakeOfCase(variant, variables, asked);
      if (mistake !== null) refuse('cases', `Case ${first + at}: ${mistake}`);
    }
  }
}

function mistakeOfCase(
  variant: VariantPlan,
  variables: ReturnType<typeof parseTemplate>['variables'],
  asked: CasePlan,
): string | null {
  for (const variable of variables) {
    const value = asked.variables[variable.name] ?? '';
    if (value.trim() === '' && variable.fallback !== null) continue;
    const mistake = mistakeOfValue(variable, value);
    if (mistake !== null) return mistake;
  }
  const prompt = promptOf(variant, asked);
  if (prompt === '' && asked.attachments.length === 0) return `The prompt of “${variant.label}” is empty.`;
  if (variant.modality === 'chat') return null;
  const { label, maxCharacters } = modalities[variant.modality].text;
  return prompt.length > maxCharacters ? `${label} is longer than ${maxCharacters} characters.` : null;
}

/** Variants without a label get the name of their model. */
export const named = <Plan extends VariantPlan>(variant: Plan): Plan =>
  variant.label === '' ? { ...variant, label: variant.model } : variant;

/** Variants of one label get a number each, so that scores, votes and files name one of them. */
export function withOwnLabels(
  variants: readonly VariantPlan[],
  others: readonly Pick<VariantPlan, 'label'>[] = [],
): readonly VariantPlan[] {
  const taken = new Set(others.map(({ label }) => label));
  const all = new Set(variants.map(({ label }) => label));
  return variants.map((variant) => {
    let { label } = variant;
    for (let number = 2; taken.has(label) || (label !== variant.label && all.has(label)); number += 1)
      label = `${variant.label.slice(0, experimentLimits.labelCharacters - 8)} (${number})`;
    taken.add(label);
    return label === variant.label ? variant : { ...variant, label };
  });
}

/** @throws AppError `invalid_input` where the variant is of another modality than those that are there */
export function requireModality({ modality }: Pick<Experiment, 'modality'>, variant: VariantPlan): void {
  if (variant.modality !== modality) refuse('variant', 'All variants need the same modality.');
}
