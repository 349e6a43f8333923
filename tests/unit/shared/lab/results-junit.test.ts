/** JUnit as build servers read it: one outcome for each test, counts that agree, and XML whatever an answer holds. */
import { expect, test } from 'vitest';
import { xmlEvents } from '../../../../electron/storage/documents/xml-events';
import type { CellDetail, ExperimentCase, Variant } from '../../../../shared/lab/experiment';
import type { Result } from '../../../../shared/lab/files/results';
import { resultsJunit } from '../../../../shared/lab/files/results-junit';

const variant = { id: 1, label: 'a "b" <c>', model: 'm&m' } as Variant;

const resultOf = (id: number, cell: Partial<CellDetail>): Result => ({
  variant,
  of: { id, variables: {}, note: '' } as unknown as ExperimentCase,
  cell: {
    id,
    caseId: id,
    variantId: 1,
    repeat: 1,
    state: 'done',
    text: null,
    error: null,
    checks: [],
    ...cell,
  } as CellDetail,
});

const failed = {
  verdict: 'failed',
  checks: [{ name: 'equals', state: 'failed', score: 0, why: 'No.' }],
} as const;
const unknown = { code: 'network_failed', message: 'No answer.' } as const;

const outcomes: readonly (readonly [cell: Partial<CellDetail>, inside: readonly string[]])[] = [
  [{ verdict: 'passed' }, []],
  [{}, []],
  [failed, ['failure message="No." type="assertion"']],
  [{ verdict: 'unclear' }, ['skipped message="The cell is done."']],
  [{ state: 'waiting' }, ['skipped message="The cell is waiting."']],
  [{ state: 'failed', error: unknown }, ['error message="No answer." type="network_failed"']],
  [{ state: 'interrupted' }, ['error message="The cell is interrupted." type="interrupted"']],
  // The results were written while it ran: nobody knows what came of it.
  [{ state: 'running' }, ['error message="The cell is running." type="running"']],
  [{ ...failed, isExcluded: true }, ['skipped message="No."']],
];

test('each test has one outcome, and its suite counts them', () => {
  const xml = resultsJunit(
    'All',
    outcomes.map(([cell], at) => resultOf(at + 1, { totalMs: 1_500, ...cell })),
  );
  const opened = [...xmlEvents(xml)].flatMap((event) =>
    event.kind === 'open' ? [`${event.name} ${event.attributes.trim().replace(/\/$/, '')}`.trim()] : [],
  );
  const counts = 'tests="9" failures="1" errors="3"';
  expect(opened.slice(0, 2)).toEqual([
    `testsuites name="All" ${counts} time="13.500"`,
    `testsuite name="a &quot;b&quot; &lt;c&gt;" ${counts} skipped="3" time="13.500"`,
  ]);
  expect(opened.slice(2)).toEqual(
    outcomes.flatMap(([, inside], at) => [
      `testcase name="Case ${at + 1}" classname="m&amp;m" time="1.500"`,
      ...inside,
    ]),
  );
});

/** The attributes that the schemas of Jenkins (xunit-plugin) and of Maven's Surefire both allow. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['name', 'tests', 'failures', 'errors', 'time'],
  testsuite: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'],
  testcase: ['name', 'classname', 'time'],
  failure: ['message', 'type'],
  error: ['message', 'type'],
  skipped: ['message'],
  'system-out': [],
};

test('every attribute is one that the schemas of build servers name', () => {
  const xml = resultsJunit(
    'All',
    outcomes.map(([cell], at) => resultOf(at + 1, { text: 'an answer', ...cell })),
  );
  const opened = [...xmlEvents(xml)].flatMap((event) => (event.kind === 'open' ? [event] : []));
  expect(new Set(opened.map(({ name }) => name))).toEqual(new Set(Object.keys(allowed)));
  for (const { name, attributes } of opened)
    for (const [, attribute] of attributes.matchAll(/([\w-]+)="/g))
      expect(allowed[name], `${attribute} of ${name}`).toContain(attribute);
});

test('why a test did not pass is its content too, and keeps its lines in the attribute', () => {
  const why = 'Expected:\n\t<a>\r\nbut it is "b".';
  const xml = resultsJunit('t', [
    resultOf(1, { verdict: 'failed', checks: [{ name: 'equals', state: 'failed', score: 0, why }] }),
  ]);
  expect(xml).toContain('message="Expected:&#10;&#9;&lt;a&gt;&#10;but it is &quot;b&quot;."');
  expect(xml).toContain('>Expected:\n\t&lt;a&gt;\r\nbut it is &quot;b&quot;.</failure>');
});

test('no two tests have the same class and name, however many variants ask one model', () => {
  const variants = [
    { id: 1, label: 'plain', model: 'm' },
    { id: 2, label: 'kind', model: 'm' },
    { id: 3, label: 'kind', model: 'm' },
    { id: 4, label: 'other', model: 'n' },
    { id: 5, label: 'm · third', model: 'm' },
  ] as Variant[];
  const results = variants.flatMap((one) =>
    [1, 2].map((repeat) => ({ ...resultOf(7, { repeat, variantId: one.id }), variant: one })),
  );
  const opened = [...xmlEvents(resultsJunit('t', results))].flatMap((event) =>
    event.kind === 'open' && event.name === 'testcase'
      ? [event.attributes.replace(/ time=.*/, '').trim()]
      : [],
  );
  expect(opened).toEqual(
    ['m: plain', 'm: kind', 'm: kind (3)', 'n', 'm · third'].flatMap((className) =>
      ['Case 7', 'Case 7, time 2'].map((name) => `name="${name}" classname="${className}"`),
    ),
  );
});

test('what XML can’t hold becomes a replacement sign, and everything else stays', () => {
  const text = 'a\0b\x1b[31mc\x0bd\ud800e\udc00f\ufffeg\uffff ]]> <b>&amp; "q" 😀\u2028 z';
  const xml = resultsJunit('t', [resultOf(1, { verdict: 'passed', text })]);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const texts = [...xmlEvents(xml)].flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
  expect(texts.trim()).toBe('a�b�[31mc�d�e�f�g� ]]> <b>&amp; "q" 😀\u2028 z');
});

test('an answer of millions of characters is written whole', () => {
  const text = '<&"'.repeat(1_000_000);
  const xml = resultsJunit('t', [resultOf(1, { verdict: 'passed', text })]);
  expect(xml).toContain(`<system-out>${'&lt;&amp;&quot;'.repeat(1_000_000)}</system-out>`);
});
