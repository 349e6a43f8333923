import { expect, test } from 'vitest';
import { boundsOf, movedBy, movedTo } from '../../../../renderer/media/edit/trim-steps';

const part = { start: 0.5, end: 2 };
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

test('a handle goes to the end of the file and to the other handle, and no further', () => {
  expect(boundsOf('start', part, 4)).toEqual({ min: 0, max: 1.999 });
  expect(boundsOf('end', part, 4)).toEqual({ min: 0.501, max: 4 });
  expect([movedTo('start', -1, part, 4), movedTo('start', 9, part, 4)]).toEqual([0, 1.999]);
  expect([movedTo('end', 0, part, 4), movedTo('end', 9, part, 4)]).toEqual([0.501, 4]);
  expect(movedTo('start', 1.23456, part, 4)).toBe(1.235);
});

test('keys move it in usual, fine and coarse steps, and to its ends', () => {
  const by = (key: string, shiftKey = false) => movedBy('start', press(key, shiftKey), part, 4);
  expect([by('ArrowRight'), by('ArrowLeft'), by('ArrowRight', true)]).toEqual([0.6, 0.4, 0.51]);
  expect([by('PageUp'), by('PageDown'), by('Home'), by('End')]).toEqual([1.5, 0, 0, 1.999]);
  expect(movedBy('end', press('End'), part, 4)).toBe(4);
  expect(by('a')).toBeNull();
});

test('of a file shorter than a step both handles stay inside', () => {
  const whole = { start: 0, end: 0.004 };
  expect(movedBy('start', press('ArrowRight'), whole, 0.004)).toBe(0.003);
  expect(movedBy('end', press('ArrowLeft'), whole, 0.004)).toBe(0.001);
});
