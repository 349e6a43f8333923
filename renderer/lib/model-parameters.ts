import type { Model } from '../../shared/models';

/** Names under which catalogues list the request fields a model takes. */
const listNames = ['supported_parameters', 'supportedParameters', 'parameters'];
const depthAtMost = 3;

/** Whether a model takes a field of the request; yes for one that lists none. */
export function takesParameter(model: Pick<Model, 'raw'> | undefined, wire: string): boolean {
  const listed = findList(model?.raw, depthAtMost);
  if (listed === null) return true;
  return listed.includes(wire) || (wire === 'max_tokens' && listed.includes('max_completion_tokens'));
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
