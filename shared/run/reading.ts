import { z } from 'zod';

/** A schema whose input is first read as an earlier version wrote it (`earlier-shapes.ts`). */
export const reading = <Schema extends z.ZodType>(
  fromEarlier: (value: unknown) => unknown,
  schema: Schema,
): Schema => z.preprocess(fromEarlier, schema) as unknown as Schema;
