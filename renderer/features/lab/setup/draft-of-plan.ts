/** A plan that the core or a file gives, as a draft that can be changed. */
import type { CasePlan, ExperimentPlan } from '../../../../shared/lab/experiment';
import type { Setup } from '../../../../shared/run/setup';
import { setupOf } from '../../../../shared/run/setup';
import { type CaseDraft, emptyDraft, keptColumn, type LabDraft, newVariant } from './lab-draft';

/** The most common prompt becomes that of the experiment; variants with another have their own. */
export function draftOfPlan(plan: ExperimentPlan): LabDraft {
  const [first] = plan.variants;
  const modality = first?.modality ?? 'chat';
  const template = first?.template ?? '';
  return {
    ...emptyDraft(modality),
    title: plan.title,
    template,
    promptVersion: first?.promptVersion ?? null,
    variants: plan.variants.map((variant) =>
      newVariant(modality, {
        profileId: variant.profileId,
        model: variant.model,
        label: variant.label === variant.model ? '' : variant.label,
        setup: setupOf(variant as Setup),
        ...(variant.template !== template && {
          template: variant.template,
          promptVersion: variant.promptVersion,
        }),
      }),
    ),
    cases: plan.cases.map(draftOfCase),
    repeats: plan.repeats,
    threshold: plan.threshold === null ? '' : String(plan.threshold),
  };
}

/** Files and assertions have no field of their own: they stay with the case as they are. */
function draftOfCase({
  variables,
  tags,
  note,
  threshold,
  attachments,
  inputs,
  assertions,
}: CasePlan): CaseDraft {
  const hasKept = attachments.length + inputs.length + assertions.length > 0;
  return {
    ...variables,
    ...(tags.length > 0 && { __tags: tags.join(', ') }),
    ...(note !== '' && { __note: note }),
    ...(threshold !== null && { __threshold: String(threshold) }),
    ...(hasKept && { [keptColumn]: JSON.stringify({ attachments, inputs, assertions }) }),
  };
}
