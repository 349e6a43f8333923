import { z } from 'zod';
import type { Modality, Parameter, ParameterValues } from '../modalities/modalities';

/** Checks a form's values: every field optional (left out is not sent), none unknown. */
export function parametersSchema({ parameters }: Modality): z.ZodType<ParameterValues, ParameterValues> {
  const fields = parameters.map((parameter) => [parameter.id, schemaOf(parameter).optional()]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<ParameterValues, ParameterValues>;
}

/** Checks one value of a form. */
export function schemaOf(parameter: Parameter): z.ZodType {
  if (parameter.kind === 'choice') return z.string().regex(parameter.pattern);
  const number = z.number().min(parameter.min).max(parameter.max);
  return Number.isInteger(parameter.step) ? number.int() : number;
}
