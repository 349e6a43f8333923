/** Prompts × providers of a configuration of promptfoo. */

import type { Extra } from '../../../extra/field-names';
import { liftSetup } from '../../../extra/lift-extra';
import { type SchemaFormat, schemaNamePattern } from '../../../run/response-format';
import { experimentLimits, type VariantPlan } from '../../experiment';
import {
  allOf,
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  textOfValue,
} from '../reading';
import type { FilePrompt } from './prompts';
import { modelOfProvider } from './provider-names';
import { type FileProvider, providersOf } from './providers';

/** A variant, and what tests may choose it by. */
export interface FileVariant {
  readonly plan: VariantPlan;
  readonly provider: FileProvider;
  readonly prompt: FilePrompt;
}

/** @param added providers that tests alone name */
export function variantsOf(
  config: Fields,
  prompts: readonly FilePrompt[],
  { reading, note }: { readonly reading: FileReading; readonly note: Note },
  added: readonly FileProvider[],
): readonly FileVariant[] {
  if (prompts.length === 0) throw new ExperimentFileError('The file has no prompt that can be read.');
  const providers = [...providersOf(config, { reading, note }), ...added];
  return allOf(providers, 'variants', experimentLimits.variants, (provider) => {
    const own = promptsOfProvider(provider, prompts);
    return own.map((prompt) => {
      const variant = variantOf(provider, prompt, reading, note);
      const label = own.length === 1 ? variant.label : `${variant.label} · ${prompt.label}`;
      return { plan: { ...variant, label: label.slice(0, 200) }, provider, prompt };
    });
  });
}

/** A provider may name the labels of those that it is asked with, or the first part of several: `group` of `group:one`. */
function promptsOfProvider({ id, prompts: named }: FileProvider, prompts: readonly FilePrompt[]) {
  if (named === null) return prompts;
  const names = named.map((name) => textOfValue(name).replace(/:?\*$/, ''));
  const missing = names.find((name) => !prompts.some((prompt) => isNamed(prompt, name)));
  if (missing !== undefined)
    throw new ExperimentFileError(`“${id}” names the prompt “${missing}”, which the file does not have.`);
  return prompts.filter((prompt) => names.some((name) => isNamed(prompt, name)));
}

export const isNamed = ({ label, name: file, template }: FilePrompt, name: string): boolean =>
  [label, file, template].includes(name) || label.startsWith(`${name}:`);

function variantOf(
  { id, label, config }: FileProvider,
  prompt: FilePrompt,
  reading: FileReading,
  note: Note,
): VariantPlan {
  const { model, modality } = modelOfProvider(id);
  if (model !== id) note(`“${id}” is asked as the model “${model}” of the chosen profile.`);
  const { profileId } = reading;
  const plain = { label: label ?? model, profileId, model, template: prompt.template, promptVersion: null };
  const extra = { ...config, ...prompt.config } as Extra;
  if (modality !== 'chat') {
    if (prompt.system !== null) note(`A system prompt is not sent to “${model}”, which makes media.`);
    return { ...plain, ...liftSetup({ modality, parameters: {}, extra }) };
  }
  const { response_format: format, ...others } = extra;
  const responseFormat = schemaIn(format);
  const sent = responseFormat === null ? extra : others;
  const settings = {
    ...(prompt.system !== null && { systemPrompt: prompt.system }),
    ...(responseFormat !== null && { responseFormat }),
    ...(hasAny(sent) && { extra: sent }),
  };
  return { ...plain, ...liftSetup({ modality, settings }) };
}

/** A schema of structured output, as requests write it. */
function schemaIn(format: unknown): SchemaFormat | null {
  if (!isFields(format) || format.type !== 'json_schema' || !isFields(format.json_schema)) return null;
  const { name, schema, strict, description } = format.json_schema;
  if (typeof name !== 'string' || !schemaNamePattern.test(name) || !isFields(schema)) return null;
  return {
    name,
    schema,
    ...(typeof strict === 'boolean' && { strict }),
    ...(typeof description === 'string' && { description }),
  };
}

const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;
