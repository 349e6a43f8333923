import { z } from 'zod';
import { limits } from '../limits';
import type { Extra } from './field-names';

/** Fields of the request body beyond those of the form; the same bound wherever they are typed, stored or sent. */
export const extraSchema: z.ZodType<Extra, Extra> = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= limits.extraParametersCharacters, 'is too large');

/** As earlier versions stored them, which had no bound of their own: only a call's 8 MB. */
export const storedExtraSchema: z.ZodType<Extra, Extra> = z.record(z.string(), z.json());
