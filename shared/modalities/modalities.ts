/**
 * The registry of modalities: everything that the app generates, one record each. A new one is a record in `modalities/`,
 * its operation in `electron/core/modalities`, its words and examples in `renderer/media/modalities`, its tab, its reply in
 * the Sandbox and its test.
 */
import type { Capabilities } from '../models/models';
import { image } from './image';
import {
  type ChatModality,
  type ChoiceParameter,
  type MediaModality,
  type Modality,
  mediaModalities,
  type NumberParameter,
  type Parameter,
} from './modality';
import { speech } from './speech';
import { video } from './video';

/** Its settings are in `shared/run/chat-settings.ts`. */
const chat: ChatModality = {
  id: 'chat',
  label: 'Chat',
  operation: 'chat.completions.create',
  text: { label: 'Message' },
  sendLabel: 'Send',
};

export {
  type ChatModality,
  type ChoiceParameter,
  type MediaKind,
  type MediaModality,
  type Modality,
  type ModalityId,
  mediaModalities,
  modalityIds,
  type NamedSetting,
  type NumberParameter,
  namedSettings,
  type Parameter,
  type ParameterValues,
  type TextParameter,
} from './modality';

type Registry = Readonly<Record<MediaModality, Modality> & { chat: ChatModality }>;

export const modalities: Registry = { chat, image, speech, video };

/** In place of a model: the request names none, and the gateway chooses. */
export const GATEWAY_CHOICE = '';

/** A model's id as it is shown. */
export const modelText = (model: string): string => (model === GATEWAY_CHOICE ? 'Gateway’s choice' : model);

/** The modality whose results are of a kind of media; `undefined` for what the app doesn't generate. */
export const modalityOfKind = (kind: string): MediaModality | undefined =>
  mediaModalities.find((id) => modalities[id].mediaKind === kind);

/** The model's capabilities narrow a choice; where it states none, the general options apply. */
export function choicesOf(parameter: ChoiceParameter, capabilities: Capabilities | null): readonly string[] {
  const named = parameter.capability && capabilities?.[parameter.capability];
  return named && named.length > 0 ? named : parameter.options;
}

/** The bounds that the model names, within those of the app. */
export function rangeOf(
  parameter: NumberParameter,
  capabilities: Capabilities | null,
): { min: number; max: number } {
  const named = parameter.capability && capabilities?.[parameter.capability];
  const min = Math.max(parameter.min, named?.min ?? parameter.min);
  const max = Math.min(parameter.max, named?.max ?? parameter.max);
  return min <= max ? { min, max } : { min: parameter.min, max: parameter.max };
}

/**
 * Whether a form shows the parameter: one that most models refuse only where the model's record or the person says that
 * it is taken, or where it is set already.
 */
export function isShown(parameter: Parameter, capabilities: Capabilities | null, value: unknown): boolean {
  if (parameter.kind !== 'number' || parameter.isNamed !== true || value !== undefined) return true;
  return takesSetting(parameter, capabilities);
}

/** Whether the model's record or the person says that the model takes the parameter. */
export function takesSetting(
  { id, wire, capability }: NumberParameter,
  capabilities: Capabilities | null,
): boolean {
  if (capabilities === null) return false;
  const isStated = capability !== undefined && capabilities[capability] !== undefined;
  const isListed = capabilities.parameters?.includes(wire) === true;
  return isStated || isListed || capabilities.ownSettings?.some((own) => own === id) === true;
}

/** The part of the range that a slider covers: all that the model names, else the usual part. */
export function slideOf(
  parameter: NumberParameter,
  capabilities: Capabilities | null,
): { slideFrom: number; slideTo: number } {
  const { min, max } = rangeOf(parameter, capabilities);
  const isNamed = parameter.capability !== undefined && capabilities?.[parameter.capability] !== undefined;
  const { from, to } = (!isNamed && parameter.slide) || { from: min, to: max };
  return { slideFrom: from, slideTo: to };
}
