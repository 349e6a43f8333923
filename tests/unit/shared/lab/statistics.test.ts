/** Each figure against a value that was published, or that can be worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../../shared/lab/experiment';
import { type BallotVote, rank } from '../../../../shared/lab/statistics/bradley-terry';
import { countText, meanOf, shareOf } from '../../../../shared/lab/statistics/estimates';
import { comparePasses, compareScores, pairedText } from '../../../../shared/lab/statistics/paired-test';
import { namedScoresOf, spreadOf, summarizeVariant } from '../../../../shared/lab/statistics/summary';

describe('Bradley–Terry', () => {
  /** American League baseball 1987: Agresti, Categorical Data Analysis (2002), table 10.10, page 438. */
  const teams = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore'];
  const wins = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
  ];
  const games = wins.flatMap((row, at) =>
    row.flatMap((count, to): BallotVote[] =>
      Array.from({ length: count }, () => ({ a: teams[at] ?? '', b: teams[to] ?? '', choice: 'a' })),
    ),
  );

  test('gives the strengths of the textbook, and counts the games', () => {
    const { strengths, n, isSmoothed } = rank(games);
    const baltimore = strengths.at(-1)?.value ?? 0;
    const found = strengths.map(({ id, value }) => [id, Number((value - baltimore).toFixed(3))]);
    expect(found).toEqual([
      ['Milwaukee', 1.581],
      ['Detroit', 1.436],
      ['Toronto', 1.294],
      ['New York', 1.248],
      ['Boston', 1.108],
      ['Cleveland', 0.684],
      ['Baltimore', 0],
    ]);
    expect([n, isSmoothed]).toEqual([273, false]);
    expect(strengths[0]?.n).toBe(78);
  });

  test('for two, is the odds of wins, and its interval that of the odds', () => {
    const votes = [
      ...Array.from({ length: 12 }, () => 'a' as const),
      'b' as const,
      'tie' as const,
      'bothBad' as const,
      'b' as const,
    ];
    const { strengths } = rank(votes.map((choice) => ({ a: 'x', b: 'y', choice })));
    const [first, second] = strengths;
    const odds = Math.log(13 / 3);
    expect((first?.value ?? 0) - (second?.value ?? 0)).toBeCloseTo(odds, 8);
    // The error of a log of odds is √(1/wins + 1/losses); each of the two has half of the difference.
    const margin = (1.959963984540054 * Math.sqrt(1 / 13 + 1 / 3)) / 2;
    expect((first?.interval[1] ?? 0) - (first?.value ?? 0)).toBeCloseTo(margin, 6);
  });

  test('one that won all has a strength with an end, and groups that never met have none', () => {
    const always = [1, 2, 3].map(() => ({ a: 'x', b: 'y', choice: 'a' as const }));
    const { strengths, isSmoothed } = rank(always);
    expect(isSmoothed).toBe(true);
    expect((strengths[0]?.value ?? 0) - (strengths[1]?.value ?? 0)).toBeCloseTo(Math.log(3.5 / 0.5), 8);
    const apart = rank([...always, { a: 'p', b: 'q', choice: 'tie' }]);
    expect(apart).toMatchObject({ strengths: [], isSplit: true, n: 4 });
    expect(rank([])).toMatchObject({ strengths: [], isSplit: false, n: 0 });
  });
});

describe('two variants over the same cases', () => {
  const passes = (better: number, worse: number, same: number) =>
    comparePasses([
      ...Array.from({ length: better }, () => [true, false] as const),
      ...Array.from({ length: worse }, () => [false, true] as const),
      ...Array.from({ length: same }, () => [true, true] as const),
    ]);

  test('the exact test of McNemar: P(3 or fewer of 15) twice is 1152 / 32768', () => {
    expect(passes(12, 3, 25).p).toBeCloseTo(1152 / 32768, 12);
    expect(passes(5, 5, 0).p).toBe(1);
    expect(passes(0, 0, 7).p).toBe(1);
    expect(passes(400, 300, 0).p).toBeCloseTo(0.000179, 5);
  });

  test('says it in a sentence with how many cases there were', () => {
    expect(pairedText(passes(12, 3, 25))).toBe(
      'Better on 12, worse on 3 of 40 cases: more than chance (p = 0.035).',
    );
    expect(pairedText(passes(3, 1, 6))).toBe(
      'Better on 3, worse on 1 of 10 cases: this may be chance (p = 0.63).',
    );
    expect(pairedText(passes(20, 0, 0))).toBe(
      'Better on 20, worse on 0 of 20 cases: more than chance (p < 0.001).',
    );
    // Rounded to two digits, p would be the limit itself.
    const near = { better: 9, worse: 2, same: 0, difference: null };
    expect(pairedText({ ...near, p: 0.0496 })).toContain('more than chance (p = 0.0496)');
    expect(pairedText({ ...near, p: 0.0504 })).toContain('this may be chance (p = 0.05)');
    expect(pairedText(passes(0, 0, 1))).toBe('The same on all of 1 case.');
    expect(pairedText(passes(0, 0, 0))).toBe('No case is judged for both yet.');
  });

  /** Hollander & Wolfe, Nonparametric Statistical Methods (1973), page 29: V = 40, one-sided p = 0.01953. */
  test('the signed ranks of Wilcoxon, as in the textbook', () => {
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const test = compareScores(before.map((one, at) => [one, after[at] ?? 0]));
    expect(test).toMatchObject({ better: 7, worse: 2, same: 0 });
    expect(test.p).toBeCloseTo(0.0390625, 10);
    expect(test.difference).toMatchObject({ n: 9 });
    expect(test.difference?.value).toBeCloseTo(0.4318889, 6);
  });

  test('equal differences share ranks, and 300 cases are tested by the normal distribution', () => {
    expect(compareScores([1, 1, 1, 1].map((one) => [one, 0])).p).toBeCloseTo(2 / 16, 12);
    const many = Array.from({ length: 300 }, (_, at) => [at % 3 === 0 ? 0 : 1, 0.5] as const);
    expect(compareScores(many).p).toBeLessThan(0.001);
    expect(compareScores([[1, 1]]).p).toBe(1);
  });
});

describe('against counting everything', () => {
  /** Always the same, and like any. */
  function figures(seed: number) {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  test.each([1, 2, 3, 4, 5, 6])('signed ranks with equal and with zero differences, set %i', (seed) => {
    const next = figures(seed);
    const differences = Array.from({ length: 12 }, () => Math.round(next() * 8 - 3) / 2);
    const used = differences.filter((one) => one !== 0);
    // The mean of the places of equals is the rank of each.
    const rankOf = (one: number) =>
      used.filter((other) => Math.abs(other) < Math.abs(one)).length +
      (used.filter((other) => Math.abs(other) === Math.abs(one)).length + 1) / 2;
    const all = used.reduce((sum, one) => sum + rankOf(one), 0);
    const above = (signs: (at: number) => boolean) =>
      used.reduce((sum, one, at) => sum + (signs(at) ? rankOf(one) : 0), 0);
    const smaller = Math.min(
      above((at) => (used[at] ?? 0) > 0),
      all - above((at) => (used[at] ?? 0) > 0),
    );
    let asFar = 0;
    for (let signs = 0; signs < 2 ** used.length; signs += 1)
      if (above((at) => (signs & (1 << at)) !== 0) <= smaller) asFar += 1;
    const { p } = compareScores(differences.map((one) => [one, 0]));
    expect(p).toBeCloseTo(Math.min(1, (2 * asFar) / 2 ** used.length), 10);
  });

  test('strengths are where the likelihood is highest, and their errors those of its curve', () => {
    const ids = ['x', 'y', 'z'];
    const played = [
      ['x', 'y', 5, 3],
      ['y', 'z', 4, 2],
      ['z', 'x', 1, 6],
    ] as const;
    const votes = played.flatMap(([a, b, won, lost]): BallotVote[] => [
      ...Array.from({ length: won }, () => ({ a, b, choice: 'a' as const })),
      ...Array.from({ length: lost }, () => ({ a, b, choice: 'b' as const })),
      { a, b, choice: 'tie' },
    ]);
    const { strengths } = rank(votes);
    const best = ids.map((id) => strengths.find((one) => one.id === id)?.value ?? 0);
    const likelihood = ([x = 0, y = 0]: readonly number[]) => {
      const of: Record<string, number> = { x, y, z: -x - y };
      const log = (a: string, b: string) => -Math.log(1 + Math.exp((of[b] ?? 0) - (of[a] ?? 0)));
      return played.reduce(
        (sum, [a, b, won, lost]) => sum + (won + 0.5) * log(a, b) + (lost + 0.5) * log(b, a),
        0,
      );
    };
    const [x = 0, y = 0] = best;
    const h = 1e-4;
    const at = (dx: number, dy: number) => likelihood([x + dx * h, y + dy * h]);
    // No step in any direction is better.
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, -1],
      [-1, 1],
    ] as const)
      expect(at(dx, dy)).toBeLessThan(at(0, 0));
    const xx = -(at(1, 0) - 2 * at(0, 0) + at(-1, 0)) / h ** 2;
    const yy = -(at(0, 1) - 2 * at(0, 0) + at(0, -1)) / h ** 2;
    const xy = -(at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h ** 2);
    const error = Math.sqrt(yy / (xx * yy - xy * xy));
    const found = strengths.find(({ id }) => id === 'x');
    expect((found?.interval[1] ?? 0) - x).toBeCloseTo(1.959964 * error, 3);
  });

  test('one vote, ties alone, and a variant without a win have ends', () => {
    const one = rank([{ a: 'x', b: 'y', choice: 'a' }]);
    expect(one).toMatchObject({ n: 1, isSmoothed: true, isSplit: false });
    expect(one.strengths[0]?.interval[0]).toBeLessThan(0);
    const ties = rank([
      { a: 'x', b: 'y', choice: 'tie' },
      { a: 'x', b: 'y', choice: 'bothBad' },
    ]);
    expect(ties.strengths.map(({ winShare }) => winShare)).toEqual([0.5, 0.5]);
    const loser = rank([
      { a: 'x', b: 'y', choice: 'a' },
      { a: 'y', b: 'x', choice: 'a' },
      { a: 'x', b: 'z', choice: 'a' },
    ]);
    expect(loser.strengths.at(-1)).toMatchObject({ id: 'z', n: 1 });
    expect(Number.isFinite(loser.strengths.at(-1)?.value)).toBe(true);
  });
});

describe('a figure with its interval', () => {
  /** t for 95 % and 4 degrees of freedom is 2.776 (Fisher & Yates, table III). */
  test('the mean of repeats', () => {
    const found = meanOf([1, 2, 3, 4, 5]);
    expect(found).toMatchObject({ value: 3, n: 5 });
    expect(found?.interval?.[1]).toBeCloseTo(3 + 2.776445 * Math.sqrt(2.5 / 5), 5);
    expect(meanOf([1, 3])?.interval?.[0]).toBeCloseTo(2 - 12.7062047 * 1, 5);
    // Scores end at 0 and 1.
    expect(meanOf([0, 1], [0, 1])).toEqual({ value: 0.5, interval: [0, 1], n: 2 });
    expect(meanOf([4])).toEqual({ value: 4, interval: null, n: 1 });
    // Three that passed do not say that every other will.
    expect(meanOf([1, 1, 1], [0, 1])).toEqual({ value: 1, interval: null, n: 3 });
    expect(meanOf([])).toBeNull();
  });

  /** Newcombe (1998, Statistics in Medicine 17, table I): 81 of 263 is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611. */
  test('a share', () => {
    const found = shareOf(81, 263);
    expect(found?.interval?.map((end) => Number(end.toFixed(4)))).toEqual([0.2553, 0.3662]);
    expect(shareOf(0, 20)?.interval?.map((end) => Number(end.toFixed(4)))).toEqual([0, 0.1611]);
    expect(shareOf(0, 0)).toBeNull();
  });
});

describe('repeats of cases', () => {
  const asked = (caseId: number, passes: readonly boolean[]): Cell[] =>
    passes.map((isPassed, at) => ({
      ...{ id: caseId * 100 + at, caseId, variantId: 1, repeat: at + 1, state: 'done' },
      ...{ verdict: isPassed ? 'passed' : 'failed', score: isPassed ? 1 : 0, totalMs: 10 * caseId },
    }));
  const times = (count: number, isPassed: boolean) => Array.from({ length: count }, () => isPassed);

  test('answers to one case that agree are no more than that case', () => {
    const cells = [1, 2, 3, 4].flatMap((id) => asked(id, times(25, id > 2)));
    const { passed } = summarizeVariant(1, cells);
    expect(passed).toMatchObject({ value: 0.5, n: 100, cases: 4 });
    // Between cases only: the design effect is 100 / 3, so three independent answers remain.
    const three = shareOf(1.5, 3)?.interval ?? [0, 0];
    expect(passed?.interval?.[0]).toBeCloseTo(three[0], 10);
    expect(passed?.interval?.[1]).toBeCloseTo(three[1], 10);
    // Where all agree, each case counts once.
    const all = [1, 2, 3, 4].flatMap((id) => asked(id, times(25, true)));
    expect(summarizeVariant(1, all).passed?.interval).toEqual(shareOf(4, 4)?.interval);
  });

  test('answers that vary within each case as much as between them count each', () => {
    const cells = [1, 2, 3].flatMap((id) => asked(id, [true, false, true, false]));
    expect(summarizeVariant(1, cells).passed).toMatchObject({ n: 12, interval: shareOf(6, 12)?.interval });
    expect(countText({ n: 12, cases: 3 })).toBe('12 of 3 cases');
  });

  test('cases asked once are as before, and of a single case the repeats are the sample', () => {
    const once = [1, 2, 3].flatMap((id) => asked(id, [id > 1]));
    expect(summarizeVariant(1, once).passed).toEqual(shareOf(2, 3));
    const cells = asked(1, [true, true, false, true, false]).map((cell, at) => ({ ...cell, score: at / 10 }));
    const { passed, score, totalMs } = summarizeVariant(1, cells);
    expect(passed).toEqual({ ...shareOf(3, 5), cases: 1 });
    expect(score).toEqual({ ...meanOf([0, 0.1, 0.2, 0.3, 0.4], [0, 1]), cases: 1 });
    expect(totalMs).toEqual({ value: 10, interval: null, n: 5, cases: 1 });
    expect(spreadOf(cells)).toEqual({
      passed: shareOf(3, 5),
      score: meanOf([0, 0.1, 0.2, 0.3, 0.4], [0, 1]),
    });
  });

  test('times and named scores are means over cases too', () => {
    const cells = [...asked(1, times(4, true)), ...asked(3, [true])];
    expect(summarizeVariant(1, cells).totalMs).toMatchObject({ value: 20, n: 2 });
    const named = cells.map((cell) => ({ ...cell, namedScores: { tone: cell.caseId === 1 ? 0 : 1 } }));
    expect(namedScoresOf(1, named as never)).toMatchObject([['tone', { value: 0.5, n: 2 }]]);
  });
});
