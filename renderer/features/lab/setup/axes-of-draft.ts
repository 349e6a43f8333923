/** Axes of a sweep as they are typed: what can be varied, and what is wrong with a value. */
import { type Axis, parseAxisValues } from '../../../../shared/lab/axes';
import { type ModalityId, modalities } from '../../../../shared/modalities/modalities';
import type { ChoiceParameter } from '../../../../shared/modalities/modality';
import type { Model } from '../../../../shared/models/models';
import { chatSettings } from '../../../../shared/run/chat-settings';
import { cutText } from '../../../../shared/text/cut-text';
import type { AxisDraft, LabDraft } from './lab-draft';

interface AxisChoice {
  readonly id: string;
  readonly label: string;
  /** Long texts are separated by a line of three dashes, all others by commas. */
  readonly kind: 'model' | 'texts' | 'number' | 'choice';
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** The values that are offered. */
  readonly options?: readonly string[];
  /** Where models name their own values, such as voices. */
  readonly capability?: NamedValues | undefined;
  readonly example: string;
}

type NamedValues = NonNullable<ChoiceParameter['capability']>;

/** Of the models that the variants have, and of those that an axis varies; each once. */
export function valuesNamedBy(
  models: readonly Model[],
  { variants, axes }: Pick<LabDraft, 'variants' | 'axes'>,
  capability: NamedValues | undefined,
): readonly string[] {
  if (capability === undefined) return [];
  const varied = axes.flatMap(({ of, text }) => (of === 'model' ? parseAxisValues(text).map(String) : []));
  // A variant without a model is asked with the first one of the list.
  const chosen = variants.map(({ model }) => model ?? models[0]?.id);
  const asked = new Set(varied.length > 0 ? varied : chosen);
  const named = models.filter(({ id }) => asked.has(id));
  return [...new Set(named.flatMap(({ capabilities }) => capabilities?.[capability] ?? []))];
}

/** What a sweep of a modality can vary. */
export function axisChoices(modality: ModalityId): readonly AxisChoice[] {
  return [
    { id: 'model', label: 'Model', kind: 'model', example: 'sandbox/echo, sandbox/eliza' },
    {
      id: 'prompt',
      label: 'Prompt',
      kind: 'texts',
      example: 'Explain {{topic}}\n---\nExplain {{topic}} briefly',
    },
    ...(modality === 'chat' ? chatChoices() : mediaChoices(modality)),
  ];
}

const offered = (options: readonly string[]) => ({ options, example: options.slice(0, 3).join(', ') });

const numberExample = (min: number, max: number): string =>
  max - min <= 4
    ? `${min}..${max} in 4 steps`
    : `${Math.max(1, min)}, ${Math.max(1, min) + 1}, .., ${Math.max(1, min) + 4}`;

function chatChoices(): readonly AxisChoice[] {
  return Object.entries(chatSettings).flatMap(([id, setting]): readonly AxisChoice[] => {
    const { label } = setting;
    if (setting.kind === 'number') {
      const { min, max, isWhole } = setting;
      return [{ id, label, kind: 'number', min, max, isWhole, example: numberExample(min, max) }];
    }
    if (setting.kind === 'choice') return [{ id, label, kind: 'choice', ...offered(setting.options) }];
    if (id === 'systemPrompt')
      return [{ id, label, kind: 'texts', example: 'You are brief.\n---\nYou are thorough.' }];
    return [];
  });
}

const mediaChoices = (modality: Exclude<ModalityId, 'chat'>): readonly AxisChoice[] =>
  modalities[modality].parameters.map((parameter): AxisChoice => {
    const { id, label } = parameter;
    if (parameter.kind === 'choice')
      return { id, label, kind: 'choice', capability: parameter.capability, ...offered(parameter.options) };
    if (parameter.kind === 'text') return { id, label, kind: 'texts', example: parameter.placeholder };
    const { min, max, step } = parameter;
    return {
      id,
      label,
      kind: 'number',
      min,
      max,
      isWhole: Number.isInteger(step),
      example: numberExample(min, max),
    };
  });

type AxisReading =
  | { readonly ok: true; readonly axis: Axis }
  | { readonly ok: false; readonly mistake: string };

const labelCharacters = 40;

/** @param profileId whose models are named */
export function axisOf(draft: AxisDraft, modality: ModalityId, profileId: string): AxisReading {
  const choice = axisChoices(modality).find(({ id }) => id === draft.of);
  if (choice === undefined) return { ok: false, mistake: 'Choose what the axis varies' };
  if (choice.kind === 'texts') return textAxis(choice, draft.text);
  const values = parseAxisValues(draft.text);
  if (values.length === 0) {
    const example = choice.kind === 'model' ? '' : `, such as ${choice.example}`;
    return { ok: false, mistake: `${choice.label}: add values${example}` };
  }
  if (choice.kind === 'model')
    return {
      ok: true,
      axis: { kind: 'model', models: values.map((model) => ({ profileId, model: String(model) })) },
    };
  const mistake = choice.kind === 'number' ? mistakeIn(choice, values) : null;
  if (mistake !== null) return { ok: false, mistake };
  const typed = choice.kind === 'number' ? values : values.map(String);
  return { ok: true, axis: { kind: 'setting', setting: choice.id, label: choice.label, values: typed } };
}

function mistakeIn(
  { label, min, max, isWhole }: AxisChoice,
  values: readonly (string | number)[],
): string | null {
  const wrong = values.find(
    (value) =>
      typeof value !== 'number' ||
      value < (min ?? -Infinity) ||
      value > (max ?? Infinity) ||
      (isWhole === true && !Number.isInteger(value)),
  );
  if (wrong === undefined) return null;
  if (typeof wrong !== 'number') return `${label}: “${wrong}” is not a number`;
  return `${label}: ${wrong} is not ${isWhole === true ? 'a whole number ' : ''}from ${min} to ${max}`;
}

function textAxis({ id, label, example }: AxisChoice, text: string): AxisReading {
  const texts = text
    .split(/^---+\s*$/m)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (texts.length === 0)
    return { ok: false, mistake: `${label}: add texts, such as “${example.replaceAll('\n', ' ')}”` };
  if (id !== 'prompt') return { ok: true, axis: { kind: 'setting', setting: id, label, values: texts } };
  const templates = texts.map((template) => ({
    label: cutText(template.replaceAll(/\s+/g, ' '), labelCharacters),
    template,
    promptVersion: null,
  }));
  return { ok: true, axis: { kind: 'template', templates } };
}
