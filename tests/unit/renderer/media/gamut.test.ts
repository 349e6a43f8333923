/** When an edited image is drawn with more colors than sRGB has. */
import { expect, test } from 'vitest';
import { isWide } from '../../../../renderer/media/edit/gamut';

/** Display P3. */
const pixel = (...color: readonly number[]) => Uint8ClampedArray.from([...color, 255]);

test.each([
  ['the green of a wide screen', pixel(0, 255, 0), true],
  ['the red of a wide screen', pixel(255, 0, 0), true],
  ['white', pixel(255, 255, 255), false],
  ['the red of sRGB', pixel(234, 51, 35), false],
  ['the green of sRGB', pixel(117, 251, 76), false],
  ['what is not seen', Uint8ClampedArray.from([0, 255, 0, 0]), false],
])('%s', (_, pixels, isBeyond) => {
  expect(isWide(pixels)).toBe(isBeyond);
});
