/** Checks a schema that replies were asked with, as chat files and archives have it. */
import { z } from 'zod';
import { jsonBounds, type SchemaFormat } from './response-format';

export const askedFormatSchema: z.ZodType<SchemaFormat, SchemaFormat> = z
  .strictObject({
    // A gateway may take names that the form does not.
    name: z.string().max(1_000),
    description: z.string().max(10_000).optional(),
    schema: z.record(z.string(), z.json()),
    strict: z.boolean().optional(),
  })
  .refine((format) => JSON.stringify(format).length <= 2 * jsonBounds.maxCharacters, 'is too large');
