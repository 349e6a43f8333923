/** The axes of a sweep, read back from its variants: what they differ in, where every combination is there. */

import { chatSettings } from '../run/chat-settings';
import type { Variant } from './experiment';

export interface SweepAxis {
  readonly id: string;
  readonly label: string;
  /** In the order of the variants. */
  readonly values: readonly string[];
}

export interface Sweep {
  /** Two or three. */
  readonly axes: readonly SweepAxis[];
  /** The variant with these values, in the order of the axes. */
  readonly variantAt: (values: readonly string[]) => Variant | undefined;
}

const mostAxes = 3;

/** `null` where the variants are no grid of values. */
export function sweepOf(variants: readonly Variant[]): Sweep | null {
  const all = variants.map((variant) => ({ variant, fields: fieldsOf(variant) }));
  const names = [...new Set(all.flatMap(({ fields }) => [...fields.keys()]))];
  const axes = names
    .map((id) => ({
      id,
      label: labelOf(id),
      values: [...new Set(all.map(({ fields }) => fields.get(id) ?? 'default'))],
    }))
    .filter(({ values }) => values.length > 1);
  if (axes.length < 2 || axes.length > mostAxes) return null;
  const byValues = new Map(
    all.map(({ variant, fields }) => [keyOf(axes.map(({ id }) => fields.get(id) ?? 'default')), variant]),
  );
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count !== variants.length || byValues.size !== count) return null;
  return { axes, variantAt: (values) => byValues.get(keyOf(values)) };
}

const keyOf = (values: readonly string[]): string => JSON.stringify(values);

/** What may tell variants apart, each as a short text. */
function fieldsOf(variant: Variant): ReadonlyMap<string, string> {
  const set = variant.modality === 'chat' ? variant.settings : { ...variant.parameters, ...variant.extra };
  const { profileId, model, template, promptVersion } = variant;
  return new Map([
    ['model', model],
    ['profile', profileId],
    ['prompt', promptVersion === null ? template : `version ${promptVersion.version}`],
    ...Object.entries(set).map(([id, value]) => [id, asText(value)] as const),
  ]);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const labels: Readonly<Record<string, string>> = { model: 'Model', profile: 'Profile', prompt: 'Prompt' };

function labelOf(id: string): string {
  const settings: Readonly<Record<string, { readonly label: string }>> = chatSettings;
  return labels[id] ?? settings[id]?.label ?? id.charAt(0).toUpperCase() + id.slice(1);
}

/** The variants of one slice as rows and columns; `null` in a place that no variant has. */
export function sliceOf(
  sweep: Sweep,
  { rows, columns, slice }: { rows: number; columns: number; slice: string | null },
): readonly (readonly (Variant | undefined)[])[] {
  const down = sweep.axes[rows];
  const across = sweep.axes[columns];
  if (down === undefined || across === undefined) return [];
  return down.values.map((row) =>
    across.values.map((column) =>
      sweep.variantAt(
        sweep.axes.map((_, at) => (at === rows ? row : at === columns ? column : (slice ?? ''))),
      ),
    ),
  );
}
