/** A model and settings under a name; all presets are told with the snapshot, and each change as `preset.changed`. */
import { z } from 'zod';
import { workTabs } from '../model-choices';
import { presetContentSchema, presetNameSchema } from '../presets-schema';
import { answers, id } from './spec';

export const presetsCommands = {
  /** `id` is made by the window, once per intent: the same id a second time makes nothing. */
  'presets.create': answers<null>()(
    z.strictObject({ id: z.uuid(), name: presetNameSchema, content: presetContentSchema }),
  ),
  'presets.rename': answers<null>()(z.strictObject({ id, name: presetNameSchema })),
  /** Puts another model and other settings under the same name; the tab stays. */
  'presets.update': answers<null>()(z.strictObject({ id, content: presetContentSchema })),
  /** Can be undone by `presets.restore` until the app is closed. */
  'presets.remove': answers<null>()(z.strictObject({ id })),
  'presets.restore': answers<null>()(z.strictObject({ id })),
  /** What a tab starts with; `id: null` is nothing. */
  'presets.setDefault': answers<null>()(z.strictObject({ tab: z.enum(workTabs), id: id.nullable() })),
};
