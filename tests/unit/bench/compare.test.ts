import { describe, expect, it } from 'vitest';
import { compareRuns, comparisonText, isAsFast, type Measured, readRun } from '../../bench/compare';
import { figure, toJson } from '../../bench/figure';

const ms = (name: string, value: number, floor: number | null = null): Measured => ({
  ...{ name, value, unit: 'ms', floor },
});
const verdict = (before: readonly Measured[], now: readonly Measured[]) =>
  compareRuns(before, now).changes[0]?.verdict;

describe('a figure beside that of a stored run', () => {
  it('is slower where it grew by more than noise while its floor did not', () => {
    expect(verdict([ms('start', 700, 380)], [ms('start', 900, 380)])).toBe('slower');
    expect(verdict([ms('start', 900, 380)], [ms('start', 700, 380)])).toBe('faster');
    expect(verdict([ms('start', 700, 380)], [ms('start', 740, 380)])).toBe('same');
  });

  it('is the same where the machine was slower, as its floor shows', () => {
    expect(verdict([ms('start', 700, 380)], [ms('start', 1_400, 760)])).toBe('same');
  });

  it('is slower where only its floor became faster than it', () => {
    expect(verdict([ms('start', 700, 380)], [ms('start', 600, 200)])).toBe('slower');
  });

  it('needs twice the difference without a floor', () => {
    expect(verdict([ms('open', 100)], [ms('open', 125)])).toBe('same');
    expect(verdict([ms('open', 100)], [ms('open', 140)])).toBe('slower');
  });

  it('is the same where the difference is too small to matter, whatever share it is', () => {
    expect(verdict([ms('search', 2)], [ms('search', 4)])).toBe('same');
    expect(verdict([ms('search', 20)], [ms('search', 40)])).toBe('slower');
  });

  it('is judged by the median of several runs, and by how much they differed', () => {
    const runs = (...values: number[]) => values.map((value) => ms('open', value, 100));
    expect(verdict(runs(100, 101, 400), runs(102, 100, 103))).toBe('same');
    expect(verdict(runs(99, 100, 101), runs(130, 131, 132))).toBe('slower');
    expect(verdict(runs(60, 100, 140), runs(130, 131, 132))).toBe('same');
  });

  it('counts bytes exactly, and frames from zero', () => {
    const code = (value: number): Measured[] => [{ name: 'code', value, unit: 'KB', floor: null }];
    expect(verdict(code(300), code(304))).toBe('slower');
    expect(verdict(code(300), code(300.5))).toBe('same');
    const frames = (value: number): Measured[] => [{ name: 'late', value, unit: 'frames', floor: 0 }];
    expect(verdict(frames(0), frames(2))).toBe('same');
    expect(verdict(frames(0), frames(3))).toBe('slower');
  });

  it.each(['rows/s', 'MB/s'] as const)('is better where there is more of it, in %s', (unit) => {
    const done = (value: number): Measured[] => [{ name: 'done', value, unit, floor: null }];
    expect(verdict(done(1_000), done(500))).toBe('slower');
    expect(verdict(done(500), done(1_000))).toBe('faster');
  });
});

describe('a comparison of two runs', () => {
  const before = [ms('start', 700, 380), ms('open', 60), ms('gone', 1)];
  const now = [ms('start', 1_000, 380), ms('open', 61), ms('added', 1)];
  const compared = compareRuns(before, now);

  it('names what is slower with its floors, and what is in one of them only', () => {
    expect(comparisonText(compared).split('\n')).toEqual([
      'slower  start: 700 → 1000 ms (floor 380 → 380; +43 %, noise 15 %)',
      'same    1 of 2 figures, within noise',
      'missing gone: in the stored run only',
      'new     added: not in the stored run',
    ]);
  });

  it('fails only for what is slower', () => {
    expect(isAsFast(compared)).toBe(false);
    expect(isAsFast(compareRuns(before, before))).toBe(true);
  });
});

describe('a stored run', () => {
  it('is read from the lines that the benchmark prints, whatever else is between them', () => {
    const lines = [toJson(figure('start', 700, 'ms', { floor: 380 })), '# a remark', '', '{"name": 1}', '{'];
    expect(readRun(lines.join('\n'))).toEqual([ms('start', 700, 380)]);
  });

  it('is refused where it holds no figure', () => {
    expect(() => readRun('# nothing\n')).toThrow('no figures');
  });
});
