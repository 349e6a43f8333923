/** A sweep: settings that are varied together, each combination of their values being one variant. */
import type { RunSettings } from '../run/chat-settings';
import type { PromptVersionRef, VariantPlan } from './experiment';

/** A value of a setting or parameter; `null` leaves it to the model. */
export type AxisValue = string | number | boolean | null;

export type Axis =
  | {
      readonly kind: 'model';
      readonly models: readonly { readonly profileId: string; readonly model: string }[];
    }
  | {
      readonly kind: 'template';
      readonly templates: readonly {
        readonly label: string;
        readonly template: string;
        readonly promptVersion: PromptVersionRef | null;
      }[];
    }
  /** `setting` is the id of a run setting of a chat or of a parameter of media, `label` its name. */
  | {
      readonly kind: 'setting';
      readonly setting: string;
      readonly label: string;
      readonly values: readonly AxisValue[];
    };

/** The first axis changes slowest. The label of a variant names what differs from the others. */
export function expandAxes(base: VariantPlan, axes: readonly Axis[]): readonly VariantPlan[] {
  let plans: readonly { readonly plan: VariantPlan; readonly words: readonly string[] }[] = [
    { plan: base, words: [] },
  ];
  for (const axis of axes) {
    const steps = stepsOf(axis);
    if (steps.length === 0) continue;
    plans = plans.flatMap(({ plan, words }) =>
      steps.map(({ apply, word }) => ({
        plan: apply(plan),
        words: steps.length > 1 ? [...words, word] : words,
      })),
    );
  }
  return plans.map(({ plan, words }) => (words.length === 0 ? plan : { ...plan, label: words.join(', ') }));
}

/** How many variants `expandAxes` gives. */
export const countOfAxes = (axes: readonly Axis[]): number =>
  axes.reduce((count, axis) => count * Math.max(1, stepsOf(axis).length), 1);

interface Step {
  readonly word: string;
  readonly apply: (plan: VariantPlan) => VariantPlan;
}

function stepsOf(axis: Axis): readonly Step[] {
  switch (axis.kind) {
    case 'model':
      return axis.models.map((asked) => ({ word: asked.model, apply: (plan) => ({ ...plan, ...asked }) }));
    case 'template':
      return axis.templates.map(({ label, template, promptVersion }) => ({
        word: label,
        apply: (plan) => ({ ...plan, template, promptVersion }),
      }));
    default: {
      const { setting, label, values } = axis;
      return values.map((value) => ({
        word: `${label} ${value ?? 'default'}`,
        apply: (plan) => withSetting(plan, setting, value),
      }));
    }
  }
}

function withSetting(plan: VariantPlan, setting: string, value: AxisValue): VariantPlan {
  if (plan.modality === 'chat') {
    const { [setting as keyof RunSettings]: _before, ...rest } = plan.settings;
    // The command checks what it gets: a value that the setting does not take is refused there by name.
    return { ...plan, settings: (value === null ? rest : { ...rest, [setting]: value }) as RunSettings };
  }
  const { [setting]: _before, ...rest } = plan.parameters;
  if (value === null) return { ...plan, parameters: rest };
  return { ...plan, parameters: { ...rest, [setting]: typeof value === 'boolean' ? String(value) : value } };
}

/** Values that one text may stand for at most. */
const mostAxisValues = 1_000;

/**
 * Values as a person writes them: `0..1.5 in 4 steps` is 0, 0.5, 1, 1.5; `1, 2, .., 10` goes on as it began, `1..10` by ones;
 * anything else is a list with commas. A number is read as one.
 */
export function parseAxisValues(text: string): readonly (string | number)[] {
  const steps = /^\s*(\S+?)\s*\.\.\s*(\S+)\s+in\s+(\d+)\s+steps?\s*$/i.exec(text);
  if (steps !== null) {
    const [from, to, count] = [Number(steps[1]), Number(steps[2]), Number(steps[3])];
    if (Number.isFinite(from) && Number.isFinite(to)) return inSteps(from, to, count);
  }
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items
    .flatMap((item, at): readonly (string | number)[] => rangeAt(items, at) ?? [asValue(item)])
    .slice(0, mostAxisValues);
}

/** `..` between two values, or `1..10`; `[]` for what the range replaces. */
function rangeAt(items: readonly string[], at: number): readonly number[] | null {
  const item = items[at] ?? '';
  const bounds = /^(-?[\d.]*\d)\s*\.\.\s*(-?[\d.]*\d)$/.exec(item);
  if (bounds !== null) return byStep(Number(bounds[1]), Number(bounds[2]), 1);
  if (!/^(\.\.|\.\.\.|…)$/.test(item)) return null;
  const [first, second] = [Number(items[at - 2]), Number(items[at - 1])];
  const last = Number(items[at + 1]);
  const step = Number.isFinite(first) ? Math.abs(second - first) : 1;
  if (!Number.isFinite(second) || !Number.isFinite(last) || step === 0) return null;
  // The values beside it are in the list themselves.
  return byStep(second, last, step).filter((value) => value !== second && value !== last);
}

function inSteps(from: number, to: number, count: number): readonly number[] {
  const most = Math.min(count, mostAxisValues);
  if (most <= 1) return most === 1 ? [from] : [];
  return Array.from({ length: most }, (_, at) => tidy(from + ((to - from) * at) / (most - 1)));
}

function byStep(from: number, to: number, step: number): readonly number[] {
  const count = Math.floor(Math.abs(to - from) / step + 1e-9) + 1;
  const towards = to < from ? -step : step;
  return Array.from({ length: Math.min(count, mostAxisValues) }, (_, at) => tidy(from + towards * at));
}

/** Without what binary fractions leave over: 0.1 + 0.2 is 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(12));

const asValue = (item: string): string | number =>
  /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(item) ? Number(item) : item;
