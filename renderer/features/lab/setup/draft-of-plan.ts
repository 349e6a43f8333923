/** A plan that the core or a file gives, as a draft that can be changed. */
import { quotedCell } from '../../../../shared/lab/csv';
import type { CaseAssertion, CasePlan, ExperimentPlan, VariantPlan } from '../../../../shared/lab/experiment';
import type { ModalityId } from '../../../../shared/modalities/modality';
import { exactAmount } from '../../../../shared/money/money';
import type { Setup } from '../../../../shared/run/setup';
import { setupOf } from '../../../../shared/run/setup';
import {
  type AssertionDraft,
  type CaseDraft,
  emptyDraft,
  keptColumn,
  type LabDraft,
  newAssertion,
  newVariant,
  type VariantDraft,
} from './lab-draft';

/** The most common prompt becomes that of the experiment; variants with another have their own. */
export function draftOfPlan(plan: ExperimentPlan): LabDraft {
  const [first] = plan.variants;
  const modality = first?.modality ?? 'chat';
  const template = first?.template ?? '';
  const sets = plan.assertions.filter(isSet);
  const variants = plan.variants.map((variant) => draftOfVariant(variant, modality, template));
  return {
    ...emptyDraft(modality),
    title: plan.title,
    template,
    promptVersion: first?.promptVersion ?? null,
    variants,
    cases: plan.cases.map((one) =>
      draftOfCase({ ...one, assertions: [...one.assertions, ...sets] }, variants),
    ),
    assertions: plan.assertions.filter((one) => !isSet(one)).map(draftOfAssertion),
    judge: plan.judge ?? { profileId: null, model: null },
    repeats: plan.repeats,
    threshold: plan.threshold === null ? '' : String(plan.threshold),
    budget: plan.budget === null ? '' : exactAmount(plan.budget.amount, plan.budget.unit),
  };
}

const draftOfVariant = (variant: VariantPlan, modality: ModalityId, template: string): VariantDraft =>
  newVariant(modality, {
    profileId: variant.profileId,
    model: variant.model,
    label: variant.label === variant.model ? '' : variant.label,
    setup: setupOf(variant as Setup),
    ...(variant.template !== template && {
      template: variant.template,
      promptVersion: variant.promptVersion,
    }),
  });

/** A set has no fields here: it goes with each case. */
export const isSet = ({ type }: CaseAssertion): boolean => type === 'assert-set';

export function draftOfAssertion(assertion: CaseAssertion): AssertionDraft {
  const { type, value, threshold, weight, model, transforms = [] } = assertion;
  const isNot = type.startsWith('not-');
  const text = Array.isArray(value) ? value.map(inList).join(', ') : value;
  return newAssertion({
    type: isNot ? type.slice('not-'.length) : type,
    isNot,
    value: text === undefined ? '' : typeof text === 'string' ? text : JSON.stringify(text),
    threshold: threshold === undefined ? '' : String(threshold),
    weight: weight === undefined ? '' : String(weight),
    model: model ?? '',
    transforms,
    kept: assertion,
  });
}

/** A comma in a value of a list needs quotation marks. */
const inList = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",]/.test(text) ? quotedCell(text) : text;
};

/** Files and assertions have no field of their own: they stay with the case as they are. */
function draftOfCase(
  { variables, tags, note, threshold, attachments, inputs, assertions, variants: numbers }: CasePlan,
  variants: readonly VariantDraft[],
): CaseDraft {
  const only = numbers?.flatMap((number) => variants[number - 1]?.key ?? []);
  const hasKept = attachments.length + inputs.length + assertions.length > 0 || only !== undefined;
  return {
    ...variables,
    ...(tags.length > 0 && { __tags: tags.join(', ') }),
    ...(note !== '' && { __note: note }),
    ...(threshold !== null && { __threshold: String(threshold) }),
    ...(hasKept && { [keptColumn]: JSON.stringify({ attachments, inputs, assertions, only }) }),
  };
}
