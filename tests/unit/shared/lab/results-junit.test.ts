/** JUnit as build servers read it: one outcome for each test, counts that agree, and XML whatever an answer holds. */
import { expect, test } from 'vitest';
import { xmlEvents } from '../../../../electron/storage/documents/xml-events';
import type { CellDetail, ExperimentCase, Variant } from '../../../../shared/lab/experiment';
import { type Result, resultsJunit } from '../../../../shared/lab/files/results';

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
  const counts = 'tests="9" failures="1" errors="3" skipped="3" time="13.500"';
  expect(opened.slice(0, 2)).toEqual([
    `testsuites name="All" ${counts}`,
    `testsuite name="a &quot;b&quot; &lt;c&gt;" ${counts}`,
  ]);
  expect(opened.slice(2)).toEqual(
    outcomes.flatMap(([, inside], at) => [
      `testcase name="Case ${at + 1}" classname="m&amp;m" time="1.500"`,
      ...inside,
    ]),
  );
});

test('what XML can’t hold becomes a replacement sign, and everything else stays', () => {
  const text = 'a\0b\x1b[31mc\x0bd\ud800e\udc00f\ufffeg\uffff ]]> <b>&amp; "q" 😀\u2028 z';
  const xml = resultsJunit('t', [resultOf(1, { verdict: 'failed', text })]);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const texts = [...xmlEvents(xml)].flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
  expect(texts.trim()).toBe('a�b�[31mc�d�e�f�g� ]]> <b>&amp; "q" 😀\u2028 z');
});

test('an answer of millions of characters is written whole', () => {
  const text = '<&"'.repeat(1_000_000);
  const xml = resultsJunit('t', [resultOf(1, { verdict: 'passed', text })]);
  expect(xml).toContain(`<system-out>${'&lt;&amp;&quot;'.repeat(1_000_000)}</system-out>`);
});
