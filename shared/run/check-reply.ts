/**
 * Whether a reply follows the format that was asked for. Used by a worker of the page and by the core. The validator
 * interprets schemas: nothing of them becomes code, which the page's policy would refuse.
 */
import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { JsonSchema } from './response-format';

/** Why a reply as a whole does not fit, where it is no JSON. */
export const notJson = 'is not valid JSON';

/** A place of a reply that does not follow the schema. */
export interface Misfit {
  /** JSON Pointer of the value, or of where it should be; empty for the whole reply. */
  readonly pointer: string;
  /** After the place: `is missing`, `must be a number, is a string`. */
  readonly why: string;
}

export type ReplyFit =
  | { readonly isJson: false }
  | { readonly isJson: true; readonly value: unknown; readonly misfit: Misfit | null };

export type CheckReply = (text: string) => ReplyFit;

/**
 * Checks replies against a schema, or where it is `null`, only that they are JSON.
 * @throws where the schema itself can't be used, such as one that refers to what it does not have
 */
export function replyChecker(schema: JsonSchema | null): CheckReply {
  const validator = schema === null ? null : new Validator(schema, draftOf(schema), true);
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { isJson: false };
    }
    const errors = validator?.validate(value).errors ?? [];
    return { isJson: true, value, misfit: errors.length === 0 ? null : misfitOf(errors, value) };
  };
}

type Draft = ConstructorParameters<typeof Validator>[1];

/** 2020-12 where it names none that is known. */
function draftOf({ $schema: named }: JsonSchema): Draft {
  const drafts: readonly [string, Draft][] = [
    ['draft-04', '4'],
    ['draft-07', '7'],
    ['draft-06', '7'],
    ['2019-09', '2019-09'],
  ];
  return drafts.find(([word]) => typeof named === 'string' && named.includes(word))?.[1] ?? '2020-12';
}

/** Of the errors on the way to it, the deepest place says most. */
function misfitOf(errors: readonly OutputUnit[], value: unknown): Misfit {
  const depth = ({ instanceLocation }: OutputUnit) => instanceLocation.split('/').length;
  const found = errors.reduce(
    (best, error) => (depth(error) >= depth(best) ? error : best),
    errors[0] as OutputUnit,
  );
  const pointer = found.instanceLocation.replace(/^#/, '');
  if (found.keyword === 'required') {
    const name = /required property "(.*)"\.$/s.exec(found.error)?.[1] ?? '';
    return { pointer: `${pointer}/${encodeStep(name)}`, why: 'is missing' };
  }
  return { pointer, why: whyOf(found, valueAt(value, pointer)) };
}

function whyOf({ keyword, error }: OutputUnit, value: unknown): string {
  switch (keyword) {
    case 'type': {
      const wanted = [...error.slice(error.indexOf('Expected')).matchAll(/"([a-z]+)"/g)].map(
        ([, name]) => name,
      );
      return `must be ${wanted.join(' or ') || 'another type'}, is ${typeName(value)}`;
    }
    case 'false':
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not in the schema';
    default:
      return `does not follow “${keyword}”: ${error.replace(/^Instance /, '').replace(/\.$/, '')}`;
  }
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** As the validator writes it. */
export const encodeStep = (name: string): string =>
  encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('#', '%23');

/** The names and positions of a pointer. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

const valueAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null)?.[step], value);

/** `sights[2].name`, as a person reads it; `The reply` for the whole. */
export function placeText({ pointer }: Pick<Misfit, 'pointer'>): string {
  if (pointer === '') return 'The reply';
  return stepsOf(pointer).reduce(
    (text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${step}`),
    '',
  );
}

/** The next message to a model whose reply does not fit. */
export function mendText(misfit: Misfit | null): string {
  const ask = 'Reply again with the whole JSON alone, so that it follows the schema.';
  if (misfit === null) return `Your reply is not valid JSON. ${ask}`;
  return `Your reply does not follow the schema: ${placeText(misfit)} ${misfit.why}. ${ask}`;
}
