/** What a draft comes to: the plan that is created, or what is wrong with it. */
import type { Assertion, NotJudged } from '../../../../shared/assertions/assertion';
import { expectedOf } from '../../../../shared/assertions/cells';
import { splitList } from '../../../../shared/assertions/split-list';
import { isAsked, isJudged, isMeasured, takesTransform } from '../../../../shared/assertions/types';
import type { CommandInput } from '../../../../shared/contract';
import { countOfAxes, expandAxes } from '../../../../shared/lab/axes';
import {
  type CaseAssertion,
  type CasePlan,
  experimentLimits,
  type VariantPlan,
} from '../../../../shared/lab/experiment';
import { parseTemplate } from '../../../../shared/lab/template';
import type { Model } from '../../../../shared/models/models';
import { type MoneyUnit, toAmount } from '../../../../shared/money/money';
import { cutText } from '../../../../shared/text/cut-text';
import { axisOf } from './axes-of-draft';
import { askedWith, caseMistakes, isOwn, mistakesAtMost, requiredMistakes } from './case-mistakes';
import { keptOf, numbersOf, onlyOf, unaskedMistake } from './kept-of-case';
import {
  type AssertionDraft,
  type CaseDraft,
  keptColumn,
  type LabDraft,
  type VariantDraft,
} from './lab-draft';

export type PlanInput = Extract<CommandInput<'experiments.forecast'>, { plan: unknown }>['plan'];

/** What the window knows beside the draft. */
export interface PlanContext {
  readonly activeProfileId: string;
  readonly unit: MoneyUnit;
  /** The model of a variant where none is chosen; `null` where there is none of the kind. */
  readonly firstModel: (profileId: string) => string | null;
  /** The record of a model, as far as it is loaded. */
  readonly recordOf?: (profileId: string, model: string) => Model | undefined;
}

export interface PlanReading {
  /** `null` where something is wrong. */
  readonly plan: PlanInput | null;
  readonly mistakes: readonly string[];
  /** How many calls it makes; also where something is wrong. */
  readonly calls: number;
}

export function planOf(draft: LabDraft, context: PlanContext): PlanReading {
  const cases = draft.cases.length === 0 ? [{}] : draft.cases;
  const read = variantsOf(draft, context);
  const asked = cases.map((one) => onlyOf(one, draft.variants).length);
  const calls =
    (asked.reduce((sum, count) => sum + count, 0) * read.count * draft.repeats) / draft.variants.length;
  const mistakes = [
    ...read.mistakes,
    ...sizeMistakes(read.count, cases.length, calls),
    ...(read.mistakes.length > 0 ? [] : mistakesOfCases(read, cases, context)),
    ...asked.flatMap((count, at) => (count === 0 ? [unaskedMistake(at)] : [])),
    ...expectedMistakes(draft),
    ...judgeMistakes(draft),
    ...budgetMistakes(draft, context),
  ];
  if (mistakes.length > 0)
    return { plan: null, mistakes: [...new Set(mistakes)].slice(0, mistakesAtMost), calls };
  return {
    plan: toInput(draft, context, {
      variants: read.variants,
      cases: cases.map((one) => ({ ...caseOf(one), ...numbersOf(one, read.keys) })),
    }),
    mistakes,
    calls,
  };
}

function mistakesOfCases(
  { variants, keys }: Pick<ReturnType<typeof variantsOf>, 'variants' | 'keys'>,
  cases: readonly CaseDraft[],
  { recordOf }: PlanContext,
): readonly string[] {
  const isAsked = askedWith(cases, keys);
  const inputs = cases.map((one) => keptOf(one[keptColumn]).inputs ?? []);
  const missing = recordOf === undefined ? [] : requiredMistakes(variants, inputs, isAsked, recordOf);
  return [...caseMistakes(variants, cases, isAsked), ...missing];
}

function toInput(
  draft: LabDraft,
  { unit, activeProfileId }: PlanContext,
  { variants, cases }: { variants: readonly VariantPlan[]; cases: readonly CasePlan[] },
): PlanInput {
  const { title, template, repeats, assertions, threshold, budget, judge } = draft;
  const firstLine = template.trim().split('\n')[0] ?? '';
  const named = title.trim() !== '' ? title.trim() : cutText(firstLine, experimentLimits.titleCharacters);
  const plan = {
    title: named === '' ? 'Experiment' : named,
    variants,
    cases,
    repeats,
    assertions: assertions.map(assertionOf),
    threshold: thresholdIn(threshold),
    judge:
      judge.model === null || !needsJudge(draft)
        ? null
        : { profileId: judge.profileId ?? activeProfileId, model: judge.model },
    budget: budget.trim() === '' ? null : { unit, amount: toAmount(Number(budget), unit) ?? 0 },
  };
  // The command takes lists that could be changed, and nothing here changes them.
  return plan as unknown as PlanInput;
}

function variantsOf(draft: LabDraft, context: PlanContext) {
  const bases = draft.variants.map((one) => baseOf(one, draft, context));
  const missing = bases.flatMap((base, at) =>
    'mistake' in base
      ? [draft.variants.length > 1 ? `Variant ${at + 1}: ${base.mistake}` : base.mistake]
      : [],
  );
  const profileId = draft.variants[0]?.profileId ?? context.activeProfileId;
  const axes = draft.axes.map((axis) => axisOf(axis, draft.modality, profileId));
  const wrong = axes.flatMap((axis) => (axis.ok ? [] : [axis.mistake]));
  const good = axes.flatMap((axis) => (axis.ok ? [axis.axis] : []));
  const plans = bases.flatMap((base) => ('mistake' in base ? [] : [base]));
  const count = draft.variants.length * countOfAxes(good);
  const keys = draft.variants.flatMap(({ key }) => Array.from({ length: countOfAxes(good) }, () => key));
  const tooMany = count > experimentLimits.variants;
  const variants = tooMany ? [] : plans.flatMap((base) => expanded(base, good, plans.length > 1));
  return { variants: withLabels(variants), mistakes: [...missing, ...wrong], count, keys };
}

/** With several variants each label begins with that of its own. */
function expanded(base: VariantPlan, axes: Parameters<typeof expandAxes>[1], isOneOfSeveral: boolean) {
  const plans = expandAxes(base, axes);
  if (!isOneOfSeveral || plans.length === 1) return plans;
  return plans.map((plan) => ({ ...plan, label: `${base.label}, ${plan.label}` }));
}

/** No two variants have one name, and each name has its bounds. */
export function withLabels(variants: readonly VariantPlan[]): readonly VariantPlan[] {
  const seen = new Map<string, number>();
  return variants.map((variant) => {
    const label = cutText(variant.label, experimentLimits.labelCharacters - 8);
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return { ...variant, label: times === 1 ? label : `${label} (${times})` };
  });
}

export function baseOf(
  { label, profileId, model, setup, template, promptVersion }: VariantDraft,
  draft: Pick<LabDraft, 'template' | 'promptVersion'>,
  context: PlanContext,
): VariantPlan | { readonly mistake: string } {
  const payer = profileId ?? context.activeProfileId;
  const chosen = model ?? context.firstModel(payer);
  const text = template ?? draft.template;
  if (text.trim() === '') return { mistake: 'Write a prompt' };
  if (chosen === null) return { mistake: 'Choose a model' };
  const [mistake] = parseTemplate(text).mistakes;
  if (mistake !== undefined) return { mistake: `Prompt, line ${mistake.line}: ${mistake.message}` };
  return {
    ...setup,
    label: label.trim() === '' ? chosen : label.trim(),
    profileId: payer,
    model: chosen,
    template: text,
    promptVersion: template === null ? draft.promptVersion : promptVersion,
  };
}

export function sizeMistakes(variants: number, cases: number, calls: number): readonly string[] {
  const over = (name: string, count: number, most: number) =>
    count > most
      ? [`${count.toLocaleString('en')} ${name} are too many: the limit is ${most.toLocaleString('en')}`]
      : [];
  return [
    ...over('variants', variants, experimentLimits.variants),
    ...over('cases', cases, experimentLimits.cases),
    ...over('calls', calls, experimentLimits.cells),
  ];
}

export function caseOf(draft: CaseDraft): CasePlan {
  const columns = Object.keys(draft);
  const expected = expectedOf(columns, Object.values(draft));
  const kept = keptOf(draft[keptColumn]);
  return {
    // An empty value stands for the default of its variable.
    variables: Object.fromEntries(
      Object.entries(draft).filter(([name, value]) => !isOwn(name) && value.trim() !== ''),
    ),
    attachments: kept.attachments ?? [],
    inputs: kept.inputs ?? [],
    assertions: [
      ...(kept.assertions ?? []),
      ...(expected?.assertions.map((one) => written(one as Assertion | NotJudged)) ?? []),
    ],
    threshold: thresholdIn(draft.__threshold ?? ''),
    tags: (draft.__tags ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    note: draft.__note ?? '',
  };
}

/** Also for what is kept, which no cell of the row expects. */
export const thresholdIn = (text: string): number | null =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);

/** An assertion of a cell as files write it. */
function written(one: Assertion | NotJudged): CaseAssertion {
  const { threshold, metric } = one;
  const rest = { ...(threshold != null && { threshold }), ...(metric !== undefined && { metric }) };
  if (!('type' in one)) return { type: one.name, ...rest };
  return {
    type: `${one.isNot ? 'not-' : ''}${one.type}`,
    ...(one.value !== undefined && { value: one.value as NonNullable<CaseAssertion['value']> }),
    ...rest,
  };
}

export function assertionOf({ kept, ...draft }: AssertionDraft): CaseAssertion {
  if (kept !== undefined) return kept;
  const { type, isNot, value, threshold, weight, model } = draft;
  const transforms = takesTransform(type) ? draft.transforms.map((code) => code.trim()).filter(Boolean) : [];
  const list = /-(all|any)$/.test(type) ? splitList(value) : null;
  return {
    type: `${isNot ? 'not-' : ''}${type}`,
    ...(value.trim() !== '' && { value: list ?? value }),
    ...(threshold.trim() !== '' && { threshold: Number(threshold) }),
    ...(weight.trim() !== '' && { weight: Number(weight) }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(transforms.length > 0 && { transforms }),
  };
}

/** Whether the judge of the experiment is asked anything; vectors are made by models that their assertions name. */
export const needsJudge = ({ assertions, cases }: Pick<LabDraft, 'assertions' | 'cases'>): boolean =>
  assertions.some(({ type }) => isAsked(type)) || cases.some((one) => caseOf(one).assertions.some(isOfJudge));

export const isOfJudge = ({ type, assert = [] }: Omit<CaseAssertion, 'value'>): boolean =>
  isAsked(type) || assert.some((one) => isAsked(one.type));

/** An assertion that names its own model needs no other. */
const judgeMistakes = ({ assertions, cases, judge }: LabDraft): readonly string[] => {
  const others = assertions.filter(({ model }) => model.trim() === '');
  const isMissing = judge.model === null && needsJudge({ assertions: others, cases });
  const hasNoVectors = others.some(({ type }) => isJudged(type) && isMeasured(type));
  return [
    ...(isMissing ? ['Choose the model that judges'] : []),
    ...(hasNoVectors ? ['Name the model for vectors beside “similar”'] : []),
  ];
};

const isNumber = (text: string): boolean => text.trim() === '' || Number.isFinite(Number(text));

function assertionMistake({ type, threshold, weight }: AssertionDraft): readonly string[] {
  if (!isNumber(threshold)) return [`${type}: the threshold “${threshold}” is not a number`];
  return isNumber(weight) && Number(weight) >= 0
    ? []
    : [`${type}: the weight “${weight}” is not a number from 0`];
}

/** What is wrong with assertions and the passing score. */
export function expectedMistakes({
  assertions,
  threshold,
}: Pick<LabDraft, 'assertions' | 'threshold'>): readonly string[] {
  const isShare = isNumber(threshold) && Number(threshold) >= 0 && Number(threshold) <= 1;
  return [
    ...assertions.flatMap(assertionMistake),
    ...(isShare ? [] : ['The threshold is a number from 0 to 1']),
  ];
}

function budgetMistakes({ budget }: LabDraft, { unit }: PlanContext): readonly string[] {
  const isAmount = isNumber(budget) && (budget.trim() === '' || (toAmount(Number(budget), unit) ?? -1) >= 0);
  return isAmount ? [] : ['The budget is a number from 0'];
}
