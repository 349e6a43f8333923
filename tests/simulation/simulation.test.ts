import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBundleFolder } from '../support/bundle';
import { buildSimulation } from './bundle';
import { faults } from './faults/faults';
import { describeFailure, runSeeds } from './run-seeds';

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await makeBundleFolder();
  program = await buildSimulation(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Ends what hangs, on the slowest machine that is crowded too. */
const HANGS_MS = 2_400_000;

/** Each broke a rule once: results cut short, lines emptied by a power cut, sums of waiting rows, rows lost with a page. */
const BROKE_A_RULE = [30_259, 30_272, 30_290, 30_482, 30_600, 30_939, 31_037, 31_449, 32_857, 34_341, 36_178];

test('seeds that broke a rule once hold', { timeout: HANGS_MS, retry: 0 }, async () => {
  const lines = await runSeeds(program, { numbers: BROKE_A_RULE });
  const failures = lines.filter(({ violations }) => violations.length > 0);
  expect(failures.map(describeFailure).join('\n\n')).toBe('');
  expect(lines.map(({ seed }) => seed)).toEqual(BROKE_A_RULE);
});

// A seed runs the same way each time: a second try would only take as long again.
test('300 seeds of the simulated world break no rule', { timeout: HANGS_MS, retry: 0 }, async () => {
  const lines = await runSeeds(program, { from: 1, count: 300, shrink: true });
  const failures = lines.filter(({ violations }) => violations.length > 0).map(describeFailure);
  expect(failures.join('\n\n')).toBe('');
  expect(lines.map(({ seed }) => seed)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  // What held would mean nothing if little had happened.
  const sum = (pick: 'charges' | 'requests' | 'lives') =>
    lines.reduce((total, line) => total + line[pick], 0);
  expect(sum('charges')).toBeGreaterThan(1_500);
  expect(sum('lives')).toBeGreaterThan(600);
});

// What they have in them is hardly ever in the others.
test('the stories in which single faults are looked for hold', { timeout: HANGS_MS, retry: 0 }, async () => {
  const stories = [...new Map(faults.map(({ about }) => [JSON.stringify(about), about])).values()];
  const abouts = stories.filter((one) => one !== undefined);
  const lines = await runSeeds(program, { from: 1, count: 2, abouts, shrink: true });
  const failures = lines.filter(({ violations }) => violations.length > 0).map(describeFailure);
  expect(failures.join('\n\n')).toBe('');
  expect(lines).toHaveLength(2 * abouts.length);
});

test('the same seed runs the same way each time, to the letter', {
  timeout: HANGS_MS,
  retry: 0,
}, async () => {
  const seeds = { from: 7_000, count: 8, story: true, processes: 1 };
  // Side by side, so that they share neither their moments nor the load of the machine.
  const [first, second] = await Promise.all([runSeeds(program, seeds), runSeeds(program, seeds)]);
  const told = (lines: typeof first) => lines.map(({ seed, digest, story }) => ({ seed, digest, story }));
  expect(told(second)).toEqual(told(first));
});
