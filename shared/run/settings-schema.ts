import { z } from 'zod';
import { extraSchema } from '../extra/extra-schema';
import { isDeeperThan } from '../text/bounded-json';
import {
  type ChatSetting,
  chatSettings,
  type JsonValues,
  type MapSetting,
  type RunSettings,
} from './chat-settings';
import { schemaNamePattern } from './response-format';
import { toolsSchema } from './tools-schema';
import { writtenFieldsSchema } from './written-fields';

/** Checks the values of the settings of kind `json`; their bounds are in the records. */
const jsonValues: { readonly [Id in keyof JsonValues]: z.ZodType<JsonValues[Id]> } = {
  responseFormat: z.union([
    z.enum(['text', 'json_object']),
    z.strictObject({
      name: z.string().regex(schemaNamePattern),
      description: z.string().max(10_000).optional(),
      schema: z.record(z.string(), z.json()),
      strict: z.boolean().optional(),
    }),
  ]),
  tools: toolsSchema,
};

function schemaOf(id: string, setting: ChatSetting): z.ZodType {
  switch (setting.kind) {
    case 'number': {
      const number = z.number().min(setting.min).max(setting.max);
      return setting.isWhole ? number.int() : number;
    }
    case 'text':
      return z.string().max(setting.maxCharacters);
    case 'texts':
      return z.array(z.string().min(1).max(setting.maxCharacters)).max(setting.most);
    case 'choice':
      return z.enum(setting.options);
    case 'switch':
      return z.boolean();
    case 'json':
      return z
        .unknown()
        .refine((value) => !isDeeperThan(value, setting.maxDepth), 'is nested too deep')
        .refine((value) => JSON.stringify(value).length <= setting.maxCharacters, 'is too large')
        .pipe(jsonValues[id as keyof JsonValues]);
    case 'map':
      return mapSchema(setting);
  }
}

function mapSchema(setting: MapSetting): z.ZodType {
  const name =
    setting.of === 'tokens'
      ? z.string().regex(/^\d+$/).max(setting.maxName)
      : z.string().min(1).max(setting.maxName);
  const value =
    setting.of === 'tokens' ? z.number().min(setting.min).max(setting.max) : z.string().max(setting.maxValue);
  return z
    .record(name, value)
    .refine((map) => Object.keys(map).length <= setting.most, `has more than ${setting.most} entries`);
}

const fields = Object.entries(chatSettings).map(([id, setting]) => [id, schemaOf(id, setting).optional()]);

/** What is sent beside the form. */
const beside = { extra: extraSchema.optional(), written: writtenFieldsSchema.optional() };

/** Checks the settings of a chat request: each may be left out, and no other is taken. */
export const runSettingsSchema = z.strictObject({
  ...Object.fromEntries(fields),
  ...beside,
  held: z.strictObject(beside).optional(),
}) as unknown as z.ZodType<RunSettings, RunSettings>;
