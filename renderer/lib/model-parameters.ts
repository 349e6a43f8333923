import { namesOf } from '../../shared/extra/field-names';
import type { Model } from '../../shared/models/models';

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
