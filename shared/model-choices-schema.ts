/** Checks what is kept of a person's choices among models; apart from the choices, so that the page carries no zod. */
import { z } from 'zod';
import { type ModelChoices, modelChoiceLimits, workTabs } from './model-choices';

const ids = (most: number) => z.array(z.string().min(1).max(300)).max(most).readonly();

export const modelChoicesSchema: z.ZodType<ModelChoices, ModelChoices> = z.strictObject({
  pinned: ids(modelChoiceLimits.pinned),
  hidden: ids(modelChoiceLimits.hidden),
  recent: z.partialRecord(z.enum(workTabs), ids(modelChoiceLimits.recent)),
});
