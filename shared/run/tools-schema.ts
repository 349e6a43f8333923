/** Checks tools: the setting of a run, and one tool of the library. */
import { z } from 'zod';
import { moneyUnits } from '../money/money-units';
import { isDeeperThan } from '../text/bounded-json';
import { jsonBounds } from './response-format';
import { answerKinds, type Tool, toolChoices, toolLimits, toolNamePattern } from './tools';

const toolText = z.string().max(toolLimits.answerCharacters);
const toolName = z.string().min(1).max(toolLimits.nameCharacters);

const automaticAnswer = z.strictObject({
  when: z.strictObject({ argument: toolName, is: z.string().max(1_000) }).optional(),
  kind: z.enum(answerKinds),
  content: toolText,
  delayMs: z.int().min(0).max(toolLimits.delayMs).optional(),
});

export const toolNameSchema = z.string().regex(toolNamePattern);

const toolSchema = z.strictObject({
  name: toolNameSchema,
  description: z.string().max(toolLimits.descriptionCharacters).optional(),
  parameters: z.record(z.string(), z.json()),
  strict: z.boolean().optional(),
  answer: toolText.optional(),
  mocks: z
    .array(z.strictObject({ name: toolName, content: toolText }))
    .max(toolLimits.mocks)
    .optional(),
  automatic: z.array(automaticAnswer).max(toolLimits.rules).optional(),
});

/** One tool by itself, within the bounds that hold for all of a run together. */
export const oneToolSchema = z
  .record(z.string(), z.unknown())
  .refine((tool) => !isDeeperThan(tool, jsonBounds.maxDepth), 'is nested too deep')
  .refine((tool) => JSON.stringify(tool).length <= jsonBounds.maxCharacters, 'is too large')
  .pipe(toolSchema) as unknown as z.ZodType<Tool, Tool>;

export const toolsSchema = z.strictObject({
  tools: z.array(toolSchema).max(toolLimits.tools),
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
      z.strictObject({ name: toolNameSchema }),
      z.strictObject({
        allowed: z.array(toolNameSchema).min(1).max(toolLimits.tools),
        mode: z.enum(['auto', 'required']),
      }),
    ])
    .optional(),
  parallel: z.boolean().optional(),
});
