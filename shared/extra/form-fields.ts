/** Which fields of a request belong to a form: extra parameters may not set them, so that a form shows what is sent. */
import {
  type MediaModality,
  type ModalityId,
  mediaModalities,
  modalities,
  type Parameter,
} from '../modalities/modalities';
import { type ChatSetting, chatSettings, type MapSetting, type TextsSetting } from '../run/chat-settings';
import { type Extra, namesOf } from './field-names';

type FieldValue = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>;

/** A field of the form. */
export interface FormField {
  /** Of the run settings or of the parameters; `null` where the form has no field that takes the value. */
  readonly id: string | null;
  /** As the form names it; empty where it has no such field. */
  readonly label: string;
  /** What to do instead. */
  readonly instead: string;
  /** The value as the form holds it; `undefined` where the form doesn't take it. */
  readonly read: (value: unknown) => FieldValue | undefined;
}

type Read = FormField['read'];

const none: Read = () => undefined;
const noField = (instead: string): FormField => ({ id: null, label: '', instead, read: none });

const number =
  (min: number, max: number, isWhole: boolean): Read =>
  (value) => {
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const fits = typeof read === 'number' && read >= min && read <= max;
    return fits && (!isWhole || Number.isSafeInteger(read)) ? read : undefined;
  };

const texts =
  ({ most, maxCharacters }: TextsSetting): Read =>
  (value) => {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    const fits = (one: unknown): one is string =>
      typeof one === 'string' && one !== '' && one.length <= maxCharacters;
    return all.length > 0 && all.length <= most && all.every(fits) ? all : undefined;
  };

const map =
  (setting: MapSetting): Read =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const all: readonly (readonly [string, unknown])[] = Object.entries(value);
    const fits = ([name, one]: readonly [string, unknown]) =>
      name !== '' && name.length <= setting.maxName && isValueOf(setting, name, one);
    const isTaken = all.length > 0 && all.length <= setting.most && all.every(fits);
    return isTaken ? (value as Readonly<Record<string, string | number>>) : undefined;
  };

function isValueOf(setting: MapSetting, name: string, value: unknown): boolean {
  if (setting.of === 'words') return typeof value === 'string' && value.length <= setting.maxValue;
  return /^\d+$/.test(name) && number(setting.min, setting.max, false)(value) === value;
}

function readerOf(setting: ChatSetting): Read {
  switch (setting.kind) {
    case 'number':
      return number(setting.min, setting.max, setting.isWhole);
    case 'texts':
      return texts(setting);
    case 'switch':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'choice':
      return (value) =>
        setting.options.find((option) => option === value || setting.toWire(option) === value);
    case 'json':
      // As it is sent: of what the form holds, only a value that was chosen without the editor is known by it.
      return (value) =>
        setting.simple.find((one) => JSON.stringify(setting.toWire(one.value)) === JSON.stringify(value))
          ?.value as FieldValue | undefined;
    case 'text':
      return (value) =>
        typeof value === 'string' && value.length <= setting.maxCharacters ? value : undefined;
    case 'map':
      return map(setting);
  }
}

const use = (name: string) => `Use ${name} in the run settings.`;
const named = (wire: string, field: FormField) => namesOf(wire).map((name) => [name, field] as const);

const typed = noField('Type it into the prompt.');
const everywhere: Readonly<Record<string, FormField>> = {
  model: noField('Choose the model above the prompt.'),
  messages: typed,
  prompt: typed,
  input: typed,
  stream_options: noField('The app sends it with every streamed reply.'),
};

function fieldsOfChat(): Readonly<Record<string, FormField>> {
  const own = Object.entries<ChatSetting>(chatSettings).flatMap(([id, setting]) => {
    const { wire, label } = setting;
    if (wire === null || ('isAlsoExtra' in setting && setting.isAlsoExtra)) return [];
    return named(wire, { id, label, instead: use(label), read: readerOf(setting) });
  });
  return { ...everywhere, ...Object.fromEntries(own) };
}

/** Width and height are two numbers, and the form has one field for both. */
const partsOfSize: readonly string[] = ['width', 'height'];

function parameterField(parameter: Parameter): FormField {
  const { id, label } = parameter;
  return { id, label, instead: use(label), read: readerOfParameter(parameter) };
}

function readerOfParameter(parameter: Parameter): Read {
  if (parameter.kind === 'number')
    return number(parameter.min, parameter.max, Number.isInteger(parameter.step));
  const fits = (value: string): boolean =>
    parameter.kind === 'choice'
      ? parameter.pattern.test(value)
      : value !== '' && value.length <= parameter.maxCharacters;
  return (value) => (typeof value === 'string' && fits(value) ? value : undefined);
}

function fieldsOfMedia(id: MediaModality): Readonly<Record<string, FormField>> {
  const own = modalities[id].parameters.flatMap((parameter) => {
    if (parameter.wire === null || ('isAlsoExtra' in parameter && parameter.isAlsoExtra)) return [];
    const field = parameterField(parameter);
    return named(parameter.wire, field).map(([name]) => {
      const isPart = partsOfSize.includes(name) && parameter.wire === 'size';
      return [name, isPart ? noField(field.instead) : field] as const;
    });
  });
  return {
    ...Object.fromEntries(named('n', noField('Each request makes one result: generate again for another.'))),
    // A video's size is what its resolution is under the names of other gateways.
    ...(id === 'video' && Object.fromEntries(named('size', noField(use('Resolution'))))),
    ...everywhere,
    text: typed,
    stream: noField('Results are not streamed.'),
    ...Object.fromEntries(own),
  };
}

const fields = Object.fromEntries([
  ['chat', fieldsOfChat()],
  ...mediaModalities.map((id) => [id, fieldsOfMedia(id)]),
]) as Readonly<Record<ModalityId, Readonly<Record<string, FormField>>>>;

/** The form's field for a field of the request; `undefined` where the form has none. */
export const formFieldOf = (modality: ModalityId, name: string): FormField | undefined =>
  Object.hasOwn(fields[modality], name) ? fields[modality][name] : undefined;

/** The names in extra parameters that belong to the form. */
export const formFieldsIn = (modality: ModalityId, extra: Extra | undefined): readonly string[] =>
  Object.keys(extra ?? {}).filter((name) => formFieldOf(modality, name) !== undefined);

/** Why a name can't be an extra parameter, and what to do. */
export const whyNotExtra = (modality: ModalityId, name: string): string =>
  `“${name}” can’t be an extra parameter. ${formFieldOf(modality, name)?.instead ?? ''}`.trim();
