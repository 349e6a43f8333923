/** Each figure against a value that was published, or that can be worked out by hand. */
import { describe, expect, test } from 'vitest';
import { type BallotVote, rank } from '../../../../shared/lab/statistics/bradley-terry';
import { meanOf, shareOf } from '../../../../shared/lab/statistics/estimates';
import { comparePasses, compareScores, pairedText } from '../../../../shared/lab/statistics/paired-test';

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
