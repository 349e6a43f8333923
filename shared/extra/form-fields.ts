/** Which fields of a request belong to a form: extra parameters may not set them, so that a form shows what is sent. */
import { limits } from '../limits';
import { type MediaModality, type ModalityId, modalities, type Parameter } from '../modalities';
import { type Extra, namesOf } from './field-names';

type FieldValue = string | number | boolean | readonly string[];

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

const none = () => undefined;
const noField = (instead: string): FormField => ({ id: null, label: '', instead, read: none });

const number =
  (min: number, max: number, isWhole = false) =>
  (value: unknown): number | undefined => {
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const fits = typeof read === 'number' && read >= min && read <= max;
    return fits && (!isWhole || Number.isSafeInteger(read)) ? read : undefined;
  };

function stops(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const fits = (one: unknown): one is string =>
    typeof one === 'string' && one !== '' && one.length <= limits.stopCharacters;
  return all.length > 0 && all.length <= limits.stopSequences && all.every(fits) ? all : undefined;
}

const whole = Number.MAX_SAFE_INTEGER;
const use = (name: string) => `Use ${name} in the run settings.`;
type Row = readonly [wire: string, id: string, label: string, read: FormField['read']];

/** Wire name, setting, its label, and what it takes. */
const chatSettings: readonly Row[] = [
  ['temperature', 'temperature', 'Temperature', number(0, 2)],
  ['top_p', 'topP', 'Top P', number(0, 1)],
  ['max_tokens', 'maxTokens', 'Max tokens', number(1, 10_000_000, true)],
  ['seed', 'seed', 'Seed', number(-whole, whole, true)],
  ['stop', 'stop', 'Stop sequences', stops],
  ['n', 'choices', 'Replies', number(1, limits.choices, true)],
  ['presence_penalty', 'presencePenalty', 'Presence penalty', number(-2, 2)],
  ['frequency_penalty', 'frequencyPenalty', 'Frequency penalty', number(-2, 2)],
  ['stream', 'stream', 'Stream', (value) => (typeof value === 'boolean' ? value : undefined)],
];

const typed = noField('Type it into the prompt.');
const everywhere: Readonly<Record<string, FormField>> = {
  model: noField('Choose the model above the prompt.'),
  messages: typed,
  prompt: typed,
  input: typed,
  stream_options: noField('The app sends it with every streamed reply.'),
};

const named = (wire: string, field: FormField) => namesOf(wire).map((name) => [name, field] as const);

const chatFields: Readonly<Record<string, FormField>> = {
  ...everywhere,
  ...Object.fromEntries(
    chatSettings.flatMap(([wire, id, name, read]) =>
      named(wire, { id, label: name, instead: use(name), read }),
    ),
  ),
};

/** Width and height are two numbers, and the form has one field for both. */
const partsOfSize: readonly string[] = ['width', 'height'];

function parameterField(parameter: Parameter): FormField {
  const read =
    parameter.kind === 'number'
      ? number(parameter.min, parameter.max, Number.isInteger(parameter.step))
      : (value: unknown) => (typeof value === 'string' && parameter.pattern.test(value) ? value : undefined);
  const { id, label } = parameter;
  return { id, label, instead: use(label), read };
}

function fieldsOfModality(id: MediaModality): Readonly<Record<string, FormField>> {
  const own = modalities[id].parameters.flatMap((parameter) => {
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

const fields: Readonly<Record<ModalityId, Readonly<Record<string, FormField>>>> = {
  chat: chatFields,
  image: fieldsOfModality('image'),
  speech: fieldsOfModality('speech'),
  video: fieldsOfModality('video'),
};

/** The form's field for a field of the request; `undefined` where the form has none. */
export const formFieldOf = (place: ModalityId, name: string): FormField | undefined =>
  Object.hasOwn(fields[place], name) ? fields[place][name] : undefined;

/** The names in extra parameters that belong to the form. */
export const formFieldsIn = (place: ModalityId, extra: Extra | undefined): readonly string[] =>
  Object.keys(extra ?? {}).filter((name) => formFieldOf(place, name) !== undefined);

/** Why a name can't be an extra parameter, and what to do. */
export const whyNotExtra = (place: ModalityId, name: string): string =>
  `“${name}” can’t be an extra parameter. ${formFieldOf(place, name)?.instead ?? ''}`.trim();
