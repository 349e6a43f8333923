/** Cases in a table: columns are variables, and those that begin with `__` say what is expected, as in promptfoo. */

import type { Assertion, Expectation } from '../../assertions/assertion';
import { expectedOf } from '../../assertions/cells';
import { parseBoundedJson } from '../../text/bounded-json';
import { readCsv } from '../csv';
import type { CaseAssertion, CasePlan, JsonValue } from '../experiment';
import { type Fields, isFields, type Note, numberIn, plainCase, textOfValue } from './reading';

const special =
  /^__(prefix|suffix|expected\d*|threshold|metric|description|tags|note|metadata:.+|config:__expected\d*:threshold)$/;

/** What rows write before and behind prompts: only those of promptfoo have a place for it. */
export function aroundsOfCsv(text: string, mark?: string): readonly Fields[] {
  const [columns = [], ...rows] = readCsv(text, mark);
  const names = columns.map((column) => column.trim());
  const cell = (row: readonly string[], name: string) => row[names.indexOf(name)] ?? '';
  return rows.map((row) => {
    const [prefix, suffix] = [cell(row, '__prefix'), cell(row, '__suffix')];
    return { ...(prefix !== '' && { prefix }), ...(suffix !== '' && { suffix }) };
  });
}

/** @param mark between cells, where the name of the file says it */
export function casesOfCsv(text: string, note: Note, mark?: string): readonly CasePlan[] {
  const [columns = [], ...rows] = readCsv(text, mark);
  const unread = columns.filter((column) => column.trim().startsWith('__') && !special.test(column.trim()));
  for (const column of unread) note(`The column “${column}” is not read.`);
  noteUneven(columns, rows, note);
  return rows.map((values) =>
    caseOfRow(
      columns.map((column) => column.trim()),
      values,
      note,
    ),
  );
}

/** What a table has too much of, and would be left out without a word. */
function noteUneven(columns: readonly string[], rows: readonly (readonly string[])[], note: Note): void {
  const names = columns.map((column) => column.trim());
  const doubled = new Set(names.filter((name, at) => name !== '' && names.indexOf(name) !== at));
  for (const name of doubled) note(`Several columns are called “${name}”: the last of them is read.`);
  const long = rows.findIndex((row) => row.slice(columns.length).some((value) => value.trim() !== ''));
  if (long >= 0)
    note(`Row ${long + 1} has more values than there are columns: those that are too many are left out.`);
}

function caseOfRow(columns: readonly string[], values: readonly string[], note: Note): CasePlan {
  const expected = expectedOf(columns, values);
  const cell = (name: string) => values[columns.indexOf(name)] ?? '';
  const variables = columns.flatMap((column, at) =>
    column === '' || column.startsWith('__') ? [] : [[column, values[at] ?? ''] as const],
  );
  return {
    ...plainCase,
    variables: Object.fromEntries(variables),
    assertions: withThresholds(
      (expected?.assertions ?? []).map((one) => caseAssertionOf(one, note)),
      columns,
      values,
    ),
    threshold: expected?.threshold ?? null,
    note: [cell('__description'), cell('__note')].filter((text) => text.trim() !== '').join('\n'),
    tags: tagsOf(columns, values),
  };
}

/** `__tags`, and `__metadata:topic`, which of a list (`__metadata:topics[]`) has several. */
function tagsOf(columns: readonly string[], values: readonly string[]): readonly string[] {
  const tags = columns.flatMap((column, at) => {
    const [, kind, key = ''] = /^__(tags|metadata:(.+))$/.exec(column) ?? [];
    if (kind === undefined) return [];
    const value = values[at] ?? '';
    const isList = kind === 'tags' || key.endsWith('[]');
    const before = kind === 'tags' || key === 'tags[]' ? '' : `${key.replace(/\[\]$/, '')}: `;
    const all = isList ? value.split(/(?<!\\),/).map((tag) => tag.replaceAll('\\,', ',')) : [value];
    return all.filter((tag) => tag.trim() !== '').map((tag) => `${before}${tag.trim()}`.slice(0, 40));
  });
  return [...new Set(tags)];
}

/** `__config:__expected2:threshold` is that of the second one; `__expected` is the first. */
function withThresholds(
  assertions: readonly CaseAssertion[],
  columns: readonly string[],
  values: readonly string[],
): readonly CaseAssertion[] {
  const numberOf = (column: string) => Number(/\d+$/.exec(column)?.[0] ?? 1);
  const filled = columns.filter(
    (name, at) => name.startsWith('__expected') && (values[at] ?? '').trim() !== '',
  );
  return assertions.map((assertion, at) => {
    const own = columns.findIndex((name) => {
      const [, column] = /^__config:(__expected\d*):threshold$/.exec(name) ?? [];
      return column !== undefined && numberOf(column) === numberOf(filled[at] ?? '');
    });
    const threshold = numberIn(values[own]?.trim() || null);
    if (threshold === undefined) return { type: `${assertion.type} whose threshold isn’t a number` };
    return threshold === null ? assertion : { ...assertion, threshold };
  });
}

function caseAssertionOf(one: Expectation, note: Note): CaseAssertion {
  if ('set' in one) return { type: 'assert-set' };
  if ('name' in one) {
    note(`“${one.name}” is not judged here: it is unclear.`);
    return { type: one.name };
  }
  return {
    type: typeOf(one),
    ...(one.value !== undefined && { value: one.value as JsonValue }),
    ...(one.threshold !== null && { threshold: one.threshold }),
    ...(one.metric !== undefined && { metric: one.metric }),
  };
}

const typeOf = ({ isNot, type }: Assertion): string => `${isNot ? 'not-' : ''}${type}`;

interface LineReading<One> {
  /** Reads a test of promptfoo. */
  readonly readTest: (raw: Fields) => readonly One[];
  readonly ofCase: (one: CasePlan) => One;
  readonly note: Note;
}

/**
 * One case a line: a test of promptfoo (`vars`, `assert`), a sample of OpenAI's evals (`input`, `ideal`), a row of its
 * evals API (`item`), or an object whose fields are variables.
 */
export function ofJsonLines<One>(text: string, { readTest, ofCase, note }: LineReading<One>): readonly One[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const raw = parsed(line);
    if (!isFields(raw)) {
      note(`Line ${at + 1} is not an object, and is not read.`);
      return [];
    }
    if (isFields(raw.vars)) return readTest(raw);
    if (raw.ideal !== undefined) return [ofCase(sampleOf(raw, at, note))];
    return [ofCase(caseOfFields(isFields(raw.item) ? raw.item : raw))];
  });
}

function parsed(line: string): unknown {
  try {
    return parseBoundedJson(line, { maxCharacters: line.length });
  } catch {
    return null;
  }
}

/** A plain object; its columns `__expected…` count as in a table. */
function caseOfFields(fields: Fields): CasePlan {
  const columns = Object.keys(fields);
  return caseOfRow(
    columns,
    columns.map((name) => textOfValue(fields[name])),
    () => undefined,
  );
}

/** `Match` of OpenAI's evals: the reply begins with one of the ideal answers. https://github.com/openai/evals */
function sampleOf(raw: Fields, at: number, note: Note): CasePlan {
  const messages = Array.isArray(raw.input) ? raw.input.filter(isFields) : [];
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => textOfValue(content));
  const others = messages.filter(({ role }) => role !== 'system');
  if (others.length > 1)
    note(`Line ${at + 1} has several messages: they are sent as one, with a line between them.`);
  const input =
    messages.length === 0 ? textOfValue(raw.input) : others.map((one) => textOfValue(one.content)).join('\n');
  const ideals = (Array.isArray(raw.ideal) ? raw.ideal : [raw.ideal]).map(textOfValue);
  const pattern = `^(${ideals.map((ideal) => ideal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`;
  const [only = ''] = ideals;
  const assertion =
    ideals.length === 1 ? { type: 'starts-with', value: only } : { type: 'regex', value: pattern };
  return {
    ...plainCase,
    variables: { input, ...(system.length > 0 && { system: system.join('\n') }) },
    assertions: [assertion],
  };
}
