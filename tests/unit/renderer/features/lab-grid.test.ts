import { describe, expect, it } from 'vitest';
import {
  arrangeRows,
  caseText,
  cellAt,
  columnFigures,
  placesOf,
  rowsOf,
} from '../../../../renderer/features/lab/grid/grid-layout';
import { placeAfterKey } from '../../../../renderer/features/lab/grid/place-after-key';
import { firstView, thirdOf, withAxes } from '../../../../renderer/features/lab/grid/sweep-layout';
import { budgetText, cellWord, verdictText } from '../../../../renderer/features/lab/lab-text';
import { type Axis, expandAxes } from '../../../../shared/lab/axes';
import type { Cell, ExperimentCase, Variant, VariantPlan } from '../../../../shared/lab/experiment';
import { sliceOf, sweepOf } from '../../../../shared/lab/sweep';
import type { Amount } from '../../../../shared/money/money';

const caseOf = (id: number, variables: Record<string, string> = { word: `w${id}` }): ExperimentCase => ({
  id,
  variables,
  attachments: [],
  inputs: [],
  assertions: [],
  threshold: null,
  tags: [],
  note: '',
});

const variants = [{ id: 1 }, { id: 2 }];
const cell = (caseId: number, variantId: number, more: Partial<Cell> = {}): Cell => ({
  id: 10 * caseId + variantId,
  caseId,
  variantId,
  repeat: 1,
  state: 'done',
  ...more,
});

const cells = [
  cell(1, 1, {
    verdict: 'passed',
    score: 1,
    cost: [{ unit: 'credits', amount: 100 as Amount }],
    totalMs: 30,
  }),
  cell(1, 2, { verdict: 'failed', score: 0.2, cost: [{ unit: 'credits', amount: 50 as Amount }] }),
  cell(2, 1, {
    verdict: 'failed',
    score: 0,
    isExcluded: true,
    cost: [{ unit: 'credits', amount: 7 as Amount }],
  }),
  cell(2, 2, { verdict: 'failed', score: 0.1 }),
  cell(3, 1, { state: 'failed', errorCode: 'rate_limited' }),
  cell(3, 2, { state: 'waiting' }),
];
const cases = [caseOf(1), caseOf(2), caseOf(3)];
const arranged = { rows: rowsOf(cases, 1), variants, places: placesOf(cells) };
const ids = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.case.id);

describe('rows of the grid', () => {
  it('has a row for each repeat, and finds each cell', () => {
    const rows = rowsOf(cases, 2);
    expect(rows.map(({ key }) => key)).toEqual(['1.1', '1.2', '2.1', '2.2', '3.1', '3.2']);
    const places = placesOf([cell(2, 1), { ...cell(2, 1), id: 99, repeat: 2 }]);
    expect(rows.map((row) => cellAt(places, row, 1)?.id)).toEqual([
      undefined,
      undefined,
      21,
      99,
      undefined,
      undefined,
    ]);
  });

  it('filters by what one of the cells is, or by verdicts that differ', () => {
    expect(ids(arrangeRows(arranged, 'failed', null))).toEqual([1, 2]);
    expect(ids(arrangeRows(arranged, 'passed', null))).toEqual([1]);
    expect(ids(arrangeRows(arranged, 'errors', null))).toEqual([3]);
    expect(ids(arrangeRows(arranged, 'differ', null))).toEqual([1]);
    expect(ids(arrangeRows(arranged, 'excluded', null))).toEqual([2]);
    expect(ids(arrangeRows(arranged, 'unclear', null))).toEqual([]);
  });

  it('sorts by score, with rows that have none last either way', () => {
    expect(ids(arrangeRows(arranged, undefined, { variantId: null, isDescending: false }))).toEqual([
      2, 1, 3,
    ]);
    expect(ids(arrangeRows(arranged, undefined, { variantId: null, isDescending: true }))).toEqual([1, 2, 3]);
    expect(ids(arrangeRows(arranged, undefined, { variantId: 1, isDescending: false }))).toEqual([2, 1, 3]);
  });

  it('counts excluded cells for the cost alone, and an answer without a cost as unknown', () => {
    const figures = columnFigures(cells);
    expect(figures.get(1)).toMatchObject({ medianMs: 30, hasUnknownCost: false });
    expect(figures.get(1)?.summary).toMatchObject({ passed: { value: 1, n: 1 }, score: { value: 1, n: 1 } });
    expect(figures.get(1)?.cost).toEqual([{ unit: 'credits', amount: 107 }]);
    expect(figures.get(2)).toMatchObject({ hasUnknownCost: true, summary: { passed: { value: 0, n: 2 } } });
  });

  it('names cases by their values, with names where there are several', () => {
    expect(caseText(caseOf(1, { city: 'Rome' }))).toBe('Rome');
    expect(caseText(caseOf(1, { city: 'Rome', tone: 'dry' }))).toBe('city: Rome, tone: dry');
  });
});

describe('keys of the grid', () => {
  const size = { rows: 20, columns: 4, isFar: false };
  it.each([
    ['ArrowDown', { row: 6, column: 2 }],
    ['ArrowLeft', { row: 5, column: 1 }],
    ['PageUp', { row: 0, column: 2 }],
    ['Home', { row: 5, column: 0 }],
    ['End', { row: 5, column: 3 }],
  ])('%s', (key, place) => expect(placeAfterKey(key, { row: 5, column: 2 }, size)).toEqual(place));

  it('goes to the corners with Ctrl, stays inside, and leaves other keys', () => {
    expect(placeAfterKey('End', { row: 5, column: 2 }, { ...size, isFar: true })).toEqual({
      row: 19,
      column: 3,
    });
    expect(placeAfterKey('ArrowRight', { row: 5, column: 3 }, size)).toEqual({ row: 5, column: 3 });
    expect(placeAfterKey('a', { row: 5, column: 3 }, size)).toBeNull();
    expect(placeAfterKey('ArrowDown', { row: 0, column: 0 }, { ...size, rows: 0 })).toBeNull();
  });
});

describe('a sweep', () => {
  const base: VariantPlan = {
    modality: 'chat',
    settings: { systemPrompt: 'Be brief.' },
    label: 'base',
    profileId: 'sandbox',
    model: 'sandbox/echo',
    template: 'Hi',
    promptVersion: null,
  };
  const numbered = (plans: readonly VariantPlan[]) =>
    plans.map((plan, at): Variant => ({ ...plan, id: at + 1 }));
  const axes: readonly Axis[] = [
    { kind: 'setting', setting: 'temperature', label: 'Temperature', values: [0, 1] },
    { kind: 'setting', setting: 'topP', label: 'Top P', values: [0.1, 0.5, 0.9] },
    {
      kind: 'model',
      models: [
        { profileId: 'sandbox', model: 'a' },
        { profileId: 'sandbox', model: 'b' },
      ],
    },
  ];

  it('is read back from its variants, with the third axis as slices', () => {
    const sweep = sweepOf(numbered(expandAxes(base, axes)));
    if (sweep === null) throw new Error('no sweep');
    expect(sweep.axes.map(({ label, values }) => `${label} ${values.length}`)).toEqual([
      'Model 2',
      'Temperature 2',
      'Top P 3',
    ]);
    const view = firstView(sweep);
    expect(view).toEqual({ rows: 0, columns: 1, slice: '0.1' });
    expect(sliceOf(sweep, view).map((row) => row.map((variant) => variant?.id))).toEqual([
      [1, 7],
      [2, 8],
    ]);
    expect(withAxes(sweep, 2, 1)).toEqual({ rows: 2, columns: 1, slice: 'a' });
    expect(thirdOf(sweep, { rows: 2, columns: 1 })).toBe(0);
  });

  it('is none where a combination is missing, or only one thing differs', () => {
    const all = numbered(expandAxes(base, axes));
    expect(sweepOf(all.slice(1))).toBeNull();
    expect(sweepOf(numbered(expandAxes(base, axes.slice(0, 1))))).toBeNull();
  });
});

describe('words', () => {
  it('says state, verdict and score of a cell with a sign', () => {
    expect(cellWord({ state: 'done', verdict: 'failed', score: 0.5 })).toBe('✗ failed 0.50');
    expect(cellWord({ state: 'done', verdict: 'passed' })).toBe('✓ passed');
    expect(cellWord({ state: 'interrupted' })).toBe('interrupted, outcome unknown');
  });

  it('says what is left of the budget, and that an unknown cost may have taken more', () => {
    const budget = { unit: 'credits', amount: 10_000_000 as Amount } as const;
    const cost = [{ unit: 'credits', amount: 2_500_000 as Amount }] as const;
    expect(budgetText({ budget, cost, hasUnknownCost: false })).toBe('budget 7.5 of 10 cr left');
    expect(budgetText({ budget, cost, hasUnknownCost: true })).toBe('budget at most 7.5 of 10 cr left');
    expect(budgetText({ budget: null, cost, hasUnknownCost: false })).toBeNull();
  });

  it('counts verdicts only where there are some', () => {
    expect(verdictText({ verdicts: { passed: 0, failed: 0, unclear: 0 }, score: null })).toBeNull();
    expect(verdictText({ verdicts: { passed: 7, failed: 3, unclear: 2 }, score: 0.7 })).toBe(
      '7 of 12 passed, 2 unclear, mean score 0.70',
    );
  });
});
