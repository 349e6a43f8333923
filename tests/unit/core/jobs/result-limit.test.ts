import { expect, test } from 'vitest';
import { chooseResults } from '../../../../electron/core/jobs/result-limit';
import type { Result } from '../../../../electron/core/jobs/results';

const url: Result = { kind: 'url', url: 'http://gateway.example/a.png' };
const kept: Result = { kind: 'kept', position: 0 };
const many = (count: number, result: Result = url) => Array.from({ length: count }, () => result);
const none = new Set<number>();
const asked = (count?: number, n?: unknown) => ({
  parameters: { ...(count !== undefined && { count }) },
  extra: { ...(n !== undefined && { n: n as number }) },
});

test('of 3,000 addresses 64 are chosen at a time, beginning with the first that is not saved', () => {
  const { positions, left } = chooseResults(asked(4), many(3_000), new Set([0, 1]));
  expect([positions.length, positions[0], left]).toEqual([64, 2, 2_934]);
});

test('as many as were asked for are all chosen, and a few more', () => {
  expect(chooseResults(asked(100), many(116), none).left).toBe(0);
  expect(chooseResults(asked(undefined, 200), many(217), none).left).toBe(1);
  for (const wrong of ['many', null, Number.POSITIVE_INFINITY])
    expect(chooseResults(asked(undefined, wrong), many(65), none).left, String(wrong)).toBe(1);
});

test('what has arrived is never left', () => {
  const { positions, left } = chooseResults(asked(), [...many(70), ...many(90, kept)], none);
  expect([positions.length, left]).toEqual([154, 6]);
});
