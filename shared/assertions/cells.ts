/**
 * The columns `__expected…` of a table, read as promptfoo reads them:
 * https://www.promptfoo.dev/docs/configuration/test-cases/#csv-format
 */
import type { Assertion, AssertionValue, Expected, NotJudged } from './assertion';
import { splitList } from './split-list';
import { type AssertionType, assertionTypes, cellThresholds, typesNotJudged } from './types';

const named = new RegExp(
  `^(not-)?(${[...assertionTypes, ...typesNotJudged].join('|')})(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`,
);
/** Other beginnings of code and of questions to a model. */
const shortNames: readonly (readonly [beginning: string, type: AssertionType])[] = [
  ['javascript:', 'javascript'],
  ['fn:', 'javascript'],
  ['eval:', 'javascript'],
  ['grade:', 'llm-rubric'],
  ['llm-rubric:', 'llm-rubric'],
];

/** One cell: `contains: Paris`, `not-icontains:sorry`, `levenshtein(3):Paris`; other text is what the reply equals. */
function parseCell(cell: string): Assertion | NotJudged {
  const short = shortNames.find(([beginning]) => cell.startsWith(beginning));
  if (short !== undefined) {
    const [beginning, type] = short;
    return { type, isNot: false, value: cell.slice(beginning.length).trim(), threshold: null };
  }
  if (cell.startsWith('file://')) return { name: 'file' };
  const [, not, type, threshold, value] = named.exec(cell) ?? [];
  if (type === undefined) return { type: 'equals', isNot: false, value: cell, threshold: null };
  if (!isKnown(type)) return { name: type };
  return {
    type,
    isNot: not !== undefined,
    ...(value !== undefined && { value: readValue(type, value) }),
    threshold: threshold === undefined ? (cellThresholds[type] ?? null) : Number(threshold),
  };
}

const isKnown = (type: string): type is AssertionType => (assertionTypes as readonly string[]).includes(type);

function readValue(type: AssertionType, value: string): AssertionValue {
  // A list of nothing would hold of every reply, or of none: it stays a text, which names nothing to look for.
  if (/-(all|any)$/.test(type)) return value.trim() === '' ? '' : (splitList(value) ?? value);
  return type.endsWith('-json') ? value : value.trim();
}

/** Names the score of a row from which its assertions pass together. */
export const thresholdColumn = '__threshold';
/** Names the score of all assertions of a row. */
const metricColumn = '__metric';

const isExpectedColumn = (column: string): boolean => column.startsWith('__expected');

/** Whether replies are judged: only where a table has such a column. */
export const hasExpected = (columns: readonly string[]): boolean => columns.some(isExpectedColumn);

/** `null` where the row expects nothing. */
export function expectedOf(columns: readonly string[], values: readonly string[]): Expected | null {
  const cells = columns.flatMap((column, at) => (isExpectedColumn(column) ? [values[at] ?? ''] : []));
  const metric = values[columns.indexOf(metricColumn)]?.trim() ?? '';
  const assertions = cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => ({ ...parseCell(cell.trim()), ...(metric !== '' && { metric }) }));
  if (assertions.length === 0) return null;
  return { assertions, threshold: numberIn(values[columns.indexOf(thresholdColumn)] ?? '') };
}

/** A cell that is not a number as a whole says nothing. */
function numberIn(cell: string): number | null {
  const text = cell.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** The values of a row by the names of their columns. */
export const varsOf = (
  columns: readonly string[],
  values: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']));
