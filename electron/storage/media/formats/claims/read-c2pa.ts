/**
 * What content credentials claim: by which program, and what was done. Signatures are not checked, so whoever wrote the
 * file may have written this too.
 */
import type { FileClaim } from '../../../../../shared/media/claims';
import { asciiAt, viewOf } from '../../bytes';
import { readCbor } from './cbor';

const mostBoxes = 2_000;
const mostDepth = 12;

/** A claim or an assertion: the label of its box, and what it holds. */
interface Labelled {
  readonly label: string;
  readonly value: unknown;
}

export function readC2pa(manifest: Uint8Array): FileClaim {
  const found = labelled(manifest);
  const claims = found.filter(({ label }) => /^c2pa\.claim(\.v\d+)?$/.test(label));
  const generators = claims.flatMap(({ value }) => generatorsOf(value));
  const actions = found
    .filter(({ label }) => /^c2pa\.actions(\.v\d+)?(__\d+)?$/.test(label))
    .flatMap(({ value }) => actionsOf(value));
  const row = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[name, [...new Set(values)].join(', ').slice(0, 2_000)] as const];
  return {
    source: 'c2pa',
    others: [
      ...row('Program', generators),
      ...row('Actions', actions),
      ['Manifests', String(Math.max(1, claims.length))],
    ],
  };
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const textOf = (value: unknown): readonly string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value.trim().slice(0, 300)] : [];

function generatorsOf(claim: unknown): readonly string[] {
  const { claim_generator: plain, claim_generator_info: info } = fieldsOf(claim);
  const named = listOf(info).flatMap((one) => {
    const { name, version } = fieldsOf(one);
    return textOf(name).map((text) => [text, ...textOf(version)].join(' '));
  });
  return named.length > 0 ? named : textOf(plain);
}

/** `created (trained algorithmic media, by DALL·E)`. */
function actionsOf(assertion: unknown): readonly string[] {
  return listOf(fieldsOf(assertion).actions)
    .slice(0, 50)
    .flatMap((one) => {
      const { action, digitalSourceType, softwareAgent } = fieldsOf(one);
      const agent = typeof softwareAgent === 'string' ? softwareAgent : fieldsOf(softwareAgent).name;
      const kind = textOf(digitalSourceType).map((url) => spaced(url.split('/').at(-1) ?? ''));
      const more = [...kind, ...textOf(agent).map((name) => `by ${name}`)].join(', ');
      return textOf(action).map((text) => spaced(text.replace(/^c2pa\./, '')) + (more && ` (${more})`));
    });
}

const spaced = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

interface Box {
  readonly type: string;
  readonly data: Uint8Array;
}

/** The boxes one after the other; what follows a broken one is left out. */
function boxesIn(bytes: Uint8Array): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < mostBoxes; ) {
    const length = viewOf(bytes).getUint32(at);
    const end = length === 0 ? bytes.length : Math.min(bytes.length, at + length);
    if (end < at + 8) break;
    boxes.push({ type: asciiAt(bytes, at + 4, 4), data: bytes.subarray(at + 8, end) });
    at = end;
  }
  return boxes;
}

/** JUMBF: boxes in boxes; the first of each says what the others are called. */
function labelled(bytes: Uint8Array, depth = 0): readonly Labelled[] {
  const boxes = boxesIn(bytes);
  const description = boxes.find(({ type }) => type === 'jumd');
  const label = description === undefined ? '' : labelOf(description.data);
  return boxes.flatMap(({ type, data }) => {
    if (type === 'jumb') return depth < mostDepth ? labelled(data, depth + 1) : [];
    const value = type === 'cbor' || type === 'json' ? contentOf(type, data) : undefined;
    return value === undefined ? [] : [{ label, value }];
  });
}

/** Sixteen bytes of a type and one of switches come before it. */
function labelOf(description: Uint8Array): string {
  const end = description.indexOf(0, 17);
  return new TextDecoder().decode(description.subarray(17, end < 0 ? undefined : end)).slice(0, 200);
}

function contentOf(type: string, bytes: Uint8Array): unknown {
  try {
    return type === 'cbor'
      ? readCbor(bytes)
      : JSON.parse(new TextDecoder().decode(bytes.subarray(0, 1_000_000)));
  } catch {
    return undefined;
  }
}
