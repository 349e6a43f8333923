import { expect, test } from 'vitest';
import { changedText, compareStrip } from '../../../../renderer/media/stage/before/difference';

test('a pixel is counted as changed by its smallest step, also of its alpha, and then can be seen', () => {
  const before = Uint8ClampedArray.of(1, 2, 3, 255, 9, 9, 9, 255, 0, 0, 0, 0);
  const after = Uint8ClampedArray.of(1, 2, 3, 255, 9, 10, 9, 255, 0, 0, 0, 1);
  expect(compareStrip(before, after)).toBe(2);
  expect(after[0]).toBe(0);
  expect(after[4]).toBeGreaterThan(60);
});

test('the words name the count, and say where a size differs', () => {
  expect(changedText({ changed: 0, pixels: 10, isScaled: false })).toBe('No pixel changed');
  expect(changedText({ changed: 1_204, pixels: 262_144, isScaled: false })).toBe(
    '1,204 of 262,144 pixels changed (0.5 %)',
  );
  expect(changedText({ changed: 1, pixels: 1_000_000, isScaled: true })).toContain('less than 0.1 %');
});
