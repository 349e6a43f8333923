/**
 * Whether a reply follows the format that was asked for. Used by a worker of the page and by the core. The validator
 * interprets schemas: nothing of them becomes code, which the page's policy would refuse.
 */
import { dereference, type OutputUnit, type Schema, Validator, validate } from '@cfworker/json-schema';
import { type CheckReply, encodeStep, type Misfit, stepsOf } from './reply-fit';
import type { JsonSchema } from './response-format';
import { withReadablePatterns } from './schema-patterns';

/**
 * Checks replies against a schema, or where it is `null`, only that they are JSON.
 * @throws where the schema itself can't be used, such as one that refers to what it does not have
 */
export function replyChecker(schema: JsonSchema | null): CheckReply {
  const validator =
    schema === null ? null : new Validator(withReadablePatterns(schema), draftOf(schema), true);
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

/** A schema by parts, for a reply of which only parts are there. */
export interface SchemaParts {
  readonly root: SchemaPart;
  /** What a part refers to; `undefined` where it refers to nothing. */
  readonly referred: (part: SchemaPart) => SchemaPart | undefined;
  /** In older drafts a reference counts alone. */
  readonly isAlone: boolean;
  /** How a complete value fits a part; its place is that within the value. */
  readonly check: (value: unknown, part: SchemaPart) => Misfit | null;
}

export type SchemaPart = JsonSchema | boolean;

/** @throws where the schema itself can't be used */
export function schemaParts(schema: JsonSchema): SchemaParts {
  const root = withReadablePatterns(schema);
  const lookup = dereference(root as Schema);
  const draft = draftOf(schema);
  return {
    root,
    referred: (part) => {
      const to = typeof part === 'boolean' ? undefined : part.__absolute_ref__;
      return typeof to === 'string' ? (lookup[to] as SchemaPart | undefined) : undefined;
    },
    isAlone: draft === '4' || draft === '7',
    check: (value, part) => {
      const { errors } = validate(value, part as Schema | boolean, draft, lookup, true);
      return errors.length === 0 ? null : misfitOf(errors, value);
    },
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

const valueAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null)?.[step], value);
