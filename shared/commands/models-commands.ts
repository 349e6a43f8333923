/** Your choices about a profile's models; reported as `settings.changed`. */
import { z } from 'zod';
import { workTabs } from '../model-choices';
import { answers, id, model } from './spec';

const profileId = id;

export const modelsCommands = {
  /** Pinned models come first, wherever models are chosen. */
  'models.pin': answers<null>()(z.strictObject({ profileId, model, isPinned: z.boolean() })),
  /** Hidden models are left out where models are chosen. */
  'models.hide': answers<null>()(z.strictObject({ profileId, model, isHidden: z.boolean() })),
  /** Remembers a model as the one chosen last in a tab. */
  'models.noteChoice': answers<null>()(z.strictObject({ profileId, model, tab: z.enum(workTabs) })),
};
