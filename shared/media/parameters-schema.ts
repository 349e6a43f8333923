import { z } from 'zod';
import type { Modality, Parameter, ParameterValues } from '../modalities/modalities';
import { isVoiceKey } from '../run/dialogue';

/** Checks a form's values: every field optional (left out is not sent), none unknown. */
export function parametersSchema({ id, parameters }: Modality): z.ZodType<ParameterValues, ParameterValues> {
  const fields = parameters.map((parameter) => [parameter.id, schemaOf(parameter).optional()]);
  const strict = z.strictObject(Object.fromEntries(fields));
  const schema = id === 'speech' ? z.looseObject(strict.shape).superRefine(onlyVoices(strict.shape)) : strict;
  return schema as unknown as z.ZodType<ParameterValues, ParameterValues>;
}

/** Beside its fields a dialogue has a voice for each speaker, or none for the voice of the form. */
const onlyVoices =
  (fields: Readonly<Record<string, z.ZodType | undefined>>) =>
  (values: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const [name, value] of Object.entries(values)) {
      if (fields[name] !== undefined) continue;
      if (!isVoiceKey(name)) context.addIssue({ code: 'unrecognized_keys', keys: [name], input: values });
      else if (value !== '' && fields.voice?.safeParse(value).success !== true)
        context.addIssue({ code: 'custom', path: [name], message: 'must be the name of a voice' });
    }
  };

/** Checks one value of a form. */
export function schemaOf(parameter: Parameter): z.ZodType {
  if (parameter.kind === 'choice') return z.string().regex(parameter.pattern);
  if (parameter.kind === 'text') return z.string().min(1).max(parameter.maxCharacters);
  const number = z.number().min(parameter.min).max(parameter.max);
  return Number.isInteger(parameter.step) ? number.int() : number;
}
