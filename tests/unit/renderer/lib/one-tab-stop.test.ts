import { expect, it } from 'vitest';
import { placeAfterKey } from '../../../../renderer/lib/one-tab-stop';

it('goes one place on or back, stays at the ends, and enters from outside at the first', () => {
  expect(placeAfterKey('ArrowDown', 0, 3)).toBe(1);
  expect(placeAfterKey('ArrowDown', 2, 3)).toBe(2);
  expect(placeAfterKey('ArrowUp', 2, 3)).toBe(1);
  expect(placeAfterKey('ArrowLeft', 0, 3)).toBe(0);
  expect(placeAfterKey('ArrowRight', 1, 3)).toBe(2);
  expect(placeAfterKey('ArrowDown', -1, 3)).toBe(0);
  expect(placeAfterKey('ArrowUp', -1, 3)).toBe(0);
});
