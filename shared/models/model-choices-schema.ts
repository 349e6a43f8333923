/** Checks the stored choices among models. A file of its own, so that the page does not bundle zod. */

import { z } from 'zod';
import { resultKinds } from '../media/media';
import { modalityIds, namedSettings } from '../modalities/modalities';
import { type ModelChoices, modelChoiceLimits } from './model-choices';

const ids = (most: number) => z.array(z.string().min(1).max(300)).max(most).readonly();

const byModel = <Word extends string>(words: readonly Word[]) =>
  z
    .record(z.string().min(1).max(300), z.array(z.enum(words)).max(words.length).readonly())
    .refine((said) => Object.keys(said).length <= modelChoiceLimits.takes)
    .optional();

export const modelChoicesSchema: z.ZodType<ModelChoices, ModelChoices> = z.strictObject({
  pinned: ids(modelChoiceLimits.pinned),
  hidden: ids(modelChoiceLimits.hidden),
  recent: z.partialRecord(z.enum(modalityIds), ids(modelChoiceLimits.recent)),
  takes: byModel(resultKinds),
  takesSettings: byModel(namedSettings),
});
