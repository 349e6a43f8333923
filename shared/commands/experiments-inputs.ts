/** What experiments are made of, as commands take it. */
import { z } from 'zod';
import { experimentLimits } from '../lab/experiment';
import { limits } from '../limits';
import { type Amount, MAX_AMOUNT } from '../money/money';
import { moneyUnits } from '../money/money-units';
import { inputRefs } from '../run/inputs-schema';
import { promptLimits } from '../run/prompts';
import { chatPlan, mediaPlan } from '../run/request-schema';
import { attachmentRefs } from './attachments-commands';
import { id, isConfirmed, model } from './spec';

export const number = z.int().min(1).max(1_000_000);
export const most = experimentLimits;

/** A text, a list or a schema. */
const assertionValue = z
  .json()
  .refine((value) => JSON.stringify(value).length <= limits.messageCharacters, 'is too long');
const oneAssertion = z.strictObject({
  type: z.string().trim().min(1).max(100),
  value: assertionValue.optional(),
  threshold: z.number().optional(),
  weight: z.number().min(0).max(1_000).optional(),
  metric: z.string().trim().min(1).max(100).optional(),
  model: z.string().trim().min(1).max(300).optional(),
  data: z.array(z.string().min(1).max(100)).max(most.variablesOfCase).optional(),
  transforms: z.array(z.string().trim().min(1).max(limits.messageCharacters)).min(1).max(3).optional(),
});
export const caseAssertion = oneAssertion.extend({
  assert: z.array(oneAssertion).max(most.assertions).optional(),
});
const assertions = z.array(caseAssertion).max(most.assertions);
const threshold = z.number().min(0).max(1).nullable();
export const budget = z
  .strictObject({ unit: z.enum(moneyUnits), amount: z.int().min(0).max(MAX_AMOUNT) })
  .transform(({ unit, amount }) => ({ unit, amount: amount as Amount }))
  .nullable();
const judge = z.strictObject({ profileId: id, model }).nullable();
export const title = z.string().trim().min(1).max(most.titleCharacters);

const promptVersion = z.strictObject({ promptId: id, version: number });
export const inVariant = z.strictObject({
  label: z.string().trim().max(most.labelCharacters),
  template: z.string().max(promptLimits.textCharacters),
  promptVersion: promptVersion.nullable(),
});
export const experimentVariant = z.discriminatedUnion('modality', [
  chatPlan.extend(inVariant.shape),
  mediaPlan.extend(inVariant.shape),
]);

export const variables = z
  .record(z.string().trim().min(1).max(100), z.string().max(limits.messageCharacters))
  .refine((values) => Object.keys(values).length <= most.variablesOfCase, 'has too many variables');
const tag = z.string().trim().min(1).max(most.tagCharacters);
export const inCase = {
  assertions,
  threshold,
  tags: z.array(tag).max(most.tags),
  note: z.string().max(most.noteCharacters),
};
/** Each once. */
export const variantNumbers = z
  .array(number)
  .min(1)
  .max(most.variants)
  .refine((all) => new Set(all).size === all.length, 'names a variant twice');
const experimentCase = z.strictObject({
  variables,
  attachments: attachmentRefs.default([]),
  inputs: inputRefs.default([]),
  assertions: assertions.default([]),
  threshold: threshold.default(null),
  tags: inCase.tags.default([]),
  note: inCase.note.default(''),
  variants: variantNumbers.optional(),
});

const variants = z.array(experimentVariant).min(1).max(most.variants);
export const cases = z.array(experimentCase).min(1).max(most.cases);

export const experimentPlan = z.strictObject({
  title,
  variants,
  cases,
  repeats: z.int().min(1).max(most.repeats).default(1),
  assertions: assertions.default([]),
  threshold: threshold.default(null),
  budget: budget.default(null),
  judge: judge.default(null),
});

/** What a window says of an addition. */
export const addition = {
  isConfirmed,
  /** Made once per intent: the same id a second time adds nothing, and answers what the first did. */
  additionId: z.uuid().optional(),
  /** Refused where the experiment runs: it would be sent at once, and its price was seen as that of cells that wait. */
  onlyWhileItWaits: z.boolean().optional(),
};

/** What all cases expect, and who judges it. */
export const expectedEdit = z.strictObject({
  assertions: assertions.optional(),
  threshold: threshold.optional(),
  judge: judge.optional(),
});
export const expectedOfCaseEdit = expectedEdit.omit({ judge: true }).extend({ caseId: number });

/** Of one experiment. */
export const cells = z.array(number).min(1).max(most.cells);
