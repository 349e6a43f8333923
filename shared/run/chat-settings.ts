/**
 * Every setting of a chat request: the one place that says what there is. The schema of the commands and of archives, the
 * form, the palette, presets, columns, batches, the body of the request and its code follow from these records, as those
 * of media do from the parameters in `shared/modalities/modalities.ts`. `tests/unit/shared/run/every-setting.test.tsx` goes over them.
 */
import { laterLimits } from '../calls/later-limits';
import type { Extra } from '../extra/field-names';
import { limits } from '../limits';
import { cacheSettings, samplingSettings, serviceSettings, thinkingSettings } from './more-settings';
import {
  exampleSchema,
  formatToWire,
  jsonBounds,
  type ResponseFormat,
  summaryOfFormat,
} from './response-format';
import { exampleTools, summaryOfTools, type ToolSettings, toolFields, toolsToWire } from './tools';
import type { HeldFields, WrittenFields } from './written-fields';

interface SettingBase {
  readonly label: string;
  /** Name of the field in the request body; `null` where it is sent as a message. */
  readonly wire: string | null;
  /** One or two short sentences for the form. */
  readonly help: string;
  /** Only some models take it: the form has it under "More", unless the model lists it. */
  readonly isMore?: boolean;
  /** It may change what a request costs in a way that nobody can foresee, as `extra/free-fields.ts` says of fields. */
  readonly mayChangePrice?: boolean;
  /** Names under which models list it; its wire name where left out. */
  readonly listedAs?: readonly string[];
  /** Not known by a parameter: whether a model takes it, see `gateways/cache-points.ts`. */
  readonly isCachePoint?: boolean;
  /** As the model states it, in words. */
  readonly modelDefault?: string;
}

export interface NumberSetting extends SettingBase {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  /** Of the slider. */
  readonly step?: number;
  /** The end of the slider, where it covers a part of the range. */
  readonly slideTo?: number;
  /** Where the model states how much it generates at most, that is the end of the slider. */
  readonly capability?: 'maxOutput';
}

/** A long text. */
export interface TextSetting extends SettingBase {
  readonly kind: 'text';
  readonly maxCharacters: number;
  readonly placeholder: string;
  /** One line. */
  readonly isShort?: boolean;
}

/** A few short texts. */
export interface TextsSetting extends SettingBase {
  readonly kind: 'texts';
  readonly most: number;
  readonly maxCharacters: number;
}

export interface ChoiceSetting<Value extends string = string> extends SettingBase {
  readonly kind: 'choice';
  readonly options: readonly Value[];
  /** Where an option is shown otherwise than it is stored. */
  readonly words?: Readonly<Record<string, string>>;
  /** The field of the request body. */
  readonly toWire: (value: string) => unknown;
  /** Extra parameters may set the field as well: it takes more than these options. */
  readonly isAlsoExtra?: boolean;
}

export interface SwitchSetting extends SettingBase {
  readonly kind: 'switch';
  /** Sent where nothing was chosen. */
  readonly standard: boolean;
  /** The model's capability without which it is not shown. */
  readonly capability?: 'streaming';
}

/**
 * A JSON value with an editor of its own, which is loaded when it is opened. Beside its record here it has a check of its
 * value in `settings-schema.ts` and its editor in `renderer/parts/run-settings/json-setting-field.tsx`; both don't compile without.
 */
export interface JsonSetting<Value = unknown> extends SettingBase {
  readonly kind: 'json';
  /** Bounds of the value, as JSON. */
  readonly maxCharacters: number;
  readonly maxDepth: number;
  /** Values that are chosen without the editor, with their labels. */
  readonly simple: readonly { readonly value: Value; readonly label: string }[];
  /** What all other values are called beside the simple ones. */
  readonly editedLabel: string;
  /** What the editor begins with. */
  readonly example: Value;
  /** The value in a few words, for the form and the settings of a batch. */
  summary(value: Value): string;
  /** The field of the request body; `undefined` where none is sent. */
  toWire(value: Value): unknown;
  /** What goes with it in fields of their own. */
  besides?(value: Value): Readonly<Record<string, unknown>>;
  /** Extra parameters may set the field as well: it takes more than the form does. */
  readonly isAlsoExtra?: boolean;
}
/** Names with a value each: numbers for the ids of tokens, or texts. */
export type MapSetting = SettingBase & {
  readonly kind: 'map';
  readonly most: number;
  readonly maxName: number;
} & (
    | { readonly of: 'tokens'; readonly min: number; readonly max: number }
    | { readonly of: 'words'; readonly maxValue: number }
  );

export type ChatSetting =
  | MapSetting
  | NumberSetting
  | TextSetting
  | TextsSetting
  | ChoiceSetting
  | SwitchSetting
  | JsonSetting;

type Rest<Setting extends { readonly kind: string }> = Omit<Setting, 'kind'>;

const number = (setting: Omit<Rest<NumberSetting>, 'isWhole'>): NumberSetting => ({
  kind: 'number',
  isWhole: false,
  ...setting,
});
const whole = (setting: Omit<Rest<NumberSetting>, 'isWhole'>): NumberSetting => ({
  kind: 'number',
  isWhole: true,
  ...setting,
});
const json = <Value>(setting: Rest<JsonSetting<Value>>): JsonSetting<Value> => ({ kind: 'json', ...setting });

/** What the slider covers unless the model states how much it generates. */
const usualMaxTokens = 4_096;

/** In the order of the form. */
export const chatSettings = {
  systemPrompt: {
    kind: 'text',
    label: 'System prompt',
    wire: null,
    help: 'Instructions sent before the conversation.',
    placeholder: 'You are a precise, friendly engineer.',
    maxCharacters: limits.systemPromptCharacters,
  },
  ...cacheSettings,
  temperature: number({
    label: 'Temperature',
    wire: 'temperature',
    help: '0 to 2. Lower is more focused, higher more varied.',
    min: 0,
    max: 2,
    step: 0.1,
  }),
  topP: number({
    label: 'Top P',
    wire: 'top_p',
    help: '0 to 1. Samples from the most likely tokens that add up to this share.',
    min: 0,
    max: 1,
    step: 0.05,
  }),
  maxTokens: whole({
    label: 'Max tokens',
    wire: 'max_tokens',
    help: 'The maximum length of a reply.',
    min: 1,
    max: 10_000_000,
    slideTo: usualMaxTokens,
    capability: 'maxOutput',
  }),
  seed: whole({
    label: 'Seed',
    wire: 'seed',
    help: 'The same seed gives the same reply, if the model supports it.',
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
  }),
  /** How many replies to one message; each is charged, and becomes a branch beside the first. */
  choices: whole({
    label: 'Replies',
    wire: 'n',
    help: `1 to ${limits.choices} versions to page through. Each is charged.`,
    min: 1,
    max: limits.choices,
  }),
  presencePenalty: number({
    label: 'Presence penalty',
    wire: 'presence_penalty',
    help: '−2 to 2. Higher values favor new topics.',
    min: -2,
    max: 2,
    step: 0.1,
  }),
  frequencyPenalty: number({
    label: 'Frequency penalty',
    wire: 'frequency_penalty',
    help: '−2 to 2. Higher values repeat fewer words.',
    min: -2,
    max: 2,
    step: 0.1,
  }),
  ...samplingSettings,
  ...thinkingSettings,
  stop: {
    kind: 'texts',
    label: 'Stop sequences',
    wire: 'stop',
    help: `One per line, at most ${laterLimits.stopSequences}; \\n is a line break.`,
    most: laterLimits.stopSequences,
    maxCharacters: laterLimits.stopCharacters,
  },
  responseFormat: json<ResponseFormat>({
    label: 'Response format',
    wire: 'response_format',
    help: 'Ask for JSON in the prompt too.',
    ...jsonBounds,
    simple: [
      { value: 'text', label: 'text' },
      { value: 'json_object', label: 'JSON' },
    ],
    editedLabel: 'Schema',
    example: { name: 'answer', schema: exampleSchema, strict: true },
    summary: summaryOfFormat,
    toWire: formatToWire,
    isAlsoExtra: true,
  }),
  tools: json<ToolSettings>({
    label: 'Tools',
    wire: 'tools',
    help: 'Functions the model can call. You enter the results, or rules give them.',
    ...jsonBounds,
    simple: [],
    editedLabel: 'Tools',
    example: exampleTools,
    summary: summaryOfTools,
    toWire: toolsToWire,
    besides: toolFields,
    // Definitions are counted with the prompt, and rounds by themselves (`core/chat/tool-loop.ts`).
    mayChangePrice: false,
    isAlsoExtra: true,
  }),
  stream: {
    kind: 'switch',
    label: 'Stream',
    wire: 'stream',
    help: 'Shows the reply as it is generated. When off, the reply appears once it is complete.',
    standard: true,
    capability: 'streaming',
  },
  ...serviceSettings,
} as const satisfies Readonly<Record<string, ChatSetting>>;

type Table = typeof chatSettings;
export type ChatSettingId = keyof Table;

type ValueOf<Setting> = Setting extends { kind: 'map'; of: infer Kind }
  ? Readonly<Record<string, Kind extends 'tokens' ? number : string>>
  : Setting extends { kind: 'number' }
    ? number
    : Setting extends { kind: 'text' }
      ? string
      : Setting extends { kind: 'texts' }
        ? string[]
        : Setting extends ChoiceSetting<infer Value>
          ? Value
          : Setting extends JsonSetting<infer Value>
            ? Value
            : boolean;

/** The settings of kind `json`, with the types of their values. */
export type JsonValues = {
  [Id in ChatSettingId as Table[Id] extends { kind: 'json' } ? Id : never]: ValueOf<Table[Id]>;
};

/**
 * The settings of a chat request. A field left out is not sent, so the model's default applies.
 * `extra` is a JSON object, merged into the request body without changes; where a request is sent, it names no field of
 * the form (`extra/form-fields.ts`).
 */
export type RunSettings = { [Id in ChatSettingId]?: ValueOf<Table[Id]> | undefined } & {
  extra?: Extra | undefined;
  /** Of a body that was written as JSON, see `written-fields.ts`. */
  written?: WrittenFields | undefined;
  /** Of an imported chat: sent once a person agreed, see `held-fields.ts`. */
  held?: HeldFields | undefined;
};
