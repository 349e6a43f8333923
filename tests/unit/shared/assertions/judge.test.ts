/**
 * Verdicts of single assertions and of rows. Each expectation was worked out from promptfoo's own handlers and from its
 * reading of the cells of tables (`assertionFromString`), not from what is built here.
 */
import { describe, expect, test } from 'vitest';
import { readHtml } from '../../../../electron/read-html';
import { readYaml } from '../../../../electron/read-yaml';
import { testPattern, withinMoment } from '../../../../electron/test-pattern';
import { expectedOf, varsOf } from '../../../../shared/assertions/cells';
import { judge, type Verdict } from '../../../../shared/assertions/judge';
import { bleu, editDistance } from '../../../../shared/assertions/text-scores';
import { replyChecker } from '../../../../shared/run/check-reply';
import type { JsonSchema } from '../../../../shared/run/response-format';

const tools = {
  matches: testPattern,
  readYaml,
  readHtml,
  bounded: withinMoment,
  misfit(schema: unknown, text: string) {
    const fit = replyChecker(schema as JsonSchema)(text);
    return fit.isJson && fit.misfit === null ? null : 'it differs';
  },
};

/** How a reply is judged by the cells `__expected1`, `__expected2`, … */
function verdictOf(text: string, cells: readonly string[], threshold = ''): Verdict | null {
  const columns = [...cells.map((_, at) => `__expected${at + 1}`), '__threshold', 'city'];
  const values = [...cells, threshold, 'Paris'];
  const expected = expectedOf(columns, values);
  const reply = { text, finishReason: 'stop', totalMs: 1_200, cost: 0.02 };
  return expected && judge(expected, reply, varsOf(columns, values), tools);
}

const json = '{"city": "Paris", "size": 2}';
const schema = '{"type": "object", "required": ["mayor"]}';

test.each<[text: string, cell: string, state: Verdict['state']]>([
  ['Paris', 'Paris', 'passed'],
  ['Paris.', 'Paris', 'failed'],
  ['paris', 'equals:Paris', 'failed'],
  ['Paris', 'not-equals:Lyon', 'passed'],
  ['It is Paris.', 'contains:Paris', 'passed'],
  ['It is Paris.', 'contains:{{city}}', 'passed'],
  ['It is Paris.', 'contains:{{country}}', 'unclear'],
  ['It is PARIS.', 'icontains:paris', 'passed'],
  ['It is Paris.', 'not-contains:Paris', 'failed'],
  ['a and b', 'contains-all:a, b', 'passed'],
  ['a', 'contains-all:a, b', 'failed'],
  ['a', 'contains-any:a, b', 'passed'],
  ['c', 'contains-any:a,b', 'failed'],
  ['A', 'icontains-any:a,b', 'passed'],
  ['A B', 'icontains-all:a,b', 'passed'],
  ['Paris is it', 'starts-with:Paris', 'passed'],
  ['The 12th', 'regex:\\d{2}', 'passed'],
  ['The 1st', 'regex:\\d{2}', 'failed'],
  ['The', 'regex:(', 'failed'],
  ['The', 'not-regex:(', 'failed'],
  [json, 'is-json', 'passed'],
  [`Here: ${json}`, 'is-json', 'failed'],
  [`Here: ${json}`, 'not-is-json', 'passed'],
  [`Here: ${json}.`, 'contains-json', 'passed'],
  ['Here: { no json }', 'contains-json', 'passed'],
  ['Here: { no: json: }', 'contains-json', 'failed'],
  [`"{ or }" and {not} ${json}`, 'contains-json', 'passed'],
  ['{"a": "}{", "b": {}}', 'contains-json:{"required": ["b"]}', 'passed'],
  [json, `is-json:${schema}`, 'failed'],
  [json, 'is-json:{"type": "object"}', 'passed'],
  [json, 'is-json:type: object', 'passed'],
  [json, 'is-json:type: array', 'failed'],
  [`a {"b": 1} ${json}`, 'contains-json:{"required": ["city"]}', 'passed'],
  ['Pari', 'levenshtein(1):Paris', 'passed'],
  ['Pari', 'levenshtein:Paris', 'failed'],
  ['Paris', 'levenshtein:Paris', 'passed'],
  ['one two three', 'word-count:3', 'passed'],
  ['one two', 'word-count:3', 'failed'],
  ['', 'word-count:0', 'passed'],
  ['x', 'finish-reason:STOP', 'passed'],
  ['x', 'finish-reason:length', 'failed'],
  ['x', 'cost(0.05)', 'passed'],
  ['x', 'cost(0.01)', 'failed'],
  ['x', 'latency(2000)', 'passed'],
  ['x', 'latency(1000)', 'failed'],
  ['x', 'javascript: output.length > 2', 'unclear'],
  ['x', 'llm-rubric: is friendly', 'unclear'],
  ['x', 'similar(0.9):y', 'unclear'],
])('%j is judged by %j: %s', (text, cell, state) => {
  expect(verdictOf(text, [cell])?.state).toBe(state);
});

describe('a row of several assertions', () => {
  test('passes where all hold, and names each that does not', () => {
    expect(verdictOf('ab', ['contains:a', 'contains:b'])).toEqual({ state: 'passed', score: 1, why: [] });
    const verdict = verdictOf('ab', ['contains:a', 'contains:c', 'python: x']);
    expect(verdict).toMatchObject({ state: 'failed', score: 0.5 });
    expect(verdict?.why).toEqual(['The reply does not contain “c”.', '“python” is not judged in Gatehouse.']);
  });

  test('with a threshold the score decides, and is unclear while what is not judged could decide', () => {
    expect(verdictOf('ab', ['contains:a', 'contains:c'], '0.5')?.state).toBe('passed');
    expect(verdictOf('ab', ['contains:a', 'contains:c'], '0.6')?.state).toBe('failed');
    expect(verdictOf('ab', ['contains:a', 'python: x'], '0.6')?.state).toBe('unclear');
    expect(verdictOf('ab', ['contains:a', 'python: x'], '0.5')?.state).toBe('passed');
  });

  test('is not judged where it expects nothing', () => {
    expect(verdictOf('ab', ['', ' '])).toBeNull();
  });
});

test('a pattern that would try for hours is given up', () => {
  expect(testPattern('(a+)+$', `${'a'.repeat(40)}b`)).toBeNull();
  expect(verdictOf(`${'a'.repeat(40)}b`, ['regex:(a+)+$'])?.state).toBe('unclear');
});

test('a text of braces alone is searched quickly', () => {
  expect(verdictOf('{'.repeat(1_000_000), ['contains-json'])?.state).toBe('failed');
});

const hostile = [
  '<',
  '<a ',
  '<a>',
  '<a x="',
  '<a xmlns:p="u">',
  "<a '",
  '<!--',
  '<!-- -',
  '<![CDATA[',
  '<?a ',
  '</',
  '<a b="1"',
  ' a="',
  '&#',
  '<b id=1><p>',
];

test.each(hostile)('a text of %j alone is read for markup within a moment', (part) => {
  const text = `<p>${part.repeat(200_000 / part.length)}`;
  for (const type of ['is-xml', 'contains-xml', 'contains-html'])
    expect(verdictOf(text, [`${type}:x`])?.state, type).not.toBe('unclear');
});

test('namespaces that are declared one in the other are read within a moment', () => {
  const spaces = Array.from({ length: 9_000 }, (_, at) => at);
  const text = spaces.map((at) => `<p${at}:a xmlns:p${at}="u">`).join('');
  const end = spaces.map((at) => `</p${at}:a>`);
  expect(verdictOf(`${text}${end.toReversed().join('')}`, ['is-xml'])?.state).toBe('passed');
  expect(verdictOf(`<a>${text}${end.toReversed().join('')}<p5:a/></a>`, ['is-xml'])?.state).toBe('failed');
});

test('a text that browsers read for long is given up, and one that is too long is not read', () => {
  // Below the limit of characters, and several times the limit of time on any computer.
  const nested = Array.from({ length: 40_000 }, (_, at) => `<b id=${at}>`).join('');
  expect(verdictOf(`${nested}${'<p>x'.repeat(130_000)}`, ['is-html'])?.state).toBe('unclear');
  const long = verdictOf(`<a>${'x'.repeat(1_000_000)}</a>`, ['is-xml']);
  expect(long?.why).toEqual(['The reply has more than 1,000,000 characters, so its markup was not read.']);
});

test('what is wrong with markup is said, and what to use for SQL', () => {
  const why = (text: string, cell: string) => verdictOf(text, [cell])?.why[0];
  expect(why('<a><b></a>', 'is-xml')).toBe('The reply is not valid XML: “a” is closed where it is not open.');
  expect(why('<a/>', 'is-xml:a.b, a')).toBe('The XML of the reply has no a.b.');
  expect(why('hi <b>you</b>', 'is-html')).toBe('The reply is not HTML: it has text outside of elements.');
  expect(why('x', 'similar(0.9):y')).toMatch(/^“similar” was not judged: models judge for experiments/);
  expect(why('SELECT 1', 'not-is-sql')).toMatch(
    /^“is-sql” is not judged in Gatehouse\. Gatehouse reads no SQL: use “regex”/,
  );
});

test('figures of likeness', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('a'.repeat(6_000), 'b')).toBeNull();
  expect(bleu('the cat sat on the mat', ['the cat sat on the mat'])).toBeCloseTo(1, 10);
  // Three of four words, two of three pairs, one of two triples, no run of four.
  const few = Math.exp((Math.log(3 / 4) + Math.log(2 / 3) + Math.log(1 / 2) + Math.log(1e-7)) / 4);
  expect(bleu('the cat sat down', ['The cat sat up'])).toBeCloseTo(few, 10);
});
