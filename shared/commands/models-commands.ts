/** Your choices about a profile's models; reported as `settings.changed`. */

import { z } from 'zod';
import type { Model, ModelCatalogue } from '../models/models';
import { answers, id, modality, model } from './spec';

const profileId = id;

export const modelsCommands = {
  /**
   * The models of any profile, for a column that is sent with it; loaded from its gateway where they never were. Costs
   * no credits. `models.changed` reports them again when they are loaded again.
   */
  'models.catalogue': answers<ModelCatalogue>()(z.strictObject({ profileId })),
  /**
   * Asks the gateway for the record of one model, of the active profile, and puts it into the catalogue
   * (`models.changed`) where the catalogue was loaded. Costs no credits.
   */
  'models.retrieve': answers<Model>()(z.strictObject({ model })),
  /** Pinned models come first, wherever models are chosen. */
  'models.pin': answers<null>()(z.strictObject({ profileId, model, isPinned: z.boolean() })),
  /** Hidden models are left out where models are chosen. */
  'models.hide': answers<null>()(z.strictObject({ profileId, model, isHidden: z.boolean() })),
  /** Remembers a model as the one chosen last in a tab. */
  'models.noteChoice': answers<null>()(z.strictObject({ profileId, model, tab: modality })),
};
