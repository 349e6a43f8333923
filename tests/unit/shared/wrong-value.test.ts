import { expect, test } from 'vitest';
import { z } from 'zod';
import { wrongField, wrongValueWords } from '../../../shared/text/wrong-value';

const schema = z.strictObject({
  name: z.string().min(1).max(60).optional(),
  baseUrl: z.url().optional(),
  conversationId: z.uuid().optional(),
  settings: z
    .strictObject({ temperature: z.number().min(0).max(2), maxTokens: z.int() })
    .partial()
    .optional(),
  headers: z
    .array(z.strictObject({ name: z.string() }))
    .max(2)
    .optional(),
  theme: z.enum(['light', 'dark']).optional(),
  both: z.union([z.string(), z.number()]).optional(),
  text: z
    .string()
    .refine((text) => text !== 'x', 'must not be x.')
    .optional(),
});

const issueOf = (input: unknown) => schema.safeParse(input).error?.issues[0];

test.each([
  [{ name: 'n'.repeat(61) }, 'name', 'Name is too long: at most 60 characters'],
  [{ name: '' }, 'name', 'Name must not be empty'],
  [{ name: 7 }, 'name', 'Name must be text'],
  [{ baseUrl: 'no' }, 'baseUrl', 'Base URL must be an address'],
  [{ conversationId: 'no' }, 'conversationId', 'Conversation id must be a UUID'],
  [{ settings: { temperature: 3 } }, 'settings.temperature', 'Temperature must be at most 2'],
  [{ settings: { temperature: -1 } }, 'settings.temperature', 'Temperature must be at least 0'],
  [{ settings: { maxTokens: 1.5 } }, 'settings.maxTokens', 'Max tokens must be a whole number'],
  [{ headers: [{ name: 'a' }, { name: 1 }] }, 'headers.1.name', 'Headers 2: name must be text'],
  [{ headers: [{}] }, 'headers.0.name', 'Headers 1: name must be text'],
  [{ headers: Array(3).fill({ name: 'a' }) }, 'headers', 'Headers has too many entries: at most 2'],
  [{ theme: 'pink' }, 'theme', 'Theme has a value that can’t be used here'],
  [{ both: true }, 'both', 'Both has a value that can’t be used here'],
  [{ text: 'x' }, 'text', 'Text must not be x'],
  [{ nothing: 1 }, 'nothing', 'Nothing is not a known field'],
  [7, '', 'The input must be an object'],
])('%j is refused in words', (input, field, words) => {
  expect([wrongField(issueOf(input)), wrongValueWords(issueOf(input))]).toEqual([field, words]);
});
