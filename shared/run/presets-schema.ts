import { z } from 'zod';
import { model, reading } from '../commands/spec';
import { fromTab } from './earlier-shapes';
import { type PresetContent, presetLimits } from './presets';
import { chatSetup, mediaSetup } from './request-schema';

const chosen = { model: model.nullable() };

/** Checks a preset's content. Values come from a form, valid or not: what is sent is checked when it is sent. */
export const presetContentSchema: z.ZodType<PresetContent, PresetContent> = reading(
  fromTab,
  z.discriminatedUnion('modality', [chatSetup.extend(chosen), mediaSetup.extend(chosen)]),
);

/** The messages a chat begins with, in the form of a request. */
export const presetMessagesSchema = z.array(z.record(z.string(), z.json())).min(1).max(presetLimits.messages);

export const presetNameSchema = z.string().trim().min(1).max(presetLimits.nameCharacters);
