import { namesOf } from '../../shared/extra/field-names';
import {
  choicesOf,
  type Modality,
  type Parameter,
  type ParameterValues,
  rangeOf,
} from '../../shared/modalities/modalities';
import type { Capabilities, Model } from '../../shared/models/models';

/**
 * The settings that are sent to a model: a voice or size that it does not offer is left out, so that its default
 * applies, and a number is brought into its range. Nothing is dropped for a model that states nothing.
 */
export function usableParameters(
  modality: Modality,
  capabilities: Capabilities | null,
  chosen: ParameterValues,
): ParameterValues {
  const usable = modality.parameters.flatMap((parameter) => {
    const value = chosen[parameter.id];
    const kept = value === undefined ? undefined : usableValue(parameter, capabilities, value);
    return kept === undefined ? [] : [[parameter.id, kept] as const];
  });
  // The voices of a dialogue: one that is not offered is that of the form.
  const voice = modality.parameters.find(({ id }) => id === 'voice');
  const voices = Object.entries(chosen).flatMap(([name, value]) =>
    voice !== undefined && name.startsWith('voice:')
      ? [[name, usableValue(voice, capabilities, value) ?? ''] as const]
      : [],
  );
  return Object.fromEntries([...usable, ...voices]);
}

/** The value as it is sent; `undefined` where the model does not offer it. */
function usableValue(
  parameter: Parameter,
  capabilities: Capabilities | null,
  value: string | number,
): string | number | undefined {
  if (parameter.kind === 'number') {
    const { min, max } = rangeOf(parameter, capabilities);
    return typeof value === 'number' ? Math.min(max, Math.max(min, value)) : undefined;
  }
  if (parameter.kind === 'text') {
    const isUsed =
      typeof value === 'string' && value.trim() !== '' && value.length <= parameter.maxCharacters;
    return isUsed ? value : undefined;
  }
  if (typeof value !== 'string' || !parameter.pattern.test(value)) return undefined;
  const named = parameter.capability === undefined ? undefined : capabilities?.[parameter.capability];
  const isOffered =
    named === undefined || named.length === 0 || choicesOf(parameter, capabilities).includes(value);
  return isOffered ? value : undefined;
}

/** Names under which catalogues list the request fields a model takes. */
const listNames = ['supported_parameters', 'supportedParameters', 'parameters'];
const depthAtMost = 3;

/** The request fields that a model lists; `null` for one that lists none. */
export const listedParameters = (model: Pick<Model, 'raw'> | undefined): readonly unknown[] | null =>
  findList(model?.raw, depthAtMost);

/** Whether a model takes a field of the request, under one of its names; yes for one that lists none. */
export function takesParameter(model: Pick<Model, 'raw'> | undefined, wire: string): boolean {
  const listed = listedParameters(model);
  return listed === null || namesOf(wire).some((name) => listed.includes(name));
}

function findList(value: unknown, depth: number): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const record = value as Record<string, unknown>;
  for (const name of listNames) {
    const list = record[name];
    if (Array.isArray(list) && list.length > 0) return list;
  }
  for (const inner of Object.values(record)) {
    const list = findList(inner, depth - 1);
    if (list !== null) return list;
  }
  return null;
}
