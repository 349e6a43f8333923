/** What a person decided about the models of a profile: kept in the settings, small and bounded. */
import { z } from 'zod';
import { modalityIds } from './modalities';

/** The tabs in which a model is chosen. */
export const workTabs = ['chat', ...modalityIds] as const;
export type WorkTab = (typeof workTabs)[number];

export const modelChoiceLimits = { pinned: 100, hidden: 1_000, recent: 6 } as const;

const modelId = z.string().min(1).max(300);

export const modelChoicesSchema = z.strictObject({
  pinned: z.array(modelId).max(modelChoiceLimits.pinned),
  hidden: z.array(modelId).max(modelChoiceLimits.hidden),
  /** Newest first, for each tab. */
  recent: z.partialRecord(z.enum(workTabs), z.array(modelId).max(modelChoiceLimits.recent)),
});
export type ModelChoices = z.infer<typeof modelChoicesSchema>;

export const noModelChoices: ModelChoices = { pinned: [], hidden: [], recent: {} };
