import { z } from 'zod';
import { runSettingsSchema } from './chat';
import { model } from './commands/spec';
import { mediaModalities } from './modalities';
import { type PresetContent, presetLimits } from './presets';

const { parameters, valueCharacters } = presetLimits;

/** Checks a preset's content. Values come from a form, valid or not: what is sent is checked when it is sent. */
export const presetContentSchema: z.ZodType<PresetContent, PresetContent> = z.discriminatedUnion('tab', [
  z.strictObject({ tab: z.literal('chat'), model: model.nullable(), settings: runSettingsSchema }),
  z.strictObject({
    tab: z.enum(mediaModalities),
    model: model.nullable(),
    parameters: z
      .record(z.string().max(100), z.union([z.string().max(valueCharacters), z.number()]))
      .refine((values) => Object.keys(values).length <= parameters, 'has too many parameters'),
    extra: runSettingsSchema.shape.extra,
  }),
]);

export const presetNameSchema = z.string().trim().min(1).max(presetLimits.nameCharacters);
