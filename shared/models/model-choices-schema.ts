/** Checks the stored choices among models. A file of its own, so that the page does not bundle zod. */

import { z } from 'zod';
import { resultKinds } from '../media/media';
import { modalityIds } from '../modalities/modalities';
import { type ModelChoices, modelChoiceLimits } from './model-choices';

const ids = (most: number) => z.array(z.string().min(1).max(300)).max(most).readonly();

export const modelChoicesSchema: z.ZodType<ModelChoices, ModelChoices> = z.strictObject({
  pinned: ids(modelChoiceLimits.pinned),
  hidden: ids(modelChoiceLimits.hidden),
  recent: z.partialRecord(z.enum(modalityIds), ids(modelChoiceLimits.recent)),
  takes: z
    .record(z.string().min(1).max(300), z.array(z.enum(resultKinds)).max(resultKinds.length).readonly())
    .refine((takes) => Object.keys(takes).length <= modelChoiceLimits.takes)
    .optional(),
});
