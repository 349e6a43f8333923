/**
 * An experiment as a configuration of promptfoo. Read again it has the same cases, variants and assertions; what such a
 * file has no place for is named.
 */
import { asOneCode } from '../../../assertions/transform';
import type { Extra } from '../../../extra/field-names';
import { modalities, type ParameterValues } from '../../../modalities/modalities';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../run/chat-settings';
import type { CaseAssertion, CasePlan, ExperimentPlan, VariantPlan } from '../../experiment';
import type { Fields } from '../reading';

export interface WrittenConfig {
  /** Plain data, to be written as YAML or JSON. */
  readonly config: Fields;
  readonly notes: readonly string[];
}

export function promptfooConfig(plan: ExperimentPlan): WrittenConfig {
  const { title, variants, cases, assertions, threshold, repeats, judge, budget } = plan;
  const prompts = promptsOf(variants);
  const labels = labelsOf(variants, cases);
  const defaults = {
    ...(assertions.length > 0 && { assert: assertions.map(writtenAssertion) }),
    ...(threshold !== null && { threshold }),
    ...(judge && { options: { provider: providerId('chat', judge.model) } }),
  };
  const config = {
    description: title,
    prompts: prompts.map(({ label, raw }) => ({ label, raw })),
    providers: variants.map((variant, at) => providerOf(variant, labels[at] ?? variant.label, prompts)),
    ...(Object.keys(defaults).length > 0 && { defaultTest: defaults }),
    ...(repeats > 1 && { evaluateOptions: { repeat: repeats } }),
    tests: cases.map((one) => testOf(one, labels)),
  };
  return { config, notes: notesOn(variants, cases, budget !== null) };
}

interface FilePrompt {
  readonly label: string;
  readonly raw: string;
  readonly key: string;
}

/** Each different prompt once, with its system prompt. */
function promptsOf(variants: readonly VariantPlan[]): readonly FilePrompt[] {
  const keys = [...new Set(variants.map(keyOf))];
  return keys.map((key, at) => {
    const [system, template] = JSON.parse(key) as [string, string];
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: template },
    ];
    return {
      key,
      label: `Prompt ${at + 1}`,
      raw: system === '' ? template : JSON.stringify(messages, null, 2),
    };
  });
}

const systemOf = (variant: VariantPlan): string =>
  variant.modality === 'chat' ? (variant.settings.systemPrompt ?? '') : '';
const keyOf = (variant: VariantPlan): string => JSON.stringify([systemOf(variant), variant.template]);

/** `openai:chat:` before the model, so that a colon in its name is part of it. */
const providerId = (modality: VariantPlan['modality'], model: string): string =>
  modality === 'chat' ? `openai:chat:${model}` : `gatehouse:${modality}:${model}`;

/**
 * A name in `providers` of a test means others too that begin with it and a colon, and one that ends with a star all that
 * begin so. Where tests name variants, such a label gets the number of its variant.
 */
function labelsOf(variants: readonly VariantPlan[], cases: readonly CasePlan[]): readonly string[] {
  const labels = variants.map(({ label }) => label);
  if (cases.every((one) => one.variants === undefined)) return labels;
  const names = [...labels, ...variants.map(({ modality, model }) => providerId(modality, model))];
  const isWide = (label: string) => label.endsWith('*') || names.some((name) => name.startsWith(`${label}:`));
  return labels.map((label, at) => (isWide(label) ? `${label} (${at + 1})` : label));
}

/** Asked with its own prompt alone. */
function providerOf(variant: VariantPlan, label: string, prompts: readonly FilePrompt[]): Fields {
  const { modality, model } = variant;
  const config = variant.modality === 'chat' ? chatConfig(variant.settings) : mediaConfig(variant);
  const own = prompts.find(({ key }) => key === keyOf(variant));
  return {
    id: providerId(modality, model),
    label,
    ...(prompts.length > 1 && own && { prompts: [own.label] }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

/** By the names that requests have for them. */
function chatConfig({ extra, ...settings }: RunSettings): Fields {
  const fields = Object.entries<ChatSetting>(chatSettings).flatMap(([id, setting]) => {
    const value = settings[id as ChatSettingId];
    const { wire } = setting;
    if (value === undefined || wire === null || wire === 'tools') return [];
    return [[wire, 'toWire' in setting ? setting.toWire(value as never) : value] as const];
  });
  return { ...Object.fromEntries(fields), ...extra };
}

function mediaConfig({
  modality,
  parameters,
  extra,
}: {
  readonly modality: Exclude<VariantPlan['modality'], 'chat'>;
  readonly parameters: ParameterValues;
  readonly extra: Extra;
}): Fields {
  const known = modalities[modality].parameters;
  const fields = Object.entries(parameters).map(([id, value]) => {
    const found = known.find((one) => one.id === id);
    return [found?.wire ?? id, value] as const;
  });
  return { ...Object.fromEntries(fields), ...extra };
}

function testOf(
  { variables, assertions, threshold, note, tags, variants: own }: CasePlan,
  labels: readonly string[],
): Fields {
  return {
    ...(note !== '' && { description: note }),
    vars: variables,
    ...(assertions.length > 0 && { assert: assertions.map(writtenAssertion) }),
    ...(threshold !== null && { threshold }),
    ...(tags.length > 0 && { metadata: { tags: [...tags] } }),
    ...(own !== undefined && { providers: own.flatMap((number) => labels[number - 1] ?? []) }),
  };
}

function writtenAssertion({ model, assert, transforms, ...rest }: CaseAssertion): Fields {
  const provider = /^(not-)?similar/.test(rest.type)
    ? `openai:embedding:${model}`
    : providerId('chat', model ?? '');
  return {
    ...rest,
    ...(model !== undefined && { provider }),
    ...(transforms !== undefined && { transform: asOneCode(transforms) }),
    ...(assert !== undefined && { assert: assert.map(writtenAssertion) }),
  };
}

function notesOn(
  variants: readonly VariantPlan[],
  cases: readonly CasePlan[],
  hasBudget: boolean,
): readonly string[] {
  const hasTools = variants.some((one) => one.modality === 'chat' && one.settings.tools !== undefined);
  const hasFiles = cases.some(({ attachments, inputs }) => attachments.length + inputs.length > 0);
  return [
    ...(hasTools ? ['Tools of variants are not written.'] : []),
    ...(hasFiles ? ['Files of cases are not written.'] : []),
    ...(hasBudget ? ['The budget is not written: it is chosen before each run.'] : []),
  ];
}
