import { z } from 'zod';
import { extraSchema } from '../extra/extra-schema';
import { moneyUnits } from '../money/money-units';
import { isDeeperThan } from '../text/bounded-json';
import {
  type ChatSetting,
  chatSettings,
  type JsonValues,
  type MapSetting,
  type RunSettings,
} from './chat-settings';
import { schemaNamePattern } from './response-format';
import { answerKinds, toolChoices, toolLimits, toolNamePattern } from './tools';
import { writtenFieldsSchema } from './written-fields';

const toolText = z.string().max(toolLimits.answerCharacters);
const toolName = z.string().min(1).max(toolLimits.nameCharacters);

const automaticAnswer = z.strictObject({
  when: z.strictObject({ argument: toolName, is: z.string().max(1_000) }).optional(),
  kind: z.enum(answerKinds),
  content: toolText,
  delayMs: z.int().min(0).max(toolLimits.delayMs).optional(),
});

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
  tools: z.strictObject({
    tools: z
      .array(
        z.strictObject({
          name: z.string().regex(toolNamePattern),
          description: z.string().max(toolLimits.descriptionCharacters).optional(),
          parameters: z.record(z.string(), z.json()),
          strict: z.boolean().optional(),
          answer: toolText.optional(),
          mocks: z
            .array(z.strictObject({ name: toolName, content: toolText }))
            .max(toolLimits.mocks)
            .optional(),
          automatic: z.array(automaticAnswer).max(toolLimits.rules).optional(),
        }),
      )
      .max(toolLimits.tools),
    loop: z
      .strictObject({
        rounds: z.int().min(1).max(toolLimits.rounds),
        most: z
          .strictObject({ unit: z.enum(moneyUnits), amount: z.number().positive().max(1_000_000) })
          .optional(),
      })
      .optional(),
    choice: z
      .union([
        z.enum(toolChoices),
        z.strictObject({ name: z.string().regex(toolNamePattern) }),
        z.strictObject({
          allowed: z.array(z.string().regex(toolNamePattern)).min(1).max(toolLimits.tools),
          mode: z.enum(['auto', 'required']),
        }),
      ])
      .optional(),
    parallel: z.boolean().optional(),
  }),
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

/** Checks the settings of a chat request: each may be left out, and no other is taken. */
export const runSettingsSchema = z.strictObject({
  ...Object.fromEntries(fields),
  extra: extraSchema.optional(),
  written: writtenFieldsSchema.optional(),
}) as unknown as z.ZodType<RunSettings, RunSettings>;
