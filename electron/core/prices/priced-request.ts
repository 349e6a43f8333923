/** What a request's price depends on, read from its finished body: the one that is sent, whatever its fields came from. */

import { type Extra, namesOf } from '../../../shared/extra/field-names';
import { hasOpenField } from '../../../shared/extra/free-fields';
import {
  GATEWAY_CHOICE,
  type MediaModality,
  modalities,
  type ParameterValues,
} from '../../../shared/modalities/modalities';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import { asWritten } from '../../../shared/run/written-fields';
import { chatBody } from '../modalities/chat-request';
import { requestBody } from '../modalities/modality';

export interface PricedRequest {
  readonly model: string;
  /** Of the text that is sent. */
  readonly characters: number;
  /** The request has fields that may change the price in a way that nobody can foresee. */
  readonly isOpen: boolean;
}

export interface PricedChat extends PricedRequest {
  readonly maxTokens: number | undefined;
  readonly choices: number | undefined;
}

export interface PricedMedia extends PricedRequest {
  readonly parameters: ParameterValues;
}

type Body = Readonly<Record<string, unknown>>;

/** Stands for the messages, of which only the length is known here. */
const ownMessages: readonly never[] = [];

const chatParts = ['model', 'messages', ...['max_tokens', 'n'].flatMap(namesOf)];

export function pricedChat(call: {
  readonly model: string;
  readonly settings: RunSettings;
  readonly characters: number;
}): PricedChat {
  const { model, settings, characters } = call;
  const body: Body = asWritten(chatBody(model, ownMessages, settings), settings.written);
  const [maxTokens, choices] = [amountOf(body, 'max_tokens'), amountOf(body, 'n')];
  return {
    model: modelOf(body),
    characters: body.messages === ownMessages ? characters : lengthOf(body.messages),
    maxTokens: maxTokens.most,
    choices: choices.most,
    isOpen:
      maxTokens.isOpen ||
      choices.isOpen ||
      hasOpenSetting(settings) ||
      hasOpenField(settings.extra, chatParts) ||
      hasOpenField(settings.written?.fields, chatParts),
  };
}

const hasOpenSetting = (settings: RunSettings): boolean =>
  Object.entries<ChatSetting>(chatSettings).some(
    ([id, { mayChangePrice = false }]) => mayChangePrice && settings[id as ChatSettingId] !== undefined,
  );

export function pricedMedia(call: {
  readonly modality: MediaModality;
  readonly model: string;
  readonly characters: number;
  readonly parameters: ParameterValues;
  readonly extra: Extra;
}): PricedMedia {
  const { modality, model, characters, parameters, extra } = call;
  const { wire } = modalities[modality].text;
  const body = requestBody(modality, { model, text: ownText, parameters, extra });
  // Also where the form has no such field: a video that is asked for five times is charged five times.
  const [count, duration] = [amountOf(body, 'n'), amountOf(body, 'duration')];
  const [size, resolution] = [textOf(body, 'size'), textOf(body, 'resolution')];
  const read = { count: count.most, duration: duration.most, size: size.text, resolution: resolution.text };
  const known = Object.entries(read).filter(
    (part): part is [string, string | number] => part[1] !== undefined,
  );
  const parts = [...['n', 'duration', 'size', 'resolution'].flatMap(namesOf), 'model', wire];
  return {
    model: modelOf(body),
    characters: charactersOf(body[wire], characters),
    parameters: Object.fromEntries(known),
    isOpen: [count, duration, size, resolution].some(({ isOpen }) => isOpen) || hasOpenField(extra, parts),
  };
}

/** The text itself, with what a style adds to it; or what an extra parameter says in its place. */
function charactersOf(text: unknown, characters: number): number {
  if (typeof text !== 'string' || !text.includes(ownText)) return lengthOf(text);
  const times = text.split(ownText).length - 1;
  return text.length + times * (characters - ownText.length);
}

/** Stands for the text, of which only the length is known here; no person can type it. */
const ownText = '\u0000text';

const modelOf = ({ model = GATEWAY_CHOICE }: Body): string =>
  typeof model === 'string' ? model : JSON.stringify(model);

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);

/** The values of a field under all names that gateways give it. */
const valuesOf = (body: Body, wire: string): readonly unknown[] =>
  namesOf(wire).flatMap((name) => (body[name] === undefined || body[name] === null ? [] : [body[name]]));

/** The largest amount; it is open where a value is no amount. */
function amountOf(body: Body, wire: string): { readonly most: number | undefined; readonly isOpen: boolean } {
  const values = valuesOf(body, wire);
  const amounts = values.map((value) => (typeof value === 'boolean' ? Number.NaN : Number(value)));
  const known = amounts.filter((amount) => Number.isFinite(amount) && amount > 0);
  return { most: known.length === 0 ? undefined : Math.max(...known), isOpen: known.length < values.length };
}

/** The one text; it is open where several names say different things, or something else than a text. */
function textOf(body: Body, wire: string): { readonly text: string | undefined; readonly isOpen: boolean } {
  const [first, ...others] = valuesOf(body, wire);
  const text = typeof first === 'string' ? first : undefined;
  return { text, isOpen: others.length > 0 || (first !== undefined && text === undefined) };
}
