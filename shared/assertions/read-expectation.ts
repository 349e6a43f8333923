/** Assertions as promptfoo's files have them: objects with `type`, `value`, `threshold`, `weight` and `metric`. */
import type { Assertion, AssertionValue, Expectation, NotJudged } from './assertion';
import { isRecord } from './found';
import { type AssertionType, assertionTypes } from './types';

/** What was read, and which of its fields were not. */
export interface ReadExpectation {
  readonly expectation: Expectation;
  readonly unread: readonly string[];
}

const known = ['type', 'value', 'threshold', 'weight', 'metric', 'transform', 'transforms', 'data'];
/** A field that changes what is judged: an assertion that has one is not judged, rather than judged otherwise. */
const changing = 'contextTransform';

export function readExpectation(raw: unknown): ReadExpectation {
  if (!isRecord(raw) || typeof raw.type !== 'string') return notJudged('an assertion without a type', []);
  const unread = Object.keys(raw).filter((name) => !known.includes(name));
  const weighed = weighedIn(raw);
  if (raw.type === 'assert-set') {
    const inside = Array.isArray(raw.assert) ? raw.assert.map(readExpectation) : [];
    const set = inside.flatMap(({ expectation }) => ('set' in expectation ? expectation.set : [expectation]));
    const others = unread.filter((name) => name !== 'assert');
    return { expectation: { ...weighed, set }, unread: [...others, ...inside.flatMap((one) => one.unread)] };
  }
  return readOne(raw, raw.type, unread, weighed);
}

function readOne(
  raw: { readonly [name: string]: AssertionValue },
  named: string,
  unread: readonly string[],
  weighed: ReturnType<typeof weighedIn>,
): ReadExpectation {
  const isNot = named.startsWith('not-');
  const type = isNot ? named.slice('not-'.length) : named;
  const { value, provider } = raw;
  const isFile = typeof value === 'string' && /^(file|package|https?):/.test(value) && type !== 'equals';
  const transforms = transformsIn(raw);
  const changedBy = changing in raw ? changing : 'transform';
  if (changing in raw || transforms === null)
    return { expectation: { name: `${named} after “${changedBy}”`, ...weighed }, unread };
  if (!isKnown(type) || isFile)
    return { expectation: { name: isFile ? `${named} of a file` : named, ...weighed }, unread };
  const model = typeof provider === 'string' ? { model: provider } : {};
  const assertion: Assertion = {
    type,
    isNot,
    ...weighed,
    ...(value !== undefined && { value }),
    ...model,
    ...(Array.isArray(raw.data) && { data: raw.data as readonly string[] }),
    ...transforms,
  };
  return {
    expectation: assertion,
    unread: unread.filter((name) => name !== 'provider' || !('model' in model)),
  };
}

/** Code that is written out: what is in a file of its own is not read. `null` for anything else. */
export const codeIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && !/^(file|package|https?):/.test(value.trim())
    ? value.trim()
    : null;

/** `transform` as promptfoo writes it, `transforms` as files of Gatehouse do; `null` where one isn’t code. */
export function transformsIn(
  raw: Readonly<Record<string, unknown>>,
): { readonly transforms?: readonly string[] } | null {
  const several: readonly unknown[] = Array.isArray(raw.transforms) ? raw.transforms : [];
  const all = [...several, ...(raw.transform === undefined ? [] : [raw.transform])].map(codeIn);
  const codes = all.filter((code) => code !== null);
  if (codes.length < all.length) return null;
  return codes.length === 0 ? {} : { transforms: codes };
}

const isKnown = (type: string): type is AssertionType => (assertionTypes as readonly string[]).includes(type);

const notJudged = (name: string, unread: readonly string[]): ReadExpectation => ({
  expectation: { name } satisfies NotJudged,
  unread,
});

const weighedIn = ({ threshold, weight, metric }: { readonly [name: string]: AssertionValue }) => ({
  threshold: typeof threshold === 'number' ? threshold : null,
  ...(typeof weight === 'number' && { weight }),
  ...(typeof metric === 'string' && { metric }),
});
