/** A model and settings under a name. The snapshot holds all presets, and `preset.changed` reports each change. */

import { z } from 'zod';
import { presetContentSchema, presetNameSchema } from '../run/presets-schema';
import { answers, id, modality } from './spec';

export const presetsCommands = {
  /** The window makes `id`, once per intent: the same id a second time makes nothing. */
  'presets.create': answers<null>()(
    z.strictObject({ id: z.uuid(), name: presetNameSchema, content: presetContentSchema }),
  ),
  'presets.rename': answers<null>()(z.strictObject({ id, name: presetNameSchema })),
  /** Stores another model and other settings under the same name; the tab stays. */
  'presets.update': answers<null>()(z.strictObject({ id, content: presetContentSchema })),
  /** Can be undone by `presets.restore` until the app is closed. */
  'presets.remove': answers<null>()(z.strictObject({ id })),
  'presets.restore': answers<null>()(z.strictObject({ id })),
  /** What a tab starts with; `id: null` means no preset. */
  'presets.setDefault': answers<null>()(z.strictObject({ tab: modality, id: id.nullable() })),
};
