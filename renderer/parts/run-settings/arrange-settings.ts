/** Which settings the form shows of a model, and in which order. Pure. */
import { formFieldOf } from '../../../shared/extra/form-fields';
import { takesCachePoints } from '../../../shared/gateways/cache-points';
import { fieldOfRecord, type Model } from '../../../shared/models/models';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import { listedParameters, takesParameter } from '../../lib/usable-parameters';

export type SettingEntry = readonly [ChatSettingId, ChatSetting];

export interface ArrangedSettings {
  /** The instructions, then what was set when the form was opened, then the usual settings, in this order. */
  readonly main: readonly SettingEntry[];
  /** What only some models take, where this one does not say which it takes. */
  readonly more: readonly SettingEntry[];
  /** What the model does not list, or states that it can't do. */
  readonly unlisted: readonly SettingEntry[];
}

const all = Object.entries<ChatSetting>(chatSettings) as unknown as readonly SettingEntry[];

/**
 * @param settings those that are set stay in sight, whatever the model states
 * @param first the ids of those that were set when the form was opened: a field that moved while it is typed in would be lost
 */
export function arrangeSettings(
  settings: RunSettings,
  model: Model | undefined,
  first: ReadonlySet<string>,
): ArrangedSettings {
  const isSet = (id: ChatSettingId) => settings[id] !== undefined;
  // A cache point is sent to models that take it alone: elsewhere it would do nothing.
  const offered = all.filter(([id, one]) => !one.isCachePoint || isSet(id) || isTaken(one, model));
  const placed = offered.map((entry) => {
    const [id, setting] = entry;
    if ((setting.wire === null && !setting.isMore) || isSet(id)) return { entry, place: 'main' };
    if (!isTaken(setting, model)) return { entry, place: 'unlisted' };
    return { entry, place: setting.isMore && listedParameters(model) === null ? 'more' : 'main' };
  });
  const at = (wanted: string) => placed.flatMap(({ entry, place }) => (place === wanted ? [entry] : []));
  const rank = ([id, { wire }]: SettingEntry) => (wire === null ? 0 : first.has(id) ? 1 : 2);
  return {
    main: at('main').toSorted((one, other) => rank(one) - rank(other)),
    more: at('more'),
    unlisted: at('unlisted'),
  };
}

/** The settings whose label, field or help has every word. */
export function findSettings(words: string): readonly SettingEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(([, { label, wire, help }]) => {
    const text = `${label} ${wire ?? ''} ${wire?.replaceAll('_', ' ') ?? ''} ${help}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Whether a model takes a setting; yes where it states nothing about it. */
export function isTaken(setting: ChatSetting, model: Model | undefined): boolean {
  if (setting.kind === 'switch' && setting.capability !== undefined)
    return model?.capabilities?.[setting.capability] !== false;
  if (setting.isCachePoint) return takesCachePoints(null, model);
  const { wire, listedAs = [wire] } = setting;
  return listedAs.some((name) => name === null || takesParameter(model, name));
}

/** A setting with the bounds and the default that the model states. */
export function ofModel(setting: ChatSetting, model: Model | undefined): ChatSetting {
  const stated = defaultOf(setting, model);
  const named = stated === undefined ? setting : { ...setting, modelDefault: stated };
  const most = model?.capabilities?.maxOutput;
  if (named.kind !== 'number' || named.capability !== 'maxOutput' || most === undefined) return named;
  const help = `The maximum length of a reply; this model generates up to ${most.toLocaleString('en')}.`;
  return { ...named, slideTo: most, help };
}

/**
 * As catalogues state it: under `default_parameters` (openrouter.ai/docs/api-reference/list-available-models), or as fields
 * of the record (docs.mistral.ai/api, ai.google.dev/api/models). `temperature: true` only says that it is taken.
 */
function defaultOf({ wire }: ChatSetting, model: Model | undefined): string | undefined {
  if (wire === null) return undefined;
  const stated = fieldOfRecord(model?.raw, 'default_parameters');
  const listed = typeof stated === 'object' && stated !== null ? stated : {};
  const value = (listed as Readonly<Record<string, unknown>>)[wire];
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  const fields = (fieldsOfDefaults[wire] ?? []).map((name) => fieldOfRecord(model?.raw, name));
  const number = fields.find((one) => typeof one === 'number');
  return number === undefined ? undefined : String(number);
}

const fieldsOfDefaults: Readonly<Record<string, readonly string[]>> = {
  temperature: ['default_model_temperature', 'temperature'],
  top_p: ['topP'],
  top_k: ['topK'],
};

/** Fields that are sent otherwise: from the tools of the chat, or by another setting. */
const elsewhere: ReadonlySet<unknown> = new Set([
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'structured_outputs', 'response_format'],
  ...['include_reasoning', 'reasoning', 'reasoning_effort', 'thinking'],
]);

/** The fields that a model lists and the form has no setting for. */
export const otherFields = (model: Model | undefined): readonly string[] =>
  (listedParameters(model) ?? []).filter(
    (name): name is string =>
      typeof name === 'string' && !elsewhere.has(name) && formFieldOf('chat', name) === undefined,
  );
