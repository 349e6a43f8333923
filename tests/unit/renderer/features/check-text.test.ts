import { expect, test } from 'vitest';
import { runText } from '../../../../renderer/features/checks/check-text';

test('one probe and one request are named as one', () => {
  const run = { status: 'completed', done: 1, total: 1, calls: 1, spent: [], hasUnknownCost: false } as const;
  expect(runText(run as never)).toContain('1 of 1 probe · 1 request · ');
  expect(runText({ ...run, total: 2, calls: 3 } as never)).toContain('1 of 2 probes · 3 requests · ');
});
