import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDeeperThan } from '../../../shared/text/bounded-json';
import { openTestCore, type TestCore } from '../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const nested = (levels: number, open = '[', close = ']') =>
  JSON.parse(open.repeat(levels) + close.repeat(levels)) as never;

test.each([300, 20_000, 1_000_000])(
  'input nested %i levels deep is refused with that reason',
  async (levels) => {
    const request = { modality: 'image', model: 'sandbox/aurora', prompt: 'x', parameters: {} } as const;
    for (const deep of [nested(levels), nested(levels, '{"a":[', ']}')]) {
      const id = crypto.randomUUID();
      expect(await app.refusal('jobs.create', { ...request, id, extra: { deep } })).toEqual({
        code: 'invalid_input',
        field: '',
        message: 'The input is nested deeper than 200 levels.',
      });
    }
  },
);

test('depth is counted in levels', () => {
  expect(isDeeperThan(nested(200), 200)).toBe(false);
  expect(isDeeperThan(nested(201), 200)).toBe(true);
  expect(isDeeperThan('text', 0)).toBe(false);
});
