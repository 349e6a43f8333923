/**
 * The assertions of one case as they are judged later: what its variables are as data, and the templates that only Nunjucks
 * fills, filled. Others stay as they are, so that they follow when the case is changed.
 */
import { fillValue } from '../../../assertions/fill-value';
import type { CaseAssertion, JsonValue } from '../../experiment';
import type { CaseValues } from './templates';

type Texts = Readonly<Record<string, string>>;

export function filledAssertions(
  all: readonly CaseAssertion[],
  values: CaseValues,
  texts: Texts,
  { hasRuns }: { readonly hasRuns: boolean },
): readonly CaseAssertion[] {
  const data = namesOfData(values);
  return all.map((one) => {
    const { assert } = one;
    const inside = assert && filledAssertions(assert, values, texts, { hasRuns });
    const named = data.length > 0 && hasCode(one) ? { ...one, data } : one;
    const filled = hasRuns ? withFilled(named, values, texts) : named;
    return { ...filled, ...(inside !== undefined && { assert: inside }) };
  });
}

/** Code sees the type of a variable; a text says it of what is kept of a case. */
const namesOfData = ({ data }: CaseValues): readonly string[] =>
  Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' || value == null ? [] : [name]));

const hasCode = ({ type, transforms }: CaseAssertion): boolean =>
  /^(not-)?javascript$/.test(type) || transforms !== undefined;

function withFilled(assertion: CaseAssertion, values: CaseValues, texts: Texts): CaseAssertion {
  const { value, ...counted } = assertion;
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (!list.some((one) => typeof one === 'string' && hasTemplate(one))) return assertion;
  try {
    const filled = list.map((one) => (typeof one === 'string' ? filledValue(one, values, texts) : one));
    return { ...assertion, value: (Array.isArray(value) ? filled : filled[0]) as JsonValue };
  } catch {
    // As in promptfoo, a template that fails says nothing about the answer.
    return { ...counted, type: `${assertion.type} with a template that can’t be filled`.slice(0, 100) };
  }
}

/** More than a plain variable. */
const hasTemplate = (text: string): boolean => /\{[{%#]/.test(text);
const isPlain = (text: string): boolean => !/\{[%#]|\{\{-/.test(text) && !/\{\{(?!\s*\w+\s*\}\})/.test(text);

function filledValue(text: string, values: CaseValues, texts: Texts): string {
  const isOfTexts = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].every(
    ([, name = '']) => typeof values.data[name] !== 'object',
  );
  if (!hasTemplate(text) || (isPlain(text) && isOfTexts)) return text;
  const filled = values.fill(text, 'An assertion');
  return filled === withTexts(text, texts) ? text : asIs(filled);
}

function withTexts(text: string, texts: Texts): string | null {
  try {
    return fillValue(text, texts);
  } catch {
    return null;
  }
}

/** Braces in a filled text are those of a variable’s value. */
function asIs(text: string): string {
  if (!hasTemplate(text)) return text;
  if (text.includes('endraw')) throw new Error('It can’t be kept as it is.');
  return `{% raw %}${text}{% endraw %}`;
}

/** Whether an assertion of all cases has to be one of each: its template, or its code, needs the variables as data. */
export function needsEachCase(
  assertion: CaseAssertion,
  dataNames: ReadonlySet<string>,
  hasData: boolean,
): boolean {
  const { value, assert = [] } = assertion;
  if (assert.some((one) => needsEachCase(one, dataNames, hasData))) return true;
  if (hasData && hasCode(assertion)) return true;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.some((one) => typeof one === 'string' && hasTemplate(one) && isOdd(one, dataNames));
}

function isOdd(text: string, dataNames: ReadonlySet<string>): boolean {
  const names = [...text.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name);
  if (names.some((name) => dataNames.has(name) || name === 'env')) return true;
  return withTexts(text, {}) === null;
}
