/**
 * What a reply is expected to be, as the columns `__expected…` of a table say it.
 *
 * Names and meaning are those of promptfoo, whose tables are read as they are:
 * https://www.promptfoo.dev/docs/configuration/expected-outputs/deterministic/ and, for tables,
 * https://www.promptfoo.dev/docs/configuration/test-cases/#csv-format
 */

/** Those that are judged here, without another call and without code from the table. */
const assertionTypes = [
  'equals',
  'contains',
  'icontains',
  'contains-all',
  'contains-any',
  'icontains-all',
  'icontains-any',
  'starts-with',
  'regex',
  'is-json',
  'contains-json',
  'levenshtein',
  'bleu',
  'word-count',
  'finish-reason',
  'cost',
  'latency',
] as const;
export type AssertionType = (typeof assertionTypes)[number];

/** Those that need another model, code, or a library: named, so that their text is not taken for an expected reply. */
const typesNotJudged = [
  'answer-relevance',
  'classifier',
  'context-faithfulness',
  'context-recall',
  'context-relevance',
  'contains-html',
  'contains-sql',
  'contains-xml',
  'factuality',
  'g-eval',
  'gleu',
  'guardrails',
  'is-html',
  'is-refusal',
  'is-sql',
  'is-valid-function-call',
  'is-valid-openai-function-call',
  'is-valid-openai-tools-call',
  'is-xml',
  'javascript',
  'llm-rubric',
  'meteor',
  'model-graded-closedqa',
  'model-graded-factuality',
  'moderation',
  'perplexity',
  'perplexity-score',
  'pi',
  'python',
  'rouge-n',
  'ruby',
  'select-best',
  'similar',
  'webhook',
] as const;

export interface Assertion {
  readonly type: AssertionType;
  /** `not-…`: holds where the type does not. */
  readonly isNot: boolean;
  /** As in the table, with its variables; empty where none is given. */
  readonly value: string;
  /** `null` where the cell names none. */
  readonly threshold: number | null;
}

/** A cell whose assertion is known by name, and not judged here. */
export interface NotJudged {
  readonly name: string;
}

const named = new RegExp(
  `^(not-)?(${[...assertionTypes, ...typesNotJudged].join('|')})(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`,
);
/** Other beginnings of assertions that run code or ask a model. */
const otherwiseNamed = /^(fn|eval|grade|file):/;

/** One cell: `contains: Paris`, `not-icontains:sorry`, `levenshtein(3):Paris`; other text is what the reply equals. */
function parseAssertion(cell: string): Assertion | NotJudged {
  const other = otherwiseNamed.exec(cell)?.[1];
  if (other !== undefined) return { name: other };
  const [, not, type, threshold, value = ''] = named.exec(cell) ?? [];
  if (type === undefined) return { type: 'equals', isNot: false, value: cell, threshold: null };
  if (!isJudged(type)) return { name: type };
  return {
    type,
    isNot: not !== undefined,
    value,
    threshold: threshold === undefined ? null : Number(threshold),
  };
}

const isJudged = (type: string): type is AssertionType =>
  (assertionTypes as readonly string[]).includes(type);

/** What a table expects of a row: its assertions, and the score from which they pass together. */
export interface Expected {
  readonly assertions: readonly (Assertion | NotJudged)[];
  readonly threshold: number | null;
}

/** Names the score of a row from which its assertions pass together. */
export const thresholdColumn = '__threshold';

const isExpectedColumn = (column: string): boolean => column.startsWith('__expected');

/** Whether replies are judged: only where a table has such a column. */
export const hasExpected = (columns: readonly string[]): boolean => columns.some(isExpectedColumn);

/** `null` where the row expects nothing. */
export function expectedOf(columns: readonly string[], values: readonly string[]): Expected | null {
  const cells = columns.flatMap((column, at) => (isExpectedColumn(column) ? [values[at] ?? ''] : []));
  const assertions = cells.filter((cell) => cell.trim() !== '').map(parseAssertion);
  if (assertions.length === 0) return null;
  const threshold = Number.parseFloat(values[columns.indexOf(thresholdColumn)] ?? '');
  return { assertions, threshold: Number.isFinite(threshold) && threshold !== 0 ? threshold : null };
}

/** A value with the row's own values in place of its variables; one that the table does not have is empty. */
export const filledValue = (value: string, columns: readonly string[], values: readonly string[]): string =>
  value.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_, name: string) => values[columns.indexOf(name)] ?? '');
