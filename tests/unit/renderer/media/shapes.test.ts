import { expect, test } from 'vitest';
import { drawnShapes, ratioText, secondsIn, shapeOf } from '../../../../renderer/media/settings/shapes';

test('sizes, ratios and lines have a shape, words have none', () => {
  expect(shapeOf('1024x1536')).toEqual({ width: 1_024, height: 1_536 });
  expect(shapeOf('16:9')).toEqual({ width: 16, height: 9 });
  expect(shapeOf('720p')).toEqual({ width: 1_280, height: 720 });
  for (const word of ['auto', '', '0x100', '1024', 'x', '100000x1'])
    expect([word, shapeOf(word)]).toEqual([word, null]);
});

test('each is drawn in its true ratio, a larger size larger, ratios as large as one another', () => {
  const sizes = ['512x512', '1024x1024', '1536x1024'].flatMap((size) => shapeOf(size) ?? []);
  expect(drawnShapes(sizes, 24)).toEqual([
    { width: 8, height: 8 },
    { width: 16, height: 16 },
    { width: 24, height: 16 },
  ]);
  const ratios = ['1:1', '16:9'].flatMap((ratio) => shapeOf(ratio) ?? []);
  expect(drawnShapes(ratios, 32)).toEqual([
    { width: 32, height: 32 },
    { width: 32, height: 18 },
  ]);
});

test('a ratio is said in small numbers where there are some', () => {
  expect(ratioText({ width: 1_536, height: 1_024 })).toBe('3:2');
  expect(ratioText({ width: 1_280, height: 720 })).toBe('16:9');
  expect(ratioText({ width: 1_000, height: 541 })).toBe('1.85:1');
  expect(ratioText({ width: 500, height: 1_001 })).toBe('1:2');
});

test('lengths are the ends of the range and at most four between them', () => {
  expect(secondsIn({ min: 1, max: 10 })).toEqual([1, 2, 4, 5, 8, 10]);
  expect(secondsIn({ min: 5, max: 5 })).toEqual([5]);
  expect(secondsIn({ min: 4, max: 6 })).toEqual([4, 5, 6]);
  expect(secondsIn({ min: 0.5, max: 3_600 }).length).toBeLessThanOrEqual(6);
});
